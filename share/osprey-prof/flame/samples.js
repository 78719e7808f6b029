// The long lists of a speedscope file: rows of frames, weights, events. Read in steps; each yields the share of the file that is read.
import {FileError} from './scan.js'
import {widened} from './trie.js'

const STEP_BYTES = 1 << 20 // work between two looks at the clock
const FIRST_ITEMS = 1024
const ROW_SLOTS = 1 << 18

/** A typed array that grows. */
class Column {
  constructor(type) {
    this.array = new type(FIRST_ITEMS)
    this.length = 0
  }

  add(value) {
    if (this.length === this.array.length) this.array = widened(this.array)
    this.array[this.length++] = value
  }

  finish() {
    return this.array.slice(0, this.length)
  }
}

/**
 * Turns rows of frames, root first, into nodes. Most rows of a profile are there many times, byte by byte: such a row is found by its
 * bytes, and its numbers are read once.
 */
class RowSink {
  constructor(builder, scanner) {
    this.builder = builder
    this.scanner = scanner
    this.column = new Column(Int32Array)
    this.places = new Column(Float64Array) // of rows that are known: where they begin
    this.nodes = new Column(Int32Array) // and their nodes
    this.slots = new Int32Array(ROW_SLOTS) // places by hash, one behind; 0 is free
  }

  /** A row that begins at `start` and whose bracket closes at `end`. */
  add(start, end, hash) {
    const mask = this.slots.length - 1
    let slot = hash & mask
    for (let known; (known = this.slots[slot]); slot = (slot + 1) & mask)
      if (this.same(this.places.array[known - 1], start, end)) return this.column.add(this.nodes.array[known - 1])
    let node = 0
    this.scanner.rowNumbers(frame => (node = this.builder.child(node, frame)))
    this.column.add(node)
    if (2 * this.nodes.length > mask) return // enough: rows are looked up for speed alone
    this.places.add(start)
    this.nodes.add(node)
    this.slots[slot] = this.nodes.length
  }

  /** Whether a row has the bytes of the one at `place`, with the bracket that closes it. */
  same(place, start, end) {
    const {bytes, words} = this.scanner
    if (bytes[place + end - start] !== bytes[end]) return false
    for (; start + 4 <= end; start += 4, place += 4)
      if (words.getUint32(place) !== words.getUint32(start)) return false
    while (start < end && bytes[place] === bytes[start]) (place++, start++)
    return start === end
  }
}

export function* readRows(scanner, builder) {
  const sink = new RowSink(builder, scanner)
  scanner.enterList()
  while (!scanner.rows(sink, STEP_BYTES)) yield scanner.position / scanner.bytes.length
  return sink.column
}

export function* readWeights(scanner) {
  const column = new Column(Float64Array)
  scanner.enterList()
  while (!scanner.numbers(number => column.add(number), STEP_BYTES)) yield scanner.position / scanner.bytes.length
  return column
}

/** Events that open and close frames, as samples between them. */
class EventSink {
  constructor(builder) {
    this.builder = builder
    this.rows = new Column(Int32Array)
    this.weights = new Column(Float64Array)
    this.node = 0
    this.before = NaN
  }

  add(event) {
    const {type, frame, at} = event ?? {}
    if (typeof at !== 'number' || !Number.isInteger(frame)) throw new FileError('An event has no time or no frame.')
    if (at < this.before) throw new FileError(`The events are not in the order of time, at ${at}.`)
    if (at > this.before) {
      this.rows.add(this.node)
      this.weights.add(at - this.before)
    }
    this.before = at
    if (type === 'O') this.node = this.builder.child(this.node, frame)
    else this.close(frame)
  }

  close(frame) {
    if (this.builder.frame[this.node] !== frame)
      throw new FileError(`An event closes frame ${frame}, which is not the innermost.`)
    this.node = this.builder.parent[this.node]
  }
}

export function* readEvents(scanner, builder) {
  const sink = new EventSink(builder)
  scanner.enterList()
  for (let stop = scanner.position + STEP_BYTES; scanner.more();) {
    sink.add(scanner.value())
    if (scanner.position < stop) continue
    stop = scanner.position + STEP_BYTES
    yield scanner.position / scanner.bytes.length
  }
  return sink
}
