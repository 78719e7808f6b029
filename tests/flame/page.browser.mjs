// The flame page as a person uses it. `node --test tests/flame/page.browser.mjs`, after make.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import {after, before, test as it} from 'node:test'
import {folder, launch, open, pageOf, pageOfRecords, test} from './browser.mjs'
import {unreadable} from './readable.mjs'
import {fileOf} from './support.mjs'

let browser
before(async () => (browser = await launch()))
after(() => browser?.close())

const MIXED = fileOf({
  main: 'main@/w/a.osp:1;work@/w/a.osp:10;fib@/w/fib.osp:3;fib@/w/fib.osp:3 4|main@/w/a.osp:1;!read 3w|main@/w/a.osp:1;work@/w/a.osp:10;hash@/w/b.osp:5 2|main@/w/a.osp:1 1',
  'fiber-1': '!start;job@/w/a.osp:30;fib@/w/fib.osp:3 5|!start;!nanosleep 1w',
  'all fibers':
    'main@/w/a.osp:1;work@/w/a.osp:10;fib@/w/fib.osp:3;fib@/w/fib.osp:3 4|!start;job@/w/a.osp:30;fib@/w/fib.osp:3 5|main@/w/a.osp:1;!read 3w|!start;!nanosleep 1w|main@/w/a.osp:1;work@/w/a.osp:10;hash@/w/b.osp:5 2|main@/w/a.osp:1 1',
})

/** A test with an open page, which must have no fault at its end. */
function page(name, body, {file = MIXED, options = {}} = {}) {
  it(name, async () => {
    const flame = await open(browser, pageOf(file), options)
    await flame.ready()
    await body(flame, flame.page)
    assert.deepEqual(flame.faults, [])
    await flame.close()
  })
}

page('a function stands at its place in its colour', async flame => {
  const {colour} = await flame.boxOf('work')
  assert.equal(await flame.fillOf('work'), colour)
  const {x, y} = await flame.centreOf('work')
  const {name, file, line, total} = await flame.frameAt(x, y)
  assert.deepEqual([name, file, line, total], ['work', '/w/a.osp', 10, 6])
})

page('all fibers are shown at first, one alone when it is chosen', async (flame, page) => {
  assert.equal((await flame.state()).fiber, 'all fibers')
  await test(page, 'fiber').selectOption('fiber-1')
  await flame.painted()
  assert.equal(await flame.boxOf('work'), null)
  assert.ok(await flame.boxOf('job'))
})

page('waiting is left out at first, stands apart in a muted colour, and can be shown alone', async flame => {
  assert.equal(await flame.boxOf('read'), null)
  await flame.choose('choose-both')
  assert.notEqual(await flame.fillOf('read'), (await flame.boxOf('read')).colour)
  const [work, read] = [await flame.boxOf('work'), await flame.boxOf('read')]
  assert.ok(read.x >= work.x + work.width)
  await flame.choose('choose-cpu')
  assert.equal(await flame.boxOf('read'), null)
  await flame.choose('choose-waiting')
  assert.equal(await flame.boxOf('work'), null)
  assert.ok(await flame.boxOf('nanosleep'))
})

page('the table has self and total, and sorts by each column', async (flame, page) => {
  await flame.choose('choose-both')
  const rows = await flame.rows()
  assert.deepEqual(rows[0], ['56.3 %', '56.3 %', 'fib', 'fib.osp:3'])
  assert.deepEqual(
    rows.find(([, , name]) => name === 'main'),
    ['6.3 %', '62.5 %', 'main', 'a.osp:1'],
  )
  await flame.choose('sort-total')
  assert.equal((await flame.rows())[0][2], 'main')
  await flame.choose('sort-name')
  assert.deepEqual(
    (await flame.rows()).map(([, , name]) => name),
    ['fib', 'hash', 'job', 'main', 'nanosleep', 'read', 'start', 'work'],
  )
  await flame.choose('sort-name')
  assert.equal(await page.locator('th.name').getAttribute('aria-sort'), 'descending')
  assert.equal((await flame.rows())[0][2], 'work')
})

