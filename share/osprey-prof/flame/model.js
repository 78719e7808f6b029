// A speedscope file (https://www.speedscope.app/file-format-schema.json) as numbers in typed arrays. Besides that format it reads
// what prof-to-speedscope adds: a frame's "kind":"runtime", a profile's "states", a digit a sample, 1 for waiting.
import {FileError, Scanner} from './scan.js'
import {readEvents, readRows, readWeights} from './samples.js'
import {TreeBuilder} from './trie.js'

const KINDS = 'Open a .speedscope.json file: prof-to-speedscope and osprey --profile write it.'

/**
 * @typedef {import('./trie.js').FrameTree} FrameTree
 * @typedef {{names: string[], files: string[], lines: Int32Array, runtime: Uint8Array}} Frames
 * `lines` are 0 when unknown; a file is '' when unknown.
 * @typedef {{name: string, unit: string, start: number, total: number, nodes: Int32Array, weights: Float64Array,
 *   waiting: Uint8Array|null}} Profile
 * Its samples in their order: a node of the tree, and how long. `start` is the file's time of the first one. `waiting` is null when
 * the file doesn't tell.
 * @typedef {{name: string, exporter: string, active: number, frames: Frames, tree: FrameTree, profiles: Profile[]}} Model
 */

/**
 * Reads a file in small steps: call next() until it is done, its value is the Model. Yields the share that is read, 0 to 1. Dies
 * with a FileError.
 * @param {Uint8Array} bytes
 */
export function* readModel(bytes) {
  refuseOtherKinds(bytes)
  const scanner = new Scanner(bytes)
  const builder = new TreeBuilder()
  const file = {name: '', exporter: '', active: 0, frames: null, profiles: null}
  scanner.enterObject()
  for (let key; (key = scanner.key()) !== null;) {
    if (key === 'shared' && scanner.atObject()) file.frames = readShared(scanner)
    else if (key === 'profiles' && scanner.atList()) file.profiles = yield* readProfiles(scanner, builder)
    else if (key === 'name') file.name = textOf(scanner.value())
    else if (key === 'exporter') file.exporter = textOf(scanner.value())
    else if (key === 'activeProfileIndex') file.active = Number(scanner.value()) || 0
    else if (key === 'nodes') throw new FileError(`This is a .cpuprofile, for VS Code's own viewer. ${KINDS}`)
    else if (key === 'images' || key === 'rate_hz') throw new FileError(`This is a raw profile or records. ${KINDS}`)
    else scanner.skip()
  }
  if (!file.frames || !file.profiles) throw new FileError(`This is JSON, but no speedscope file. ${KINDS}`)
  if (scanner.peek() !== undefined) scanner.fail('the end of the file')
  return checked(file, builder.finish())
}

function refuseOtherKinds(bytes) {
  const first = bytes.find(byte => byte > 0x20)
  if (first === undefined) throw new FileError(`The file is empty. ${KINDS}`)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new FileError('The file is compressed. Unpack it with gunzip first.')
  if (first !== 0x7b) throw new FileError(`This is no speedscope file: it does not begin with "{". ${KINDS}`)
}

function textOf(value) {
  return typeof value === 'string' ? value : ''
}

function readShared(scanner) {
  let frames = null
  scanner.enterObject()
  for (let key; (key = scanner.key()) !== null;) {
    if (key === 'frames' && scanner.atList()) frames = readFrames(scanner.value())
    else scanner.skip()
  }
  return frames
}

function readFrames(list) {
  const frames = {names: [], files: [], lines: new Int32Array(list.length), runtime: new Uint8Array(list.length)}
  list.forEach((frame, index) => {
    frames.names.push(textOf(frame?.name) || '(no name)')
    frames.files.push(textOf(frame?.file))
    frames.lines[index] = frame?.line > 0 ? frame.line : 0
    frames.runtime[index] = Number(frame?.kind === 'runtime')
  })
  return frames
}

