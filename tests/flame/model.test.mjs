import assert from 'node:assert/strict'
import fs from 'node:fs'
import test from 'node:test'
import {readModel} from '../../share/osprey-prof/flame/model.js'
import {bytesOf, fileOf, modelOf, readWholeModel} from './support.mjs'

const golden = new URL('../data/exports/fibers.speedscope.json', import.meta.url)

/** The stacks of a profile, as folded text. */
function folded({tree, frames}, {nodes, weights, waiting}) {
  return Array.from(nodes, (node, i) => {
    const names = []
    for (let at = node; at > 0; at = tree.parent[at]) names.unshift(frames.names[tree.frame[at]])
    return `${names.join(';')} ${weights[i]}${waiting?.[i] ? 'w' : ''}`.trim()
  }).join('|')
}

test('samples, weights, states and frames are read as they stand', () => {
  const text = 'main;fib;fib 3|main;fib 0.5w|main 2|lone 1w'
  const model = modelOf(fileOf({main: text.replace('main', 'main@/w/a.c:7').replaceAll('|main', '|main@/w/a.c:7')}))
  assert.equal(folded(model, model.profiles[0]), text)
  assert.equal(model.profiles[0].total, 6.5)
  assert.deepEqual([model.frames.files[0], model.frames.lines[0]], ['/w/a.c', 7])
})

test('the kind of a frame is read', () => {
  const {frames} = modelOf(fileOf({main: '!start;main 1'}))
  assert.deepEqual([...frames.runtime], [1, 0])
})

test('the golden export is read: a profile a fiber, and all fibers last', () => {
  const model = readWholeModel(fs.readFileSync(golden))
  assert.deepEqual(
    model.profiles.map(({name}) => name),
    ['main', 'fiber-3', 'fiber-1', 'fiber-2', 'effect-3', 'all fibers'],
  )
  const parsed = JSON.parse(fs.readFileSync(golden, 'utf8'))
  parsed.profiles.forEach((profile, at) => {
    assert.deepEqual([...model.profiles[at].weights], profile.weights)
    const names = profile.samples.map(row => row.map(frame => parsed.shared.frames[frame].name).join(';'))
    assert.equal(
      folded(model, model.profiles[at]).replaceAll('w', ''),
      names
        .map((name, i) => `${name} ${profile.weights[i]}`)
        .join('|')
        .replaceAll('w', ''),
    )
  })
})

test('white space and the order of keys do not matter', () => {
  const file = fileOf({main: 'a;b 1|a 2w'})
  const {profiles, shared} = file
  const turned = JSON.stringify(
    {profiles: profiles.map(profile => Object.fromEntries(Object.entries(profile).reverse())), shared},
    null,
    3,
  )
  const model = modelOf(turned)
  assert.equal(folded(model, model.profiles[0]), 'a;b 1|a 2w')
})

test('numbers are read to their last bit', () => {
  const numbers = [
    '0',
    '1',
    '0.001003009',
    '12345.678901234',
    '1e-9',
    '1.5E3',
    '0.1',
    '123456789012345678',
    '3.0000000000000000000000004',
    '9007199254740993',
  ]
  const model = modelOf(
    `{"shared":{"frames":[{"name":"a"}]},"profiles":[{"samples":[${numbers.map(() => '[0]')}],"weights":[${numbers}]}]}`,
  )
  assert.deepEqual([...model.profiles[0].weights], numbers.map(Number))
})

test('events are samples between them', () => {
  const events = [
    ['O', 0, 10],
    ['O', 1, 11],
    ['C', 1, 13],
    ['O', 2, 13],
    ['C', 2, 14],
    ['C', 0, 16],
    ['O', 0, 18],
    ['C', 0, 19],
  ]
  const model = modelOf({
    shared: {frames: [{name: 'a'}, {name: 'b'}, {name: 'c'}]},
    profiles: [
      {
        type: 'evented',
        name: 'x',
        unit: 'none',
        startValue: 10,
        endValue: 19,
        events: events.map(([type, frame, at]) => ({type, frame, at})),
      },
    ],
  })
  assert.equal(folded(model, model.profiles[0]), 'a 1|a;b 2|a;c 1|a 2|2|a 1')
})

test('profiles of another tool get one of all, one behind the other', () => {
  const model = modelOf(fileOf({one: 'a 1', two: 'b 2|a 1'}))
  assert.equal(model.profiles.at(-1).name, 'all profiles')
  assert.equal(folded(model, model.profiles.at(-1)), 'a 1|b 2|a 1')
})

test('a profile without samples is read', () => {
  assert.equal(modelOf(fileOf({'no samples': ''})).profiles[0].total, 0)
})

