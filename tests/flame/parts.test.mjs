import assert from 'node:assert/strict'
import test from 'node:test'
import {placeText, roundStep, shareText, shownText, valueText} from '../../share/osprey-prof/flame/format.js'
import {briefName, nameForms} from '../../share/osprey-prof/flame/names.js'
import {Labels} from '../../share/osprey-prof/flame/labels.js'
import {firstState, restoredState} from '../../share/osprey-prof/flame/state.js'
import {sortedFrames} from '../../share/osprey-prof/flame/table.js'
import {keptInside, showing, wholeView, zoomedAt} from '../../share/osprey-prof/flame/viewport.js'
import {fileOf, modelOf} from './support.mjs'

test('a value has three digits that count, in the unit that keeps it short', () => {
  const seconds = [0, 1.2345, 0.9999, 0.01234, 1e-6, 1.5e-9, 123.4, 54321].map(value => valueText(value, 'seconds'))
  assert.deepEqual(seconds, ['0 s', '1.23 s', '1.00 s', '12.3 ms', '1.00 µs', '1.50 ns', '123 s', '54\u202f321 s'])
  assert.equal(valueText(1500, 'microseconds'), '1.50 ms')
  assert.equal(valueText(3 * 2 ** 20, 'bytes'), '3.00 MiB')
  assert.deepEqual([valueText(1234567, 'none'), valueText(1.5, 'none')], ['1\u202f234\u202f567', '1.50'])
})

test('a small share is not rounded to nothing, and a share of nothing is nothing', () => {
  assert.deepEqual(
    [shareText(1, 3), shareText(1, 2000), shareText(1, 1), shareText(0, 0)],
    ['33.3 %', '0.05 %', '100.0 %', '0.0 %'],
  )
})

test('steps of an axis are 1, 2 or 5 times a power of ten', () => {
  assert.deepEqual(
    [0.9, 1, 1.1, 3, 7, 0.003].map(roundStep).map(step => Number(step.toPrecision(3))),
    [1, 1, 2, 5, 10, 0.005],
  )
})

test('a place is a file and a line, as far as they are known', () => {
  assert.deepEqual([placeText('/w/a.c', 3), placeText('/w/a.c', 0, false), placeText('', 3)], ['/w/a.c:3', 'a.c', ''])
})

test('what would turn or break text is shown as a mark, all else as it is', () => {
  assert.equal(shownText('a\u202eb\u2066c\u2028d\u001be\u0085f'), 'a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf')
  assert.equal(shownText('größe<int>::計算()\u{1f600}'), 'größe<int>::計算()\u{1f600}')
})

/** A font in which every letter is as wide, but for those beyond Latin, which are twice as wide. */
const fixedFont = {
  measureText: text => ({width: Array.from(text).reduce((sum, letter) => sum + (letter > '\u2fff' ? 20 : 10), 0)}),
}

test('a name that has no room is cut and says so', () => {
  const labels = new Labels(fixedFont)
  assert.equal(labels.fit('function', 80), 'function')
  assert.equal(labels.fit('function', 79), 'functi…')
  assert.equal(labels.fit('function', 25), '')
  assert.equal(labels.fit('計算計算', 80), '計算計算')
  assert.equal(labels.fit('計算計算', 60), '計算…')
  assert.equal(labels.fit('\u{1f600}\u{1f600}\u{1f600}\u{1f600}', 50), '\u{1f600}\u{1f600}…')
})

test('a name has the longest form that fits, else the beginning of one that still has its scopes', () => {
  const labels = new Labels(fixedFont)
  assert.equal(labels.fit('a::b<int>::f(int)', 170), 'a::b<int>::f(int)')
  assert.equal(labels.fit('a::b<int>::f(int)', 160), 'a::b<…>::f(int)')
  assert.equal(labels.fit('a::b<int>::f(int)', 149), 'a::b<…>::f')
  assert.equal(labels.fit('a::b<int>::f(int)', 60), '…::f')
  assert.equal(labels.fit('a::b<int>::f(int)', 30), 'a:…')
})

test('a name of a megabyte is cut at once, to what has room', () => {
  assert.equal(new Labels(fixedFont).fit('x'.repeat(1 << 20), 50), 'xxxx…')
})

test('a view stays inside of its scene', () => {
  assert.deepEqual(keptInside({from: -5, to: 5, top: -3}, 100, 40), {from: 0, to: 10, top: 0})
  assert.deepEqual(keptInside({from: 95, to: 105, top: 99}, 100, 40), {from: 90, to: 100, top: 40})
  assert.deepEqual(keptInside({from: -50, to: 500, top: 0}, 100, -7), {from: 0, to: 100, top: 0})
  const {from, to} = keptInside({from: 50, to: 50, top: 0}, 100, 0)
  assert.ok(to > from)
  assert.deepEqual(wholeView(0), {from: 0, to: 1, top: 0})
})

test('a zoom leaves its place where it is', () => {
  assert.deepEqual(zoomedAt({from: 0, to: 100, top: 7}, 0.5, 20), {from: 10, to: 60, top: 7})
})

