// Where the boxes stand: rows from the top, and in a row from left to right, in the unit of the profile. Equal stacks are put together,
// the heaviest first. What waits stands apart, behind what was on a CPU.
import {TreeBuilder, childLists, outermostNodes} from './trie.js'
import {totalWeights} from './filter.js'

/**
 * @typedef {import('./trie.js').FrameTree} FrameTree
 * @typedef {import('./filter.js').Weights} Weights
 * @typedef {{row: number, start: number, end: number, frame: number, self: number}} Box  `self` is NaN where it has no meaning
 */

/** Boxes that stand still. Every scene (this one and TimeScene) has these members and methods. */
export class BoxScene {
  constructor(rows, total, split, middle = 0) {
    this.total = total
    this.split = split // what is right of it waits
    this.middle = middle // the row that is looked at first
    this.rowCount = rows.length
    this.rows = rows
  }

  /**
   * Which box each pixel of some rows shows: numbers for frameOf(), 0 where there is none.
   * @param {{firstRow: number, rowCount: number, from: number, perPixel: number, width: number}} part
   * @param {Int32Array} cells  rowCount × width, all 0
   */
  paint({firstRow, rowCount, from, perPixel, width}, cells) {
    const to = from + width * perPixel
    for (let row = 0; row < rowCount; row++) {
      const {start, end} = this.rows[firstRow + row]
      let painted = 0
      for (let at = firstAbove(end, from); at < start.length && start[at] < to; at++) {
        const right = Math.min(width, Math.round((end[at] - from) / perPixel))
        const wanted = Math.round((start[at] - from) / perPixel)
        if (right <= painted && wanted < painted) continue // what shares a pixel is not seen
        const left = Math.max(painted, wanted)
        painted = Math.min(width, Math.max(right, left + 1))
        cells.fill(at + 1, row * width + left, row * width + painted)
      }
    }
  }

  frameOf(row, cell) {
    return this.rows[row].frame[cell - 1]
  }

  /** The first box of a row that ends behind x, or null. @returns {Box|null} */
  boxFrom(row, x) {
    const at = firstAbove(this.rows[row].end, x)
    return at < this.rows[row].end.length ? this.box(row, at) : null
  }

  /** The last box of a row that begins before x, or null. @returns {Box|null} */
  boxBefore(row, x) {
    const {start} = this.rows[row]
    let at = firstAbove(start, x) - 1
    if (start[at] === x) at--
    return at >= 0 ? this.box(row, at) : null
  }

  box(row, at) {
    const {start, end, frame, self} = this.rows[row]
    return {row, start: start[at], end: end[at], frame: frame[at], self: self[at]}
  }

  /** The share of a stretch that waits, 0 to 1. */
  waitingShare(from, to) {
    if (this.split >= to) return 0
    return this.split <= from ? 1 : (to - this.split) / (to - from)
  }

  /**
   * The boxes that match and stand in no other box that does, between two places, from left to right. Their widths add up to the part in
   * which there is at least one match. The halves of a sandwich are searched apart.
   * @param {Uint8Array} matches  by frame
   */
  find(matches, from, to) {
    const found = []
    let gaps = [] // where nothing is found yet
    for (let row = 0; row < this.rowCount; row++) {
      if (row === 0 || row === this.middle) gaps = [[from, to]]
      gaps = gaps.flatMap(gap => this.findInGap(matches, row, gap, found))
    }
    return found.sort((a, b) => a.start - b.start || a.row - b.row)
  }

  /** Adds to `found`; returns the gaps that are left. */
  findInGap(matches, row, [from, to], found) {
    const {start, end, frame} = this.rows[row]
    const left = []
    let free = from
    for (let at = firstAbove(end, from); at < start.length && start[at] < to; at++) {
      if (!matches[frame[at]]) continue
      found.push(this.box(row, at))
      if (start[at] > free) left.push([free, start[at]])
      free = end[at]
    }
    if (free < to) left.push([free, to])
    return left
  }

  /** Whether callers stand below what they call: in the upper half of a sandwich. */
  upward(row) {
    return row < this.middle
  }
}

/**
 * The box at a place of a scene, or null.
 * @returns {Box|null}
 */
export function boxAt(scene, row, x) {
  const box = row >= 0 && row < scene.rowCount ? scene.boxFrom(row, x) : null
  return box && box.start <= x ? box : null
}

