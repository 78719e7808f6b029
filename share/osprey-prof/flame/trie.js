// A tree of frames that grows. Node 0 is the root, which stands for no frame; a parent comes before its children.

const FIRST_NODES = 1024

/** @typedef {{count: number, parent: Int32Array, frame: Int32Array}} FrameTree */

export class TreeBuilder {
  constructor() {
    this.count = 1
    this.parent = new Int32Array(FIRST_NODES)
    this.frame = new Int32Array(FIRST_NODES)
    this.parent[0] = this.frame[0] = -1
    this.slots = new Int32Array(4 * FIRST_NODES) // nodes by (parent, frame), open addressing; 0 is free
  }

  /**
   * The child of a node for a frame, made when there is none.
   * @param {number} parent
   * @param {number} frame
   */
  child(parent, frame) {
    const {slots} = this
    const mask = slots.length - 1
    let slot = slotOf(parent, frame) & mask
    for (let node; (node = slots[slot]); slot = (slot + 1) & mask)
      if (this.parent[node] === parent && this.frame[node] === frame) return node
    return this.add(parent, frame, slot)
  }

  add(parent, frame, slot) {
    const node = this.count++
    if (node === this.parent.length) this.grow()
    this.parent[node] = parent
    this.frame[node] = frame
    if (4 * node < this.slots.length) this.slots[slot] = node
    else this.rehash()
    return node
  }

  grow() {
    this.parent = widened(this.parent)
    this.frame = widened(this.frame)
  }

  rehash() {
    const slots = new Int32Array(4 * this.slots.length)
    const mask = slots.length - 1
    for (let node = 1; node < this.count; node++) {
      let slot = slotOf(this.parent[node], this.frame[node]) & mask
      while (slots[slot]) slot = (slot + 1) & mask
      slots[slot] = node
    }
    this.slots = slots
  }

  /** @returns {FrameTree} */
  finish() {
    return {count: this.count, parent: this.parent.slice(0, this.count), frame: this.frame.slice(0, this.count)}
  }
}

function slotOf(parent, frame) {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(frame, 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}

/** A copy with twice the room. @template {Int32Array|Float64Array} T @param {T} array @returns {T} */
export function widened(array) {
  const wide = new array.constructor(2 * array.length)
  wide.set(array)
  return wide
}

/**
 * The children of every node: those of n are list[first[n]] up to list[first[n + 1]], in the order of their making.
 * @param {FrameTree} tree
 */
export function childLists(tree) {
  const first = new Int32Array(tree.count + 2)
  for (let node = 1; node < tree.count; node++) first[tree.parent[node] + 2]++
  for (let node = 1; node < tree.count + 2; node++) first[node] += first[node - 1]
  const list = new Int32Array(tree.count)
  for (let node = 1; node < tree.count; node++) list[first[tree.parent[node] + 1]++] = node
  return {first, list}
}

/**
 * Marks the nodes that have no ancestor of their own frame: what counts for a function's total, so that recursion counts once.
 * @param {FrameTree} tree
 * @param {number} frameCount
 */
export function outermostNodes(tree, frameCount) {
  const {first, list} = childLists(tree)
  const outermost = new Uint8Array(tree.count)
  const open = new Int32Array(frameCount)
  const next = first.slice()
  let node = 0
  while (node >= 0) {
    if (next[node] < first[node + 1]) {
      node = list[next[node]++]
      outermost[node] = Number(open[tree.frame[node]]++ === 0)
    } else {
      if (node > 0) open[tree.frame[node]]--
      node = tree.parent[node]
    }
  }
  return outermost
}

/**
 * Depths, and for each node an ancestor to jump to, so that a common ancestor is found in steps that grow with the logarithm of
 * the depth (E. W. Myers, "An applicative random-access stack", 1983).
 * @param {FrameTree} tree
 */
export function ancestry(tree) {
  const depth = new Int32Array(tree.count)
  const jump = new Int32Array(tree.count)
  for (let node = 1; node < tree.count; node++) {
    const parent = tree.parent[node]
    const far = jump[parent]
    depth[node] = depth[parent] + 1
    jump[node] = depth[parent] - depth[far] === depth[far] - depth[jump[far]] ? jump[far] : parent
  }
  return {parent: tree.parent, depth, jump}
}

/** The ancestor at a depth, or the node itself when it is not deeper. */
export function ancestorAt({parent, depth, jump}, node, wanted) {
  while (depth[node] > wanted) node = depth[jump[node]] >= wanted ? jump[node] : parent[node]
  return node
}

/** The deepest node that both are, or come from. */
export function commonAncestor(lines, a, b) {
  const {parent, depth, jump} = lines
  if (depth[a] > depth[b]) a = ancestorAt(lines, a, depth[b])
  else b = ancestorAt(lines, b, depth[a])
  while (a !== b) {
    const farther = jump[a] !== jump[b]
    a = farther ? jump[a] : parent[a]
    b = farther ? jump[b] : parent[b]
  }
  return a
}