page('a box that is clicked is selected in the table, and a row that is clicked in the graph', async (flame, page) => {
  await flame.click('hash')
  assert.equal(await page.locator('tr[aria-selected="true"] .name').textContent(), 'hash')
  assert.equal(await flame.text('selected'), 'hash')
  await page.locator('[data-test="row"]', {hasText: 'job'}).click()
  assert.equal(await flame.text('selected'), 'job')
  const {x, y} = await flame.centreOf('job')
  assert.equal((await flame.frameAt(x, y)).name, 'job')
})

page('the tooltip tells self, total, share and place', async (flame, page) => {
  await flame.choose('choose-both')
  const {x, y} = await flame.centreOf('work')
  await page.mouse.move(x, y)
  await flame.until(
    'tooltip',
    /work.*Total6\.00 s \(37\.5 %\)Self0 s.*Function total6\.00 s \(37\.5 %\).*\/w\/a\.osp:10/,
  )
  await page.mouse.move(5, 5)
  assert.equal(await test(page, 'tooltip').isVisible(), false)
})

page('wheel, double click and keys zoom, Esc goes back', async (flame, page) => {
  const {x, y} = await flame.centreOf('job')
  const before = (await flame.boxOf('job')).width
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -300)
  await flame.painted()
  assert.ok((await flame.boxOf('job')).width > before * 1.2)
  assert.ok(Math.abs((await flame.frameAt(x, y)).total - 5) < 1e-9)
  await page.mouse.dblclick(x, y)
  await flame.painted()
  const canvas = await test(page, 'graph').boundingBox()
  assert.ok(Math.abs((await flame.boxOf('job')).width - canvas.width) < 2)
  await flame.press('Escape', 'Escape')
  assert.equal((await flame.state()).zoom, null)
  await flame.press('+')
  assert.ok((await flame.state()).zoom)
  await flame.press('Home')
  assert.equal((await flame.state()).zoom, null)
})

page('a drag moves what is zoomed', async (flame, page) => {
  const {x, y} = await flame.centreOf('work')
  await page.mouse.dblclick(x, y)
  await page.mouse.move(600, 400)
  await page.mouse.down()
  await page.mouse.move(400, 400, {steps: 4})
  await page.mouse.up()
  await flame.painted()
  assert.ok((await flame.state()).zoom.from > 0)
})

page('a search dims what does not match, and tells the number and share of what does', async (flame, page) => {
  await flame.choose('choose-both')
  await flame.search('FIB')
  await flame.until('result', /^2 matches, 56\.3 %$/)
  assert.equal(await flame.fillOf('fib'), (await flame.boxOf('fib')).colour)
  assert.notEqual(await flame.fillOf('job'), (await flame.boxOf('job')).colour)
  await page.keyboard.press('Enter')
  await flame.until('selected', /fib/)
  const {x, y} = await flame.centreOf('work')
  await page.mouse.dblclick(x, y)
  await flame.until('result', /^1 match, 66\.7 %$/)
  await flame.search('nothing has this name')
  await flame.until('result', /^no matches$/)
  await flame.search('')
  await flame.until('result', /^$/)
})

page('next and previous go through the matches', async flame => {
  await flame.search('fib')
  await flame.until('result', /2 matches/)
  await test(flame.page, 'graph').focus()
  const seen = []
  for (const key of ['n', 'n', 'n', 'p']) {
    await flame.press(key)
    seen.push(await flame.text('live'))
  }
  assert.equal(seen[0], seen[2])
  assert.equal(seen[1], seen[3])
  assert.notEqual(seen[0], seen[1])
})