/** The first index whose value is above `limit`, in an array that goes up. */
export function firstAbove(values, limit) {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle] > limit) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * All stacks of a tree, the heaviest child first; equal weights by the ranks of their frames.
 * @param {FrameTree} tree
 * @param {Weights} weights
 * @param {Int32Array} ranks
 */
export function leftHeavy(tree, weights, ranks) {
  const {rows, halves} = growRows(tree, weights, ranks)
  return new BoxScene(rows, halves[0].total[0] + halves[1].total[0], halves[0].total[0])
}

function growRows(tree, {cpu, waiting}, ranks) {
  const halves = [cpu, waiting].map(self => ({self, total: totalWeights(tree, self)}))
  const children = sortedChildren(tree, halves[0].total, halves[1].total, ranks)
  const rows = []
  let row = {
    nodes: [0, 0],
    halves: [0, 1],
    start: [0, halves[0].total[0]],
  }
  while ((row = nextRow(row, children, halves, tree.frame)).nodes.length) rows.push(row)
  return {rows, halves}
}

function nextRow(above, {first, list}, halves, frames) {
  const row = {nodes: [], halves: [], start: [], end: [], frame: [], self: []}
  above.nodes.forEach((parent, at) => {
    const half = above.halves[at]
    const {self, total} = halves[half]
    let x = above.start[at]
    for (let child = first[parent]; child < first[parent + 1]; child++) {
      const node = list[child]
      if (!(total[node] > 0)) continue
      row.nodes.push(node)
      row.halves.push(half)
      row.start.push(x)
      row.end.push((x += total[node]))
      row.frame.push(frames[node])
      row.self.push(self[node])
    }
  })
  return row
}

function sortedChildren(tree, cpu, waiting, ranks) {
  const children = childLists(tree)
  const {first, list} = children
  const order = (a, b) => cpu[b] + waiting[b] - cpu[a] - waiting[a] || ranks[tree.frame[a]] - ranks[tree.frame[b]]
  for (let node = 0; node < tree.count; node++)
    if (first[node + 1] - first[node] > 1) list.subarray(first[node], first[node + 1]).sort(order)
  return children
}

/**
 * One function in the middle, its callers above and its callees below. Nested calls of itself count once.
 * @param {FrameTree} tree
 * @param {Weights} weights
 * @param {Int32Array} ranks
 * @param {number} frame
 */
export function sandwich(tree, weights, ranks, frame) {
  const outermost = outermostNodes(tree, ranks.length)
  const roots = Int32Array.from(tree.frame.keys()).filter(node => outermost[node] && tree.frame[node] === frame)
  const down = growPart(calleesOf(tree, weights, roots), ranks)
  const up = growPart(callersOf(tree, weights, roots), ranks)
  const callers = up.rows.slice(1).reverse()
  for (const row of callers) row.self = row.self.map(() => NaN)
  const {total} = down.halves[0]
  return new BoxScene([...callers, ...down.rows], total[0] + down.halves[1].total[0], total[0], callers.length)
}

function growPart({builder, cpu, waiting}, ranks) {
  const tree = builder.finish()
  const whole = self => Float64Array.from({length: tree.count}, (_, node) => self[node] ?? 0)
  return growRows(tree, {cpu: whole(cpu), waiting: whole(waiting)}, ranks)
}

function calleesOf(tree, weights, roots) {
  const part = {builder: new TreeBuilder(), cpu: [], waiting: []}
  const map = new Int32Array(tree.count)
  for (const root of roots) map[root] = part.builder.child(0, tree.frame[root])
  for (let node = 1; node < tree.count; node++) {
    const above = map[tree.parent[node]]
    if (above) map[node] = part.builder.child(above, tree.frame[node])
    if (map[node]) addWeights(part, map[node], weights.cpu[node], weights.waiting[node])
  }
  return part
}

function callersOf(tree, weights, roots) {
  const part = {builder: new TreeBuilder(), cpu: [], waiting: []}
  const cpu = totalWeights(tree, weights.cpu)
  const waiting = totalWeights(tree, weights.waiting)
  for (const root of roots) {
    let leaf = 0
    if (cpu[root] + waiting[root] > 0)
      for (let node = root; node > 0; node = tree.parent[node]) leaf = part.builder.child(leaf, tree.frame[node])
    addWeights(part, leaf, cpu[root], waiting[root])
  }
  return part
}

function addWeights({cpu, waiting}, node, onCpu, waits) {
  cpu[node] = (cpu[node] ?? 0) + onCpu
  waiting[node] = (waiting[node] ?? 0) + waits
}
