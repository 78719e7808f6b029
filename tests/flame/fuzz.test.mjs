// Files that nobody would write by hand: good ones, made at random, which must mean what JSON.parse says that they mean; and damaged ones,
// of which each must be a message or a profile that can be shown, and never anything else. A seed stands for a file, so that what is found
// can be had again: FLAME_SEED=17 FLAME_FILES=1 node --test tests/flame/fuzz.test.mjs
import assert from 'node:assert/strict'
import fs from 'node:fs'
import test from 'node:test'
import {rankFrames} from '../../share/osprey-prof/flame/colour.js'
import {functionWeights, selfWeights, shownTree} from '../../share/osprey-prof/flame/filter.js'
import {leftHeavy, sandwich} from '../../share/osprey-prof/flame/layout.js'
import {FileError} from '../../share/osprey-prof/flame/scan.js'
import {TimeScene} from '../../share/osprey-prof/flame/timeline.js'
import {bytesOf, readWholeModel} from './support.mjs'

const FIRST_SEED = Number(process.env.FLAME_SEED ?? 1)
const FILES = Number(process.env.FLAME_FILES ?? 400)
const HANG = {timeout: 300000} // a reader that goes round and round
const seeds = Array.from({length: FILES}, (_, at) => FIRST_SEED + at)

const exports = new URL('../data/exports/', import.meta.url)
const golden = fs
  .readdirSync(exports)
  .filter(name => name.endsWith('.json'))
  .map(name => fs.readFileSync(new URL(name, exports)))