page('a range of time in Time Order filters the other views and the table', async (flame, page) => {
  await flame.choose('choose-time-order')
  const canvas = await test(page, 'graph').boundingBox()
  await page.mouse.move(canvas.x + canvas.width * (4 / 16), canvas.y + 10)
  await page.mouse.down()
  await page.mouse.move(canvas.x + canvas.width * (9 / 16), canvas.y + 12, {steps: 5})
  await page.mouse.up()
  await flame.painted()
  const {range} = await flame.state()
  assert.ok(Math.abs(range[0] - 4) < 0.05 && Math.abs(range[1] - 9) < 0.05, String(range))
  assert.ok(parseFloat((await flame.rows()).find(([, , name]) => name === 'fib')[1]) > 98)
  await flame.choose('choose-left-heavy')
  assert.equal(await flame.boxOf('hash'), null)
  assert.ok(await flame.boxOf('job'))
  assert.match(await flame.text('range'), /^4\.\d+ s – [89]\.\d+ s/)
  await flame.choose('range')
  assert.ok(await flame.boxOf('hash'))
})

page('Sandwich shows the callers and the callees of what is selected', async flame => {
  await flame.click('fib')
  await flame.choose('callers')
  assert.equal((await flame.state()).view, 'sandwich')
  const [work, fib, main] = [await flame.boxOf('work'), await flame.boxOf('fib'), await flame.boxOf('main')]
  assert.ok(main.y < work.y && work.y < fib.y)
  assert.equal(fib.width > work.width, true)
})

page('only my code hides the runtime, collapse joins recursion', async (flame, page) => {
  await test(page, 'mine').check()
  await flame.painted()
  assert.equal(await flame.boxOf('read'), null)
  assert.ok(!(await flame.rows()).some(([, , name]) => name === 'nanosleep'))
  await test(page, 'mine').uncheck()
  const {x, y, height} = await flame.boxOf('work')
  const inner = [x + 5, y + 2.5 * height]
  assert.equal((await flame.frameAt(...inner)).name, 'fib')
  await test(page, 'collapse').check()
  await flame.painted()
  assert.equal(await flame.frameAt(...inner), null)
})

page('everything goes by the keyboard', async (flame, page) => {
  await flame.press('ArrowDown')
  assert.equal(await flame.text('selected'), 'main')
  await flame.press('ArrowDown', 'ArrowDown')
  assert.equal(await flame.text('selected'), 'fib')
  assert.match(
    await flame.text('live'),
    /^fib, 4\.00 s \(33\.3 %\), self 0 s \(0\.0 %\), function in all 9\.00 s \(75\.0 %\), \/w\/fib\.osp:3$/,
  )
  assert.equal(await page.locator('#flame-box').getAttribute('aria-level'), '3')
  await flame.press('ArrowUp', 'ArrowUp', 'ArrowRight')
  assert.equal(await flame.text('selected'), 'start')
  await flame.press('Enter')
  assert.ok((await flame.state()).zoom)
  await flame.press('Escape')
  assert.equal((await flame.state()).zoom, null)
  await flame.press('2')
  assert.equal((await flame.state()).view, 'time-order')
  await flame.press('ArrowDown', 'ArrowRight', '[', ']')
  assert.deepEqual((await flame.state()).range, [4, 9])
  await flame.press('Escape', '3')
  assert.equal((await flame.state()).view, 'sandwich')
  await flame.press('1', '/')
  await page.keyboard.type('job')
  await flame.until('result', /^1 match/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await flame.until('result', /^$/)
  assert.equal(await page.evaluate(() => document.activeElement.dataset.test), 'graph')
  await flame.press('t', 'ArrowDown')
  const selected = await flame.text('selected')
  await flame.press('Enter')
  assert.equal((await flame.state()).view, 'sandwich')
  assert.ok(selected)
  await flame.press('t')
  await page.keyboard.press('?')
  assert.ok(await test(page, 'help').isVisible())
  await page.keyboard.press('Escape')
  assert.equal(await test(page, 'help').isVisible(), false)
})

page('Tab reaches every control, and the focus is seen', async (flame, page) => {
  const reached = new Set()
  for (let count = 0; count < 40; count++) {
    await page.keyboard.press('Tab')
    const {name, outline} = await page.evaluate(() => {
      const {dataset, ariaLabel} = document.activeElement
      return {name: dataset.test ?? ariaLabel ?? '', outline: getComputedStyle(document.activeElement).outlineStyle}
    })
    if (name) assert.notEqual(outline, 'none', name)
    reached.add(name)
  }
  for (const name of [
    'graph',
    'search',
    'fiber',
    'mine',
    'collapse',
    'choose-time-order',
    'choose-cpu',
    'sort-total',
    'row',
    'match1',
  ])
    assert.ok(reached.has(name), name)
})

page(
  'a name is copied whole, a place when there is no editor',
  async (flame, page) => {
    await flame.click('hash')
    await page.keyboard.press('Control+c')
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'hash')
    await flame.choose('place')
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '/w/b.osp:5')
  },
  {options: {permissions: ['clipboard-read', 'clipboard-write']}},
)

