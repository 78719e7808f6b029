// Reads JSON bytes from front to back. Only the long arrays of numbers need it: all else is handed to JSON.parse piece by piece,
// so that a file of hundreds of megabytes never stands in memory as objects.

const [QUOTE, COMMA, ZERO, NINE, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x2c, 0x30, 0x39, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
]
const MANTISSA_LIMIT = 900719925474099 // one more digit still fits into 2^53
const EXACT_POWERS = 22 // 10^22 is the last power of ten that a double holds exactly

/** What a person can be told about a file that can't be shown. */
export class FileError extends Error {}

export class Scanner {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes
    this.words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.position = 0
    this.decoder = new TextDecoder()
  }

  /** Dies with what is wrong here. @returns {never} */
  fail(expected) {
    const at = this.position
    if (at >= this.bytes.length)
      throw new FileError(`The file ends early, after ${at} bytes: it was cut. Write it again.`)
    throw new FileError(`The file is damaged at byte ${at}: ${expected} was expected.`)
  }

  /** The next byte that is no white space. */
  peek() {
    const {bytes} = this
    let at = this.position
    while (bytes[at] <= 0x20) at++
    this.position = at
    return bytes[at]
  }

  /** Takes a byte, or dies. */
  take(byte) {
    if (this.peek() !== byte) this.fail(`"${String.fromCharCode(byte)}"`)
    this.position++
  }

  enterObject() {
    this.take(OPEN_OBJECT)
  }

  enterList() {
    this.take(OPEN_LIST)
  }

  /** The next key of an object; null at its end. Its value must be taken before the next call. @returns {string|null} */
  key() {
    if (this.peek() === COMMA) this.position++
    if (this.peek() === CLOSE_OBJECT) {
      this.position++
      return null
    }
    const key = this.value()
    if (typeof key !== 'string') this.fail('a name in quotes')
    this.take(COLON)
    return key
  }

  /** Whether a list has one more item, which then must be taken. */
  more() {
    if (this.peek() === COMMA) this.position++
    if (this.peek() !== CLOSE_LIST) return true
    this.position++
    return false
  }

  /** Whether the next value is a list. */
  atList() {
    return this.peek() === OPEN_LIST
  }

  atObject() {
    return this.peek() === OPEN_OBJECT
  }

  /** Any value. */
  value() {
    this.peek()
    const start = this.position
    this.skip()
    return this.parse(this.decoder.decode(this.bytes.subarray(start, this.position)))
  }

  parse(text) {
    try {
      return JSON.parse(text)
    } catch {
      return this.fail('a JSON value before it')
    }
  }

  /** Goes over any value, whatever its depth. */
  skip() {
    let depth = 0
    do {
      const byte = this.peek()
      if (byte === undefined) this.fail('a value')
      if (byte === QUOTE) this.skipText()
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) (depth++, this.position++)
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) (depth--, this.position++)
      else if (byte === COMMA || byte === COLON) this.skipMark(depth)
      else this.skipWord()
    } while (depth > 0)
    if (depth < 0) this.fail('a value')
  }

  skipMark(depth) {
    if (depth === 0) this.fail('a value')
    this.position++
  }

  skipText() {
    const {bytes} = this
    let at = this.position + 1
    while (bytes[at] !== QUOTE && at < bytes.length) at += bytes[at] === BACKSLASH ? 2 : 1
    this.position = Math.min(at + 1, bytes.length)
    if (at >= bytes.length) this.fail('a quote')
  }

  skipWord() {
    const {bytes} = this
    let at = this.position
    while (at < bytes.length && bytes[at] > 0x20 && !isMark(bytes[at])) at++
    if (at === this.position) this.fail('a value')
    this.position = at
  }

  /**
   * Items of a list of numbers up to a number of bytes.
   * @param {(number: number) => void} add
   * @returns {boolean} whether the list has ended
   */
  numbers(add, limit) {
    const stop = this.position + limit
    while (this.position < stop) {
      if (!this.more()) return true
      add(this.number())
    }
    return false
  }

  number() {
    const {bytes} = this
    this.peek()
    const start = this.position
    let at = start
    let mantissa = 0
    let fraction = -1 // digits behind the point
    for (; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte >= ZERO && byte <= NINE && mantissa < MANTISSA_LIMIT) mantissa = 10 * mantissa + byte - ZERO
      else if (byte === 0x2e && fraction < 0) fraction = -1
      else break
      if (byte === 0x2e) fraction = 0
      else if (fraction >= 0) fraction++
    }
    if (at > start && fraction <= EXACT_POWERS && ends(bytes[at])) {
      this.position = at
      return fraction > 0 ? mantissa / 10 ** fraction : mantissa
    }
    return this.anyNumber()
  }

  /** Numbers with a sign, an exponent or very many digits. */
  anyNumber() {
    const number = this.value()
    if (typeof number !== 'number') this.fail('a number')
    return number
  }

  /**
   * Rows of whole numbers, [[0,1],[2]], up to a number of bytes. The sink gets where a row begins and ends and a hash of its bytes, and may
   * then call rowNumbers().
   * @param {{add: (start: number, end: number, hash: number) => void}} sink
   * @returns {boolean} whether the list of rows has ended
   */
  rows(sink, limit) {
    const stop = this.position + limit
    while (this.position < stop) {
      if (!this.more()) return true
      this.row(sink)
    }
    return false
  }

  row(sink) {
    this.take(OPEN_LIST)
    const start = this.position
    const closing = this.bytes.indexOf(CLOSE_LIST, start)
    const end = closing < 0 ? this.bytes.length : closing
    sink.add(start, end, this.hash(start, end))
    this.position = end + 1
  }

  /** Of the bytes of a row, four at a time; the last four may be ones that were there before. */
  hash(start, end) {
    const {bytes, words} = this
    let hash = end - start
    if (hash < 4) for (let at = start; at < end; at++) hash = (hash << 8) | bytes[at]
    else for (let at = start; at < end; at += 4) {
      hash = Math.imul(hash ^ words.getUint32(Math.min(at, end - 4)), 0x9e3779b1)
      hash ^= hash >>> 15
    }
    return hash
  }

  /** @param {(number: number) => void} add */
  rowNumbers(add) {
    const {bytes} = this
    let number = -1
    for (let at = this.position; ; at++) {
      const byte = bytes[at]
      if (byte >= ZERO && byte <= NINE) {
        number = (number < 0 ? 0 : 10 * number) + byte - ZERO
      } else if (byte === COMMA || byte === CLOSE_LIST) {
        if (number >= 0) add(number)
        number = -1
        if (byte === CLOSE_LIST) return
      } else if (!(byte <= 0x20)) {
        this.position = at
        this.fail('the number of a frame')
      }
    }
  }
}

function isMark(byte) {
  return (
    byte === COMMA ||
    byte === COLON ||
    byte === CLOSE_LIST ||
    byte === CLOSE_OBJECT ||
    byte === QUOTE ||
    byte === OPEN_LIST ||
    byte === OPEN_OBJECT
  )
}

function ends(byte) {
  return byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || byte <= 0x20
}
