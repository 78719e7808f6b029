// Which part of a profile is looked at: a fiber's samples, on-CPU or waiting or both, of a range of time, as a tree of all frames or
// only of some.
import {TreeBuilder, outermostNodes} from './trie.js'

/**
 * @typedef {import('./model.js').Model} Model
 * @typedef {import('./model.js').Profile} Profile
 * @typedef {import('./trie.js').FrameTree} FrameTree
 * @typedef {{tree: FrameTree, map: Int32Array|null}} Shown  `map` leads from the model's nodes to those of `tree`; null: the same
 * @typedef {{cpu: Float64Array, waiting: Float64Array}} Weights  by node
 * @typedef {'both'|'cpu'|'waiting'} States
 */

/**
 * The tree without frames of the runtime (`mine`), and with each function once on a path (`collapse`): what a recursive call calls
 * hangs at the outermost one.
 * @param {Model} model
 * @param {{mine: boolean, collapse: boolean}} options
 * @returns {Shown}
 */
export function shownTree({tree, frames}, {mine, collapse}) {
  if (!mine && !collapse) return {tree, map: null}
  const builder = new TreeBuilder()
  const map = new Int32Array(tree.count)
  for (let node = 1; node < tree.count; node++) {
    const parent = map[tree.parent[node]]
    const frame = tree.frame[node]
    if (mine && frames.runtime[frame]) map[node] = parent
    else map[node] = (collapse && sameAbove(builder, parent, frame)) || builder.child(parent, frame)
  }
  return {tree: builder.finish(), map}
}

/** The nearest node of that frame from `node` upwards, or 0. */
function sameAbove({parent, frame}, node, wanted) {
  while (node > 0 && frame[node] !== wanted) node = parent[node]
  return Math.max(node, 0)
}

/**
 * Weights of the samples by their node, those on a CPU and those that wait.
 * @param {Profile} profile
 * @param {Shown} shown
 * @param {{states: States, range: [number, number]|null}} selection  the range counts from the profile's first sample
 * @returns {Weights}
 */
export function selfWeights(profile, {tree, map}, {states, range}) {
  const self = {cpu: new Float64Array(tree.count), waiting: new Float64Array(tree.count)}
  const [from, to] = range ?? [-Infinity, Infinity]
  const {nodes, weights, waiting} = profile
  let time = 0
  for (let i = 0; i < nodes.length; i++) {
    const start = time
    time += weights[i]
    const weight = start >= from && time <= to ? weights[i] : Math.min(time, to) - Math.max(start, from)
    const waits = waiting !== null && waiting[i] === 1
    if (!(weight > 0) || (waits ? states === 'cpu' : states === 'waiting')) continue
    const node = map ? map[nodes[i]] : nodes[i]
    if (waits) self.waiting[node] += weight
    else self.cpu[node] += weight
  }
  return self
}

/** The weights of nodes with all that is below them. @param {FrameTree} tree @param {Float64Array} self */
export function totalWeights(tree, self) {
  const totals = self.slice()
  for (let node = tree.count - 1; node > 0; node--) totals[tree.parent[node]] += totals[node]
  return totals
}

/**
 * Self and total of every frame; recursion counts once.
 * @param {FrameTree} tree
 * @param {Weights} weights
 * @param {number} frameCount
 */
export function functionWeights(tree, {cpu, waiting}, frameCount) {
  const self = new Float64Array(frameCount)
  const total = new Float64Array(frameCount)
  const waits = new Float64Array(frameCount) // of the total
  const outermost = outermostNodes(tree, frameCount)
  const totals = totalWeights(tree, cpu)
  const waitingTotals = totalWeights(tree, waiting)
  for (let node = 1; node < tree.count; node++) {
    const frame = tree.frame[node]
    self[frame] += cpu[node] + waiting[node]
    if (!outermost[node]) continue
    total[frame] += totals[node] + waitingTotals[node]
    waits[frame] += waitingTotals[node]
  }
  return {self, total, waits, whole: totals[0] + waitingTotals[0]}
}