page('what is chosen survives a reload', async (flame, page) => {
  await test(page, 'fiber').selectOption('main')
  await flame.choose('choose-time-order')
  await flame.search('fib')
  await flame.until('result', /1 match/)
  await flame.click('work')
  const {x, y} = await flame.centreOf('work')
  await page.mouse.dblclick(x, y)
  await flame.painted()
  const before = await flame.state()
  await page.waitForFunction(
    wanted => Object.values(sessionStorage).some(text => JSON.stringify(JSON.parse(text).zoom) === wanted),
    JSON.stringify(before.zoom),
  )
  await page.reload()
  await flame.ready()
  assert.deepEqual(await flame.state(), before)
})

for (const [theme, options] of [
  ['light', {colorScheme: 'light'}],
  ['dark', {colorScheme: 'dark'}],
  ['high-contrast', {colorScheme: 'dark', contrast: 'more'}],
  ['high-contrast-light', {colorScheme: 'light', contrast: 'more'}],
  ['high-contrast', {colorScheme: 'dark', forcedColors: 'active'}],
])
  for (const deviceScaleFactor of [1, 2]) {
    const name = `${theme}${options.forcedColors ? ', forced colours' : ''}, ${deviceScaleFactor} pixels a pixel`
    page(
      `${name}: boxes have the colours of the theme, and texts can be read`,
      async (flame, page) => {
        assert.equal(await page.locator('body').getAttribute('data-theme'), theme)
        await flame.choose('choose-both')
        const {colour} = await flame.boxOf('work')
        assert.equal(await flame.fillOf('work'), colour)
        await flame.search('fib')
        await flame.until('result', /2 matches/)
        await flame.click('work')
        if (!options.forcedColors) assert.deepEqual(await page.evaluate(unreadable), [])
        await flame.picture(`${name.replaceAll(/, | /g, '-')}`)
      },
      {options: {...options, deviceScaleFactor}},
    )
  }

page('the theme follows the system while the page is open', async (flame, page) => {
  const light = await flame.fillOf('work')
  await page.emulateMedia({colorScheme: 'dark'})
  await flame.painted()
  assert.notEqual(await flame.fillOf('work'), light)
})

it('hostile names are shown as text, and run nothing', async () => {
  const names = [
    '</script><script>document.title="taken"</script>',
    '<img src=x onerror=document.title="taken">',
    'a\u202ebc\u2066',
    '\u0000\u001b[31m',
    '__proto__',
    'constructor',
  ]
  const file = fileOf({main: 'x 1'})
  file.shared.frames = names.map(name => ({name, file: name}))
  file.profiles[0] = {
    ...file.profiles[0],
    name: '<b>main</b>',
    samples: names.map((_, i) => [i]),
    weights: names.map(() => 1),
    states: '0'.repeat(names.length),
  }
  const flame = await open(browser, pageOf(file))
  await flame.ready()
  await flame.press('ArrowDown', 'ArrowRight')
  const shown = (await flame.rows()).map(([, , name]) => name)
  assert.deepEqual(
    shown.sort(),
    [names[0], names[1], 'a\ufffdbc\ufffd', '\ufffd\ufffd[31m', '__proto__', 'constructor'].sort(),
  )
  assert.equal(await flame.page.title(), 'test · flame graph')
  assert.deepEqual(flame.faults, [])
  await flame.close()
})

