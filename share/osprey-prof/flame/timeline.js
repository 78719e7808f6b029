// The boxes in the order of time. There may be millions of them, so none is stored: a row's boxes are found where they are looked at,
// from how many frames each sample shares with the one before.
import {firstAbove} from './layout.js'
import {ancestorAt, ancestry, commonAncestor} from './trie.js'

/**
 * @typedef {import('./model.js').Profile} Profile
 * @typedef {import('./filter.js').Shown} Shown
 * @typedef {import('./layout.js').Box} Box
 */

const BLOCK = 64

/** Numbers with the least of each block, so that the next small one is found without looking at all. */
class Minima {
  constructor(values) {
    this.values = values
    this.least = new Int32Array(Math.ceil(values.length / BLOCK)).fill(0x7fffffff)
    for (let at = 0; at < values.length; at++) {
      const block = Math.floor(at / BLOCK)
      if (values[at] < this.least[block]) this.least[block] = values[at]
    }
  }

  /** The first index from `at` on whose value is at most `limit`; the length when there is none. */
  next(at, limit) {
    const {values, least} = this
    while (at < values.length && values[at] > limit) {
      at++
      if (at % BLOCK === 0) while (at < values.length && least[at / BLOCK] > limit) at += BLOCK
    }
    return Math.min(at, values.length)
  }

  /** The last such index up to `at`; −1 when there is none. */
  previous(at, limit) {
    const {values, least} = this
    while (at >= 0 && values[at] > limit) {
      at--
      if (at % BLOCK === BLOCK - 1) while (at >= 0 && least[(at + 1) / BLOCK - 1] > limit) at -= BLOCK
    }
    return Math.max(at, -1)
  }
}

/** Has what BoxScene has. */
export class TimeScene {
  /**
   * @param {Profile} profile
   * @param {Shown} shown
   * @param {import('./filter.js').States} states
   */
  constructor({nodes, weights, waiting}, {tree, map}, states) {
    const count = nodes.length
    this.frames = tree.frame
    this.lines = ancestry(tree)
    this.nodes = new Int32Array(count)
    this.starts = new Float64Array(count + 1)
    this.waits = new Float64Array(count + 1) // waiting time before each sample
    for (let i = 0; i < count; i++) {
      const waiter = waiting !== null && waiting[i] === 1
      const kept = states === 'both' || waiter === (states === 'waiting')
      this.nodes[i] = kept ? (map ? map[nodes[i]] : nodes[i]) : 0
      this.starts[i + 1] = this.starts[i] + weights[i]
      this.waits[i + 1] = this.waits[i] + (waiter ? weights[i] : 0)
    }
    this.total = this.starts[count]
    this.middle = 0
    this.findCuts()
  }

  findCuts() {
    const {nodes, lines} = this
    const {depth} = lines
    const shared = new Int32Array(nodes.length + 1) // rows that a sample's boxes have in common with the sample before
    const heights = new Int32Array(nodes.length) // the depth, below zero
    this.rowCount = 0
    for (let i = 0; i < nodes.length; i++) {
      if (i > 0) shared[i] = depth[commonAncestor(lines, nodes[i - 1], nodes[i])]
      heights[i] = -depth[nodes[i]]
      this.rowCount = Math.max(this.rowCount, depth[nodes[i]])
    }
    this.cuts = new Minima(shared)
    this.heights = new Minima(heights)
  }

  sampleAt(time) {
    return Math.max(0, firstAbove(this.starts, time) - 1)
  }

  /** As in BoxScene: a pixel shows the sample in its middle. Pixels stand still in time, so that nothing flickers when they move. */
  paint({firstRow, rowCount, from, perPixel, width}, cells) {
    const {parent, depth} = this.lines
    const first = Math.round(from / perPixel)
    for (let x = Math.max(0, -first); x < width && (first + x) * perPixel < this.total; x++) {
      let node = this.nodeIn((first + x) * perPixel, perPixel)
      let row = depth[node] - 1 - firstRow
      for (; row >= rowCount; row--) node = parent[node]
      for (; row >= 0; row--) {
        cells[row * width + x] = node
        node = parent[node]
      }
    }
  }

  /** The node in the middle of a stretch, or some other one of it when nothing is there. */
  nodeIn(from, length) {
    const {nodes, starts} = this
    const node = nodes[Math.min(this.sampleAt(from + length / 2), nodes.length - 1)]
    if (node) return node
    const next = this.heights.next(this.sampleAt(from), -1)
    return next < nodes.length && starts[next] < from + length ? nodes[next] : 0
  }

  frameOf(_row, cell) {
    return this.frames[cell]
  }

  /** @returns {Box|null} */
  boxFrom(row, x) {
    const next = this.heights.next(this.sampleAt(x), -row - 1)
    return next < this.nodes.length ? this.boxOf(row, next) : null
  }

  /** @returns {Box|null} */
  boxBefore(row, x) {
    const before = this.heights.previous(
      firstAbove(this.starts, x) - (this.starts[this.sampleAt(x)] === x ? 2 : 1),
      -row - 1,
    )
    return before >= 0 ? this.boxOf(row, before) : null
  }

  boxOf(row, sample) {
    const {starts, nodes, frames, lines} = this
    const first = this.cuts.previous(sample, row)
    const last = this.cuts.next(sample + 1, row)
    let self = 0
    for (let i = first; i < last; i++) if (lines.depth[nodes[i]] === row + 1) self += starts[i + 1] - starts[i]
    return {
      row,
      start: starts[first],
      end: starts[last],
      frame: frames[ancestorAt(lines, nodes[sample], row + 1)],
      self,
    }
  }

  /** Waiting time before a time. */
  waitingUntil(time) {
    const {starts, waits} = this
    const i = this.sampleAt(time)
    if (i >= this.nodes.length) return waits[this.nodes.length]
    const length = starts[i + 1] - starts[i]
    const part = length > 0 ? Math.min(1, (time - starts[i]) / length) : 0
    return waits[i] + part * (waits[i + 1] - waits[i])
  }

  waitingShare(from, to) {
    return to > from ? (this.waitingUntil(to) - this.waitingUntil(from)) / (to - from) : 0
  }

  /** As in BoxScene. */
  find(matches, from, to) {
    const {starts, nodes} = this
    const depths = this.matchDepths(matches)
    const found = []
    for (let i = this.sampleAt(from); i < nodes.length && starts[i] < to;) {
      const row = depths[nodes[i]] - 1
      const end = row < 0 ? i + 1 : this.cuts.next(i + 1, row)
      if (row >= 0) found.push(this.boxOf(row, i))
      i = end
    }
    return found
  }

  /** How deep the outermost match on the path of each node is, 0 without one. */
  matchDepths(matches) {
    const {parent, depth} = this.lines
    const depths = new Int32Array(depth.length)
    for (let node = 1; node < depths.length; node++)
      depths[node] = depths[parent[node]] || (matches[this.frames[node]] ? depth[node] : 0)
    return depths
  }

  upward() {
    return false
  }
}