function* readProfiles(scanner, builder) {
  const profiles = []
  scanner.enterList()
  while (scanner.more()) profiles.push(yield* readProfile(scanner, builder))
  return profiles
}

function* readProfile(scanner, builder) {
  const profile = {name: '', unit: 'none', start: 0, rows: null, weights: null, states: null}
  scanner.enterObject()
  for (let key; (key = scanner.key()) !== null;) {
    if (key === 'samples' && scanner.atList()) profile.rows = yield* readRows(scanner, builder)
    else if (key === 'weights' && scanner.atList()) profile.weights = yield* readWeights(scanner)
    else if (key === 'events' && scanner.atList()) profile.events = yield* readEvents(scanner, builder)
    else if (key === 'states') profile.states = textOf(scanner.value())
    else if (key === 'name') profile.name = textOf(scanner.value())
    else if (key === 'unit') profile.unit = textOf(scanner.value())
    else if (key === 'startValue') profile.start = Number(scanner.value()) || 0
    else scanner.skip()
  }
  return finishProfile(profile)
}

function finishProfile({name, unit, start, rows, weights, states, events}) {
  if (events) {
    rows = events.rows
    weights = events.weights
  }
  const shown = name || 'profile'
  if (!rows || !weights) throw new FileError(`The profile "${shown}" has neither samples with weights nor events.`)
  const nodes = rows.finish()
  const lengths = weights.finish()
  if (nodes.length !== lengths.length)
    throw new FileError(`The profile "${shown}" has ${nodes.length} samples, but ${lengths.length} weights.`)
  if (lengths.some(length => !(length >= 0))) throw new FileError(`The profile "${shown}" has a weight below zero.`)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (total === Infinity) throw new FileError(`The weights of the profile "${shown}" are too large to be added.`)
  return {name: shown, unit, start, total, nodes, weights: lengths, waiting: waitingOf(states, nodes.length, shown)}
}

function waitingOf(states, count, name) {
  if (states === null) return null
  if (states.length !== count)
    throw new FileError(`The profile "${name}" has ${count} samples, but ${states.length} states.`)
  const waiting = new Uint8Array(count)
  for (let at = 0; at < count; at++) waiting[at] = Number(states.charCodeAt(at) === 0x31)
  return waiting
}

function checked(file, tree) {
  const count = file.frames.names.length
  for (let node = 1; node < tree.count; node++)
    if (tree.frame[node] >= count)
      throw new FileError(`A sample names frame ${tree.frame[node]}, but the file has only ${count} frames.`)
  if (!file.profiles.length) throw new FileError('The file has no profiles.')
  return {...file, tree, name: file.name || 'profile', profiles: withAll(file.profiles)}
}

/** Several profiles of another tool have no profile of all: there they follow each other. */
function withAll(profiles) {
  const [{unit}] = profiles
  if (
    profiles.length === 1 ||
    profiles.some(({name}) => name === 'all fibers') ||
    profiles.some(other => other.unit !== unit)
  )
    return profiles
  const count = profiles.reduce((sum, {nodes}) => sum + nodes.length, 0)
  const all = {
    name: 'all profiles',
    unit,
    start: 0,
    total: 0,
    nodes: new Int32Array(count),
    weights: new Float64Array(count),
    waiting: null,
  }
  let at = 0
  for (const {nodes, weights, total} of profiles) {
    all.nodes.set(nodes, at)
    all.weights.set(weights, at)
    all.total += total
    at += nodes.length
  }
  return all.total < Infinity ? [...profiles, all] : profiles
}

/** The buffers of a model, to hand it from a worker to its page without copying. @param {Model} model */
export function buffersOf({frames, tree, profiles}) {
  const arrays = [frames.lines, frames.runtime, tree.parent, tree.frame]
  for (const {nodes, weights, waiting} of profiles) arrays.push(nodes, weights, ...(waiting ? [waiting] : []))
  return arrays.map(array => array.buffer)
}