/** Whole numbers below a limit, always the same for a seed. */
function generator(seed) {
  let state = (seed * 0x9e3779b1) >>> 0
  return limit => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const some = (random, most, item) => Array.from({length: random(most + 1)}, item)
const one = (random, list) => list[random(list.length)]

// --- good files

const NAMES = ['main', 'fib', '', 'a;b 7', '"quoted"\\', 'größe→計算', '\u202e', '</script>', '[]{},:', '\ud800', '0']

function randomFrame(random) {
  const frame = {name: one(random, NAMES) + random(3)}
  if (random(2)) frame.file = one(random, ['/w/a.c', 'b ]', ''])
  if (random(2)) frame.line = random(2000)
  if (random(4) === 0) frame.kind = 'runtime'
  return frame
}

const randomWeight = random => one(random, [random(5), random(1000) / 1000, 1 / (1 + random(9)), 2 ** 53, 1e-9])

function sampled(random, frameCount) {
  const row = () => some(random, random(10) ? 5 : 300, () => random(frameCount))
  const rows = some(random, 6, row)
  const samples = rows.length ? some(random, 40, () => one(random, rows)) : []
  const profile = {type: 'sampled', samples, weights: samples.map(() => randomWeight(random))}
  if (random(2)) profile.states = samples.map(() => random(2)).join('')
  return profile
}

function evented(random, frameCount) {
  const events = []
  const open = []
  for (let at = random(9), left = random(40); left-- > 0 || open.length; at += random(3)) {
    const opens = !open.length || (left > 0 && random(2))
    if (opens) open.push(random(frameCount))
    events.push({type: opens ? 'O' : 'C', frame: opens ? open.at(-1) : open.pop(), at})
  }
  return {type: 'evented', events}
}

function randomProfile(random, frameCount) {
  const profile = random(3) ? sampled(random, frameCount) : evented(random, frameCount)
  return {name: one(random, ['main', 'fiber-1']), unit: one(random, ['seconds', 'none', 'bytes']), startValue: 0, ...profile}
}

function randomFile(random) {
  const frames = Array.from({length: 1 + random(30)}, () => randomFrame(random))
  const profiles = Array.from({length: 1 + random(3)}, () => randomProfile(random, frames.length))
  return {name: 'made', other: {deep: [[{}], 'x']}, shared: {frames}, profiles}
}

/** The same values, in another order of keys, with white space. */
function written(random, value) {
  const gap = () => ' \n\t\r'.slice(0, random(20) ? 0 : random(5))
  if (Array.isArray(value)) return `[${gap()}${value.map(item => written(random, item)).join(`${gap()},${gap()}`)}${gap()}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).sort(() => random(3) - 1)
  const members = entries.map(([key, item]) => `${JSON.stringify(key)}${gap()}:${gap()}${written(random, item)}`)
  return `{${gap()}${members.join(`,${gap()}`)}${gap()}}`
}

/** Samples of a profile as [frames, weight], read in the plain way. */
function plainSamples({samples, weights, events}) {
  if (samples) return samples.map((row, at) => [row, weights[at]])
  const found = []
  const open = []
  let before = NaN
  for (const {type, frame, at} of events) {
    if (at > before) found.push([open.slice(), at - before])
    before = at
    if (type === 'O') open.push(frame)
    else open.pop()
  }
  return found
}

function framesOf({parent, frame}, node) {
  const frames = []
  for (; node > 0; node = parent[node]) frames.unshift(frame[node])
  return frames
}

test('a random file has the stacks and weights that JSON.parse finds in it', HANG, () => {
  for (const seed of seeds) {
    const random = generator(seed)
    const text = written(random, randomFile(random))
    const model = readWholeModel(bytesOf(text))
    const plain = JSON.parse(text)
    plain.profiles.forEach((profile, at) => {
      const {nodes, weights} = model.profiles[at]
      const read = Array.from(nodes, (node, i) => [framesOf(model.tree, node), weights[i]])
      assert.deepEqual(read, plainSamples(profile), `seed ${seed}, profile ${at}`)
    })
  }
})

// --- damaged files

const TOKENS = ['[', ']', '{', '}', ',', ':', '"', '\\', '-1', '1e400', '1e-400', '9223372036854775808', '0.5', 'null', 'true', '""', '[[', ']]', '\0', '\xff', '\ufeff', '[[0,0],[', '{"at":1}', '"frames":', '"samples":', '"weights":', '"events":', '"nodes":']

const join = (...parts) => Buffer.concat(parts.map(part => Buffer.from(part)))

const DAMAGES = [
  (bytes, at, random) => join(bytes.subarray(0, at), one(random, TOKENS), bytes.subarray(at)),
  (bytes, at, random) => join(bytes.subarray(0, at), one(random, TOKENS), bytes.subarray(at + 1 + random(4))),
  (bytes, at, random) => join(bytes.subarray(0, at), bytes.subarray(at + random(40))),
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at, random) => join(bytes.subarray(0, at), bytes.subarray(Math.max(0, at - random(60)))),
  (bytes, at, random) => {
    const changed = Buffer.from(bytes)
    changed[at] = random(256)
    return changed
  },
]

function damaged(random) {
  let bytes = random(3) ? bytesOf(written(random, randomFile(random))) : one(random, golden)
  for (let count = 1 + random(4); count > 0; count--) bytes = one(random, DAMAGES)(bytes, random(bytes.length + 1), random)
  return new Uint8Array(bytes)
}

const sum = numbers => numbers.reduce((all, number) => all + number, 0)

function near(a, b, what) {
  assert.ok(Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b)), `${what}: ${a}, ${b}`)
}

/** All views of a profile can be laid out, and have its weight. */
function checkViews(model, profile) {
  const {names, files} = model.frames
  const shown = shownTree(model, {mine: false, collapse: false})
  const weights = selfWeights(profile, shown, {states: 'both', range: null})
  const ranks = rankFrames(names, files)
  const rooted = sum(profile.weights)
  near(profile.total, rooted, 'total')
  near(leftHeavy(shown.tree, weights, ranks).total, rooted, 'left heavy')
  near(new TimeScene(profile, shown, 'both').total, rooted, 'time order')
  const {self, total} = functionWeights(shown.tree, weights, names.length)
  if (names.length) near(sandwich(shown.tree, weights, ranks, 0).total, total[0], 'sandwich')
  names.forEach((_, frame) => assert.ok(self[frame] <= total[frame] * (1 + 1e-9) && total[frame] <= rooted * (1 + 1e-9), 'self, total'))
}

function checkModel({tree, frames, profiles, ...model}) {
  assert.ok(profiles.length > 0)
  for (const list of [frames.files, frames.lines, frames.runtime]) assert.equal(list.length, frames.names.length)
  for (const text of [...frames.names, ...frames.files]) assert.equal(typeof text, 'string')
  for (const profile of profiles) {
    assert.equal(profile.weights.length, profile.nodes.length)
    assert.ok(profile.nodes.every(node => node >= 0 && node < tree.count), 'nodes of the tree')
    assert.ok(profile.weights.every(weight => weight >= 0 && weight < Infinity), 'weights that can be added')
    checkViews({tree, frames, profiles, ...model}, profile)
  }
}

/** The model of bytes, or the message that a person gets. */
function modelOrMessage(bytes) {
  try {
    return {model: readWholeModel(bytes)}
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return {message: error.message}
  }
}

test('a damaged file is a message, or a profile that can be shown', HANG, () => {
  let shown = 0
  for (const seed of seeds) {
    const bytes = damaged(generator(seed))
    try {
      const {model, message} = modelOrMessage(bytes)
      if (model) checkModel(model), shown++
      else assert.match(message, /^[A-Z][^\n]{8,300}$/)
    } catch (error) {
      error.message = `seed ${seed}: ${error.message}`
      throw error
    }
  }
  if (FILES > 100) assert.ok(shown > FILES / 50 && shown < FILES, `${shown} of ${FILES} files were shown`)
})
