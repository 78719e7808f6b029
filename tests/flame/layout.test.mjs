import assert from 'node:assert/strict'
import test from 'node:test'
import {functionWeights, selfWeights, shownTree} from '../../share/osprey-prof/flame/filter.js'
import {boxAt, leftHeavy, sandwich} from '../../share/osprey-prof/flame/layout.js'
import {rankFrames} from '../../share/osprey-prof/flame/colour.js'
import {coveredPart, matchFrames} from '../../share/osprey-prof/flame/search.js'
import {TimeScene} from '../../share/osprey-prof/flame/timeline.js'
import {fileOf, modelOf, rowsOf} from './support.mjs'

/** Everything of a profile of one fiber, by the options of a view. */
function look(folded, {states = 'both', range = null, mine = false, collapse = false} = {}) {
  const model = modelOf(fileOf({main: folded}))
  const {names, files} = model.frames
  const ranks = rankFrames(names, files)
  const shown = shownTree(model, {mine, collapse})
  const weights = selfWeights(model.profiles[0], shown, {states, range})
  const frame = name => names.indexOf(name)
  return {
    names,
    frame,
    model,
    heavy: leftHeavy(shown.tree, weights, ranks),
    time: new TimeScene(model.profiles[0], shown, states),
    sandwich: name => sandwich(shown.tree, weights, ranks, frame(name)),
    functions: functionWeights(shown.tree, weights, names.length),
  }
}

const heavy = (folded, options) => {
  const {heavy, names} = look(folded, options)
  return rowsOf(heavy, names)
}
const time = (folded, options) => {
  const {time, names} = look(folded, options)
  return rowsOf(time, names)
}
const between = (folded, name) => {
  const view = look(folded)
  const scene = view.sandwich(name)
  return [scene.middle, ...rowsOf(scene, view.names)]
}

const MIXED = 'main;b;x 1|main;a 2|main;b 4|other 3|main;b;x 1'

test('Left Heavy puts equal stacks together, the heaviest first', () => {
  assert.deepEqual(heavy(MIXED), ['main 0-8 | other 8-11', 'b 0-6 | a 6-8', 'x 0-2'])
})

test('equal weights are in the order of file and name', () => {
  assert.deepEqual(heavy('b@z 1|a@z 1|c@a 1'), ['c 0-1 | a 1-2 | b 2-3'])
})

test('Time Order keeps the order, and joins what goes on', () => {
  assert.deepEqual(time(MIXED), [
    'main 0-7 | other 7-10 | main 10-11',
    'b 0-1 | a 1-3 | b 3-7 | b 10-11',
    'x 0-1 | x 10-11',
  ])
})

test('waiting stands apart in Left Heavy, behind what was on a CPU', () => {
  const view = look('main;read 5w|main;fib 2|main;read 1')
  assert.deepEqual(rowsOf(view.heavy, view.names), ['main 0-3 | main 3-8', 'read 0-1 | fib 1-3 | read 3-8'])
  assert.equal(view.heavy.split, 3)
  assert.equal(view.heavy.waitingShare(2, 4), 0.5)
})

test('on-CPU and waiting alone leave the other out', () => {
  const folded = 'main;read 5w|main;fib 2|main;read 1'
  assert.deepEqual(heavy(folded, {states: 'cpu'}), ['main 0-3', 'fib 0-2 | read 2-3'])
  assert.deepEqual(heavy(folded, {states: 'waiting'}), ['main 0-5', 'read 0-5'])
  assert.deepEqual(time(folded, {states: 'cpu'}), ['main 5-8', 'fib 5-7 | read 7-8'])
  assert.deepEqual(time(folded, {states: 'waiting'}), ['main 0-5', 'read 0-5'])
})

test('Time Order knows which part of a stretch waits', () => {
  const {time} = look('main;read 4w|main 4')
  assert.deepEqual([time.waitingShare(0, 8), time.waitingShare(3, 5), time.waitingShare(4, 8)], [0.5, 0.5, 0])
})

test('a range of time takes the parts of the samples at its ends', () => {
  assert.deepEqual(heavy(MIXED, {range: [0.5, 4]}), ['main 0-3.5', 'a 0-2 | b 2-3.5', 'x 2-2.5'])
})

test('only my code leaves the frames of the runtime out, not what they called', () => {
  assert.deepEqual(heavy('!start;main;!libc 2|!start;main 1|!start 4', {mine: true}), ['main 0-3'])
  assert.equal(look('!start;main;!libc 2|!start 4', {mine: true}).heavy.total, 6)
})