test('reading yields between steps, so that a page stays alive', () => {
  const rows = Array(400000).fill('[0,1,2]').join(',')
  const steps = readModel(
    bytesOf(`{"shared":{"frames":[{},{},{}]},"profiles":[{"samples":[${rows}],"weights":[${Array(400000).fill(1)}]}]}`),
  )
  let count = 0
  for (let before = 0, step; !(step = steps.next()).done; before = step.value, count++)
    assert.ok(step.value >= before && step.value <= 1)
  assert.ok(count >= 3)
})

test('a file that was cut anywhere is refused with a message', () => {
  const bytes = bytesOf(fileOf({main: 'a;b 1|a 2w|a;c 10.25'}))
  for (let length = 0; length < bytes.length; length++)
    assert.throws(
      () => readWholeModel(bytes.subarray(0, length)),
      {message: length ? /cut|damaged/ : /empty/},
      `at ${length}`,
    )
})

for (const [what, text, message] of [
  ['an empty file', '', /empty/],
  ['white space', ' \n', /empty/],
  ['a compressed file', '\x1f\u008b', /no speedscope file|compressed/],
  ['text', 'main;fib 3', /no speedscope file/],
  ['a list', '[1]', /no speedscope file/],
  ['other JSON', '{"a":[1,{"b":2}]}', /no speedscope file/],
  ['a .cpuprofile', '{"nodes":[{"id":1}],"samples":[1]}', /\.cpuprofile/],
  ['a raw profile', '{"version":1,"rate_hz":997}', /raw profile/],
  ['no profiles', '{"shared":{"frames":[]},"profiles":[]}', /no profiles/],
  [
    'a frame that is not there',
    '{"shared":{"frames":[{}]},"profiles":[{"samples":[[1]],"weights":[1]}]}',
    /names frame 1/,
  ],
  [
    'too few weights',
    '{"shared":{"frames":[{}]},"profiles":[{"name":"x","samples":[[0],[0]],"weights":[1]}]}',
    /"x" has 2 samples, but 1 weights/,
  ],
  ['a negative weight', '{"shared":{"frames":[{}]},"profiles":[{"samples":[[0]],"weights":[-1]}]}', /below zero/],
  ['an endless weight', '{"shared":{"frames":[{}]},"profiles":[{"samples":[[0]],"weights":[1e400]}]}', /too large/],
  [
    'weights whose sum is endless',
    '{"shared":{"frames":[{}]},"profiles":[{"samples":[[0],[0]],"weights":[1e308,1e308]}]}',
    /too large/,
  ],
  ['too few states', '{"shared":{"frames":[{}]},"profiles":[{"samples":[[0]],"weights":[1],"states":""}]}', /states/],
  ['neither samples nor events', '{"shared":{"frames":[{}]},"profiles":[{"name":"x"}]}', /"x" has neither/],
  [
    'a word for a frame',
    '{"shared":{"frames":[{}]},"profiles":[{"samples":[["a"]],"weights":[1]}]}',
    /byte 51: the number of a frame/,
  ],
  ['a word for a weight', '{"shared":{"frames":[{}]},"profiles":[{"samples":[[0]],"weights":["a"]}]}', /a number/],
  [
    'junk behind the end',
    '{"shared":{"frames":[{}]},"profiles":[{"samples":[[0]],"weights":[1]}]}{}',
    /the end of the file/,
  ],
  [
    'events that close what is not open',
    '{"shared":{"frames":[{}]},"profiles":[{"events":[{"type":"C","frame":0,"at":1}]}]}',
    /not the innermost/,
  ],
  [
    'events that go back in time',
    '{"shared":{"frames":[{}]},"profiles":[{"events":[{"type":"O","frame":0,"at":2},{"type":"C","frame":0,"at":1}]}]}',
    /order of time/,
  ],
])
  test(`${what}: refused with a message`, () => {
    assert.throws(() => modelOf(text), {message})
  })

test('compressed bytes are told as such', () => {
  assert.throws(() => readWholeModel(Uint8Array.of(0x1f, 0x8b, 8, 0)), {message: /compressed/})
})

test('a stack of 100,000 frames is read', () => {
  const model = modelOf(fileOf({main: `${Array(100000).fill('a').join(';')} 1`}))
  assert.equal(model.tree.count, 100001)
})

test('JSON nested 100,000 deep is gone over', () => {
  const model = modelOf(
    `{"x":${'['.repeat(100000)}${']'.repeat(100000)},"shared":{"frames":[{}]},"profiles":[{"samples":[[0]],"weights":[1]}]}`,
  )
  assert.equal(model.profiles.length, 1)
})