test('to show a box, a view moves no more than it must', () => {
  const view = {from: 20, to: 40, top: 100}
  assert.deepEqual(showing(view, {start: 25, end: 30}, 110, 20, 200), view)
  assert.deepEqual(showing(view, {start: 60, end: 62}, 400, 20, 200), {from: 43, to: 63, top: 220})
  assert.deepEqual(showing(view, {start: 5, end: 6}, 40, 20, 200), {from: 4, to: 24, top: 40})
  assert.deepEqual(showing(view, {start: 0, end: 100}, 110, 20, 200), view)
})

test('a stored state is taken where it fits, whatever else stands in it', () => {
  const model = modelOf(fileOf({main: 'a 1', 'all fibers': 'a 1|b 1'}))
  const first = firstState(model)
  assert.equal(first.fiber, 'all fibers')
  for (const stored of [
    null,
    7,
    'x',
    {view: 'toString', fiber: 'gone', states: 3, frame: 2, range: [1], zoom: {from: 0}, sort: {column: 'x'}, query: {}},
  ])
    assert.deepEqual(restoredState(model, stored), first)
  const kept = {
    ...first,
    view: 'time-order',
    fiber: 'main',
    states: 'waiting',
    mine: true,
    query: 'a',
    frame: 1,
    range: [0, 1],
    zoom: {from: 0, to: 1, top: 2},
    sort: {column: 'name', down: false},
  }
  assert.deepEqual(restoredState(model, {...kept, more: 1}), kept)
})

test('the page opens on what ran, and on both where nothing did', () => {
  const opensOn = folded => firstState(modelOf(fileOf({main: folded, 'all fibers': folded}))).states
  assert.equal(opensOn('a;read 90w|a;b 1'), 'cpu')
  assert.equal(opensOn('a 1|a;b 1'), 'cpu')
  assert.equal(opensOn('a;read 90w'), 'both')
  assert.equal(opensOn(''), 'both')
  const {profiles, ...foreign} = fileOf({main: 'a 1'})
  delete profiles[0].states
  assert.equal(firstState(modelOf({...foreign, profiles})).states, 'both')
})

test('functions are sorted by a column, equal ones always in the same order', () => {
  const content = {
    functions: {self: Float64Array.of(1, 1, 3, 0), total: Float64Array.of(5, 5, 3, 0)},
    names: ['b', 'a', 'c', 'none'],
    files: ['y', 'x', 'x', ''],
    lines: Int32Array.of(1, 9, 2, 0),
  }
  const by = (column, down) => sortedFrames({...content, sort: {column, down}})
  assert.deepEqual(
    [by('self', true), by('self', false), by('total', true)],
    [
      [2, 0, 1],
      [0, 1, 2],
      [0, 1, 2],
    ],
  )
  assert.deepEqual(
    [by('name', false), by('place', false), by('place', true)],
    [
      [1, 0, 2],
      [2, 1, 0],
      [0, 1, 2],
    ],
  )
})

test('a name gets shorter by its template arguments, then its type and parameters, then its outer scopes', () => {
  assert.deepEqual(nameForms('unsigned long std::map<int, A<B>>::find<C>(D<E> const&) const'), [
    'unsigned long std::map<int, A<B>>::find<C>(D<E> const&) const',
    'unsigned long std::map<…>::find<…>(D<…> const&) const',
    'std::map<…>::find<…>',
    '…::map<…>::find<…>',
    '…::find<…>',
  ])
  assert.deepEqual(nameForms('fib'), ['fib'])
  assert.deepEqual(nameForms('<Vec<T, U> as core::Drop>::drop'), [
    '<Vec<T, U> as core::Drop>::drop',
    '<Vec<…> as core::Drop>::drop',
    '…::drop',
  ])
  assert.deepEqual(nameForms('A<int, int>::operator->() const'), [
    'A<int, int>::operator->() const',
    'A<…>::operator->() const',
    'A<…>::operator->',
    '…::operator->',
  ])
  for (const [name, brief] of [
    ['std::operator<<char, c<d>>(e)', 'std::operator<<…>'],
    ['A::operator()(int) const', 'A::operator()'],
    ['A::operator long long() const', 'A::operator long long'],
    ['(anonymous namespace)::f(int)', '(anonymous namespace)::f'],
    ['f(int)::{lambda(long)#1}::operator()(long) const', 'f(int)::{lambda(long)#1}::operator()'],
    ['operator new(unsigned long)', 'operator new'],
  ])
    assert.ok(nameForms(name).includes(brief), `${name}: ${nameForms(name)}`)
})

test('a brief name is the first form that has room, or the shortest', () => {
  assert.equal(briefName('std::vector<int>::push_back(int)', 40), 'std::vector<int>::push_back(int)')
  assert.equal(briefName('std::vector<int>::push_back(int)', 23), '…::vector<…>::push_back')
  assert.equal(briefName('std::vector<int>::push_back(int)', 5), '…::push_back')
})

test('a name of 30,000 letters, most of them template arguments, gets as short as another (C71)', () => {
  const name = `std::${'tuple<'.repeat(4000)}int${'>'.repeat(4000)}::f(int)`
  assert.deepEqual(nameForms(name).slice(1), ['std::tuple<…>::f(int)', 'std::tuple<…>::f', '…::tuple<…>::f', '…::f'])
  assert.equal(briefName(name, 18), 'std::tuple<…>::f')
})

test('a name whose brackets do not fit stays as it is', () => {
  for (const name of ['f(]', 'a<', '>', 'a<b', 'x)', 'operator<', '(', '', '::', 'a::'])
    assert.equal(briefName(name, 20), name)
})