it('a worker reads the profile, so that the page stays alive', async () => {
  const flame = await open(browser, 'about:blank')
  const workers = []
  flame.page.on('worker', worker => workers.push(worker.url()))
  await flame.page.goto(pageOf(MIXED))
  await flame.ready()
  assert.deepEqual(
    workers.map(url => url.slice(0, 5)),
    ['blob:'],
  )
  await flame.close()
})

/** A page that believes to be in a webview of VS Code; what it sends is in `sent`. */
async function openInEditor() {
  const flame = await open(browser, 'about:blank')
  await flame.page.addInitScript(() => {
    globalThis.sent = []
    globalThis.acquireVsCodeApi = () => ({
      postMessage: message => globalThis.sent.push(message),
      getState: () => JSON.parse(sessionStorage.getItem('stored') ?? 'null') ?? undefined,
      setState: state => sessionStorage.setItem('stored', JSON.stringify(state)),
    })
  })
  await flame.page.goto(pageOf(''))
  const sent = type => flame.page.evaluate(type => globalThis.sent.filter(message => message.type === type), type)
  const give = message => flame.page.evaluate(message => globalThis.postMessage(message), message)
  return {flame, sent, give}
}

it('in an editor the page says that it is ready, takes a profile by message, and opens what is clicked', async () => {
  const {flame, sent, give} = await openInEditor()
  assert.equal((await sent('ready')).length, 1)
  await give({type: 'profile', name: 'a.speedscope.json', text: JSON.stringify(MIXED)})
  await flame.ready()
  await flame.click('work')
  assert.deepEqual(await sent('open'), [{type: 'open', file: '/w/a.osp', line: 10}])
  await flame.press('Control+c')
  assert.deepEqual(await sent('copy'), [{type: 'copy', text: 'work'}])
  await flame.choose('choose-time-order')
  await flame.page.waitForFunction(() =>
    globalThis.sent.some(({type, state}) => type === 'state' && state.view === 'time-order'),
  )
  await flame.page.reload()
  await give({type: 'profile', name: 'a.speedscope.json', text: JSON.stringify(MIXED)})
  await flame.ready()
  assert.equal((await flame.state()).view, 'time-order')
  assert.deepEqual(flame.faults, [])
  await flame.close()
})

it('in an editor a profile comes as bytes too, with a state, and a newer one takes its place', async () => {
  const {flame, give} = await openInEditor()
  await flame.page.evaluate(
    text =>
      globalThis.postMessage({
        type: 'profile',
        name: 'a',
        bytes: new TextEncoder().encode(text),
        state: {view: 'sandwich'},
      }),
    JSON.stringify(MIXED),
  )
  await flame.ready()
  assert.equal((await flame.state()).view, 'sandwich')
  await give({
    type: 'profile',
    name: 'a',
    text: JSON.stringify(fileOf({main: 'other 1'})),
    state: {fiber: 'gone', frame: 99, view: 'none', range: ['x']},
  })
  await flame.page.waitForFunction(() => globalThis.ospreyFlame.boxOf('other'))
  assert.equal((await flame.state()).view, 'left-heavy')
  await give({type: 'profileError', message: 'The file is gone.'})
  await flame.until('message', /^The file is gone\.$/)
  await give({type: 'profile', name: 'a', text: '{'})
  await flame.until('message', /it was cut/)
  assert.deepEqual(flame.faults, [])
  await flame.close()
})

it("in an editor the theme is the editor's", async () => {
  const {flame, give} = await openInEditor()
  await give({type: 'profile', name: 'a', text: JSON.stringify(MIXED)})
  await flame.ready()
  for (const [classes, theme] of [
    ['vscode-dark', 'dark'],
    ['vscode-high-contrast', 'high-contrast'],
    ['vscode-high-contrast vscode-high-contrast-light', 'high-contrast-light'],
    ['vscode-light', 'light'],
  ]) {
    await flame.page.evaluate(classes => (document.body.className = classes), classes)
    await flame.painted()
    assert.equal(await flame.page.locator('body').getAttribute('data-theme'), theme)
    assert.equal(await flame.fillOf('work'), (await flame.boxOf('work')).colour)
  }
  await flame.close()
})