test('a collapsed recursion hangs what it calls at the outermost call', () => {
  assert.deepEqual(heavy('main;f;f;f;x 1|main;f;x 2|main;f;f 3', {collapse: true}), ['main 0-6', 'f 0-6', 'x 0-3'])
  assert.deepEqual(heavy('a;b;a;b;c 1', {collapse: true}), ['a 0-1', 'b 0-1', 'c 0-1'])
})

test('Sandwich has callers above, callees below', () => {
  assert.deepEqual(between('main;a;x;p 1|main;b;x;q 2|main;x 4|main 8', 'x'), [
    2,
    'main 4-6 | main 6-7',
    'main 0-4 | b 4-6 | a 6-7',
    'x 0-7',
    'q 0-2 | p 2-3',
  ])
})

test('Sandwich counts a recursion once', () => {
  const [middle, ...rows] = between('main;f;f;f 3|main;f 1', 'f')
  assert.deepEqual([middle, ...rows], [1, 'main 0-4', 'f 0-4', 'f 0-3', 'f 0-3'])
})

test('a function that has no samples gives an empty sandwich', () => {
  const view = look('a 1|b 1w', {states: 'cpu'})
  assert.equal(view.sandwich('b').total, 0)
})

test('functions count once a sample, however often they recur', () => {
  const view = look('main;r;r;r;h 1|main;r;r;h 2|main;n;r 4|main;a;b;a;b 8w')
  const {self, total, waits, whole} = view.functions
  const of = name => [self, total, waits].map(values => values[view.frame(name)])
  assert.deepEqual(
    [of('r'), of('h'), of('main'), of('a'), of('b')],
    [
      [4, 7, 0],
      [3, 3, 0],
      [0, 15, 8],
      [0, 8, 8],
      [8, 8, 8],
    ],
  )
  assert.equal(whole, 15)
})

test('a box is found at its place, with its neighbours and its own time', () => {
  for (const scene of [look('main;a 1|main;b 2|main 1|main;b 1').heavy, look('main;b 3|main;a 1|main 1').time]) {
    const box = boxAt(scene, 1, 1)
    assert.deepEqual([box.start, box.end, box.self], [0, 3, 3])
    const next = scene.boxFrom(1, box.end)
    assert.deepEqual([next.start, next.end], [3, 4])
    assert.equal(scene.boxFrom(1, next.end), null)
    assert.equal(scene.boxBefore(1, next.start).start, 0)
    assert.equal(scene.boxBefore(1, 0), null)
    assert.equal(scene.boxBefore(1, 3.5).start, 3)
    assert.equal(boxAt(scene, 1, 4.5), null)
    assert.equal(boxAt(scene, 2, 1), null)
    assert.equal(boxAt(scene, -1, 1), null)
    assert.equal(boxAt(scene, 0, 2).self, 1)
  }
})

test('a time order of many samples agrees with a plain one, row by row', () => {
  let seed = 7
  const random = limit => (seed = (seed * 48271) % 0x7fffffff) % limit
  const stacks = Array.from({length: 3000}, () =>
    Array.from({length: random(12)}, () => 'abc'[random(2) * random(2) + random(2)]),
  )
  const {time, names} = look(stacks.map(stack => `${stack.join(';')} ${1 + random(3)}`).join('|'))
  const starts = time.starts
  for (let row = 0; row < 12; row++) {
    const plain = []
    stacks.forEach((stack, i) => {
      const before = stacks[i - 1] ?? []
      const goesOn = stack.slice(0, row + 1).every((name, at) => before[at] === name)
      if (stack.length > row && goesOn) plain[plain.length - 1][1] = starts[i + 1]
      else if (stack.length > row) plain.push([starts[i], starts[i + 1], stack[row]])
    })
    const seen = []
    for (let box = time.boxFrom(row, 0); box; box = time.boxFrom(row, box.end))
      seen.push([box.start, box.end, names[box.frame]])
    assert.deepEqual(seen, plain)
  }
})