it('records go through prof-to-html into a page', async () => {
  const records = new URL('../data/exports/fibers.records', import.meta.url).pathname
  const flame = await open(browser, pageOfRecords(records, 'records'))
  await flame.ready()
  await flame.choose('choose-both')
  assert.deepEqual((await flame.rows())[0].slice(1), ['91.2 %', 'nanosleep', ''])
  assert.deepEqual(flame.faults, [])
  await flame.close()
})

for (const [name, file, message] of [
  ['a profile without samples', fileOf({'no samples': ''}), /no samples/],
  ['a profile in which nothing has a stack', fileOf({main: ' 1'}), /No sample fits/],
])
  page(
    `${name}: a message, never a blank view`,
    async flame => {
      for (const view of ['left-heavy', 'time-order', 'sandwich']) {
        await flame.choose(`choose-${view}`)
        assert.match(await flame.text('empty'), message)
        assert.ok(await test(flame.page, 'empty').isVisible())
      }
    },
    {file},
  )

page(
  'a profile of one sample is shown in all views',
  async flame => {
    for (const view of ['left-heavy', 'time-order', 'sandwich']) {
      await flame.choose(`choose-${view}`)
      assert.ok((await flame.boxOf('f')).width > 500)
    }
  },
  {file: fileOf({main: 'f 1'})},
)

it('without a profile the page takes a chosen file, and tells what is wrong with it', async () => {
  const flame = await open(browser, pageOf(''))
  await flame.until('message', /Drop a \.speedscope\.json file/)
  const choose = async (name, text) => {
    fs.writeFileSync(`${folder}/${name}`, text)
    await test(flame.page, 'file').setInputFiles(`${folder}/${name}`)
  }
  const whole = JSON.stringify(MIXED)
  await choose('empty.json', '')
  await flame.until('message', /The file is empty/)
  await choose('cut.json', whole.slice(0, 200))
  await flame.until('message', /it was cut/)
  await choose('other.json', '{"a":1}')
  await flame.until('message', /no speedscope file/)
  await choose('v8.cpuprofile.json', '{"nodes":[],"samples":[]}')
  await flame.until('message', /\.cpuprofile/)
  await choose('whole.json', whole)
  await flame.ready()
  assert.ok(await flame.boxOf('work'))
  assert.deepEqual(flame.faults, [])
  await flame.close()
})

page(
  'a stack of 10,000 frames is drawn, scrolled and walked',
  async (flame, page) => {
    await flame.press('ArrowDown', 'ArrowDown', 'PageDown')
    assert.ok((await flame.state()).zoom.top > 300)
    await page.mouse.move(300, 400)
    await page.keyboard.down('Shift')
    await page.mouse.wheel(0, 1e7)
    await page.keyboard.up('Shift')
    await flame.painted()
    const canvas = await test(page, 'graph').boundingBox()
    assert.equal((await flame.frameAt(300, canvas.y + canvas.height - 3)).name, 'f99')
    await flame.choose('choose-time-order')
    await flame.choose('choose-sandwich')
    assert.ok(await flame.boxOf('f3'))
  },
  {file: fileOf({main: `${Array.from({length: 10000}, (_, i) => `f${i % 100}`).join(';')} 1`})},
)

page(
  '2,000 fibers stand in the filter',
  async (flame, page) => {
    assert.equal(await test(page, 'fiber').locator('option').count(), 2001)
    await test(page, 'fiber').selectOption('fiber-1999')
    await flame.painted()
    assert.equal((await flame.state()).fiber, 'fiber-1999')
  },
  {file: fileOf(Object.fromEntries(Array.from({length: 2000}, (_, i) => [`fiber-${i}`, `main;f${i % 7} 1`])))},
)