/** What the pixels of a scene show, a text a row, a letter a pixel. */
function painted({scene, names}, {from = 0, perPixel = 1, width, firstRow = 0, rowCount = scene.rowCount - firstRow}) {
  const cells = new Int32Array(width * rowCount)
  scene.paint({firstRow, rowCount, from, perPixel, width}, cells)
  return Array.from({length: rowCount}, (_, row) =>
    Array.from(cells.subarray(row * width, (row + 1) * width), cell =>
      cell ? names[scene.frameOf(firstRow + row, cell)] : '.',
    ).join(''),
  )
}

test('pixels show the boxes that they are in', () => {
  const {heavy, time, names} = look('m;a 2|m;b 3|m 1|c 1|2|m 1')
  assert.deepEqual(painted({scene: heavy, names}, {width: 10}), ['mmmmmmmc..', 'bbbaa.....'])
  assert.deepEqual(painted({scene: time, names}, {width: 10}), ['mmmmmmc..m', 'aabbb.....'])
  assert.deepEqual(painted({scene: time, names}, {width: 8, from: -2}), ['..mmmmmm', '..aabbb.'])
  assert.deepEqual(painted({scene: heavy, names}, {width: 6, from: 1, perPixel: 0.5}), ['mmmmmm', 'bbbbaa'])
  assert.deepEqual(painted({scene: time, names}, {width: 6, from: 1, perPixel: 0.5, firstRow: 1}), ['aabbbb'])
})

test('a box narrower than a pixel has one of its own when there is room', () => {
  const {heavy, time, names} = look('m 100|999|x 0.1|999')
  assert.equal(painted({scene: time, names}, {perPixel: 100, width: 21})[0], 'm.........x..........')
  assert.equal(painted({scene: heavy, names}, {perPixel: 100, width: 2})[0], 'mx')
})

test('boxes too narrow to see are left out, and leave no hole', () => {
  const folded = Array.from({length: 20000}, (_, i) => `${'abcdef'[i % 6]}${i % 7} 1`).join('|')
  const {heavy, time, names} = look(folded)
  for (const scene of [heavy, time]) assert.ok(!painted({scene, names}, {width: 200, perPixel: 100})[0].includes('.'))
})

test('a stack of 10,000 frames is laid out', () => {
  const folded = `${Array.from({length: 10000}, (_, i) => `f${i % 50}`).join(';')} 1|f0 1`
  const view = look(folded)
  assert.deepEqual([view.heavy.rowCount, view.time.rowCount], [10000, 10000])
  assert.equal(view.sandwich('f3').rowCount, 3 + 10000 - 3)
  assert.equal(view.functions.total[view.frame('f0')], 2)
})

test('a search counts nested matches once, inside the zoomed part', () => {
  const folded = 'main;outer;inner;outer 3|main;inner 1|main;x;outer 2|main 4'
  const view = look(folded)
  const matches = matchFrames(view.names, 'OUTER')
  for (const scene of [view.heavy, view.time]) {
    const found = scene.find(matches, 0, 10)
    assert.deepEqual([found.length, coveredPart(found, 0, 10)], [2, 5])
  }
  const zoomed = view.heavy.find(matches, 0, 3)
  assert.deepEqual([zoomed.length, coveredPart(zoomed, 0, 3)], [1, 3])
  assert.deepEqual(
    view.time.find(matches, 2, 5).map(({start, end}) => [start, end]),
    [
      [0, 3],
      [4, 6],
    ],
  )
  assert.equal(coveredPart(view.time.find(matches, 2, 5), 2, 5), 2)
})

test('a search takes any character as itself, and finds nothing without dying', () => {
  assert.deepEqual([...matchFrames(['f(', 'É', '日本', 'a.b'], '(')], [1, 0, 0, 0])
  assert.deepEqual([...matchFrames(['f(', 'É', '日本', 'axb'], 'é')], [0, 1, 0, 0])
  assert.deepEqual([...matchFrames(['a.b', 'axb'], 'a.b')], [1, 0])
  const view = look('a 1')
  assert.deepEqual(view.heavy.find(matchFrames(view.names, 'zzz'), 0, 1), [])
})

test('a search in a sandwich finds callers and callees', () => {
  const view = look('hit;x;hit 1|main;x 1')
  assert.equal(view.sandwich('x').find(matchFrames(view.names, 'hit'), 0, 2).length, 2)
})

test('an empty profile has no rows', () => {
  const view = look('')
  assert.deepEqual([view.heavy.rowCount, view.time.rowCount, view.heavy.total, view.time.total], [0, 0, 0, 0])
  assert.equal(boxAt(view.time, 0, 0), null)
})
