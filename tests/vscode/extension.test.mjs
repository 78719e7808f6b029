// [PROF-VSCODE-FLAME] [PROF-VSCODE-HEAT] The extension in a real VS Code, as a person uses it. The tests follow each other in one
// window.
import assert from 'node:assert/strict'
import {execFileSync} from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import test, {after, before} from 'node:test'
import * as drive from './drive.mjs'
import {build, makeEditor, root, until} from './editor.mjs'
import {unreadable} from '../flame/readable.mjs'

const editor = makeEditor()
const {workspace} = editor
const source = path.join(workspace, 'hotlines.c')
const PROFILE = 'Osprey: Profile Current File'
const HOT = ['seventy', 'twenty', 'ten']
const LOOP = /^(\d+)\.(\d)% · (\d+) samples$/
let page

/** A picture of the window of each test that failed. */
function step(name, body) {
  test(name, async context => {
    try {
      await body(context)
    } catch (error) {
      await page?.screenshot({path: `${build}/screenshots/vscode ${name.replace(/\W+/g, ' ')}.png`})
      throw error
    }
  })
}

const put = (name, text) => fs.writeFileSync(path.join(workspace, name), text)
const loopOf = name => drive.lineOf(source, `static uint64_t ${name}(`) + 3
const heat = () => drive.heatTexts(page, 'hotlines.c')
const heatIs = (what, holds) => until(what, async () => holds(await heat()))

/** How much a picture of the flame graph has of a colour in a box: 0 to 1. */
async function shareOfColour(frame, {x, y, width, height, colour}) {
  return frame.evaluate(([x, y, width, height, colour]) => {
    const canvas = [...document.querySelectorAll('canvas')].sort((a, b) => b.height * b.width - a.height * a.width)[0]
    const at = canvas.getBoundingClientRect()
    const scale = canvas.width / at.width
    const {data} = canvas.getContext('2d').getImageData((x - at.x) * scale, (y - at.y) * scale, width * scale, height * scale)
    const [r, g, b] = colour.match(/\d+/g).map(Number)
    let same = 0
    for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b) same++
    return same / (data.length / 4)
  }, [x, y, width, height, colour])
}

const boxOf = (frame, name) => frame.evaluate(name => globalThis.ospreyFlame.boxOf(name), name)

before(async () => {
  fs.mkdirSync(`${build}/screenshots`, {recursive: true})
  fs.copyFileSync(path.join(root, 'examples/hotlines.c'), source)
  put('notes.txt', 'no program\n')
  put('broken.c', 'int main(void) { return }\n')
  put('fails.c', 'int main(void) { for (volatile long i = 0; i < 200000000; i++); return 3; }\n')
  put('endless.c', '#include <stdio.h>\nint main(void) { puts("begun"); fflush(stdout); for (volatile long i = 0;; i++); }\n')
  editor.configure({'osprey.profiler.driver': '/no/such/osprey'})
  await editor.start()
  page = editor.page
})

after(() => editor.close())

step('a file that is no source is refused, and the message says which are', async () => {
  await drive.openFile(page, 'notes.txt')
  await drive.command(page, PROFILE)
  assert.match(await drive.notice(page, /notes\.txt is neither/), /\.osp, \.ospml, \.c, \.ll/)
  await drive.clearNotices(page)
})

step('without the driver the message says what to do, and leads to the setting', async () => {
  await drive.openFile(page, 'hotlines.c')
  await drive.command(page, PROFILE)
  await drive.notice(page, /\/no\/such\/osprey is no program that can be run: correct the setting osprey\.profiler\.driver/)
  await page.locator('.notifications-toasts').getByRole('button', {name: 'Open Settings'}).first().click()
  await page.locator('.settings-editor .setting-item-label', {hasText: 'Driver'}).first().waitFor()
  await drive.clearNotices(page)
  await drive.command(page, 'View: Close All Editors')
  editor.configure({})
})

step('a program that does not compile gives the reason, and no profile', async () => {
  await drive.openFile(page, 'broken.c')
  await until('the driver from PATH is taken again', async () => {
    await drive.command(page, PROFILE)
    return drive.settled(page, /broken\.c was not profiled: .*doesn't compile/, /no program that can be run/)
  })
  assert(!fs.existsSync(path.join(workspace, 'broken.speedscope.json')))
  await drive.clearNotices(page)
})

step('the command profiles the file and shows its flame graph, with the driver from PATH', async () => {
  await drive.openFile(page, 'hotlines.c')
  await drive.command(page, PROFILE)
  const frame = await drive.flame(page)
  assert.equal(await drive.activeTab(page), 'hotlines.speedscope.json')
  for (const name of HOT) assert(await boxOf(frame, name), name)
})

step('the canvas has the colour of the hot function at its place', async () => {
  const frame = await drive.flame(page)
  await until('the box is painted', async () => await shareOfColour(frame, await boxOf(frame, 'seventy')) > 0.5)
})

step('a search dims what does not match, and Escape brings it back', async () => {
  const frame = await drive.flame(page)
  const search = frame.getByPlaceholder('Search')
  await search.fill('twenty')
  await until('seventy is dim', async () => await shareOfColour(frame, await boxOf(frame, 'seventy')) < 0.01)
  await until('twenty is not', async () => await shareOfColour(frame, await boxOf(frame, 'twenty')) > 0.3)
  await search.press('Escape')
  await until('seventy is back', async () => await shareOfColour(frame, await boxOf(frame, 'seventy')) > 0.5)
})

step('the heat of each hot line stands after it, as in the summary', async () => {
  const texts = await heatIs('three lines have heat', found => Object.keys(found).length === 3 && found)
  const {hotLines} = drive.readJson(workspace, 'hotlines.profile.json')
  const lines = Object.fromEntries(hotLines.map(({line, pct, samples}) => [line, `${pct.toFixed(1)}% · ${samples} samples`]))
  assert.deepEqual(texts, lines)
  assert.deepEqual(Object.keys(texts).map(Number), HOT.map(loopOf))
  for (const text of Object.values(texts)) assert.match(text, LOOP)
})

step('hot lines have marks in the overview ruler, and bars, stronger with the share', async () => {
  await until('three marks', async () => (await drive.rulerColours(page, 'hotlines.c')).length === 3)
  const alphas = await page.evaluate(() => {
    const bars = [...document.querySelectorAll('.editor-instance .view-overlays .cdr')]
    return [...new Set(bars.map(bar => getComputedStyle(bar).backgroundColor).filter(colour => colour.startsWith('rgba(235, 110, 40')))]
      .map(colour => Number(/[\d.]+(?=\)$)/.exec(colour)[0]))
  })
  assert.equal(alphas.length, 3)
  assert.deepEqual(alphas, [...alphas].sort((a, b) => b - a))
})

step('a click in the flame graph opens the line of the function', async () => {
  const frame = await drive.flame(page)
  const {x, y, width, height} = await boxOf(frame, 'twenty')
  const outer = await (await frame.frameElement()).boundingBox()
  await page.mouse.click(outer.x + x + width / 2, outer.y + y + height / 2)
  const line = drive.lineOf(source, 'static uint64_t twenty(')
  await until('the editor is at the line', async () => await drive.activeTab(page) === 'hotlines.c' && await drive.cursorLine(page) === line)
})

step('the tree of hot functions has their shares, and opens them', async () => {
  await page.locator('.activitybar').getByRole('tab', {name: 'Osprey Profiler'}).click()
  const row = page.locator('.pane-body .monaco-list-row', {hasText: 'ten'}).first()
  await row.waitFor()
  const {hotFunctions} = drive.readJson(workspace, 'hotlines.profile.json')
  const {selfPct, totalPct} = hotFunctions.find(({name}) => name === 'ten')
  assert((await row.textContent()).includes(`${selfPct.toFixed(1)}% self · ${totalPct.toFixed(1)}% total`))
  await page.locator('.pane-body .monaco-list-row', {has: page.getByText('ten', {exact: true})}).click()
  const line = drive.lineOf(source, 'static uint64_t ten(')
  await until('the editor is at the line', async () => await drive.activeTab(page) === 'hotlines.c' && await drive.cursorLine(page) === line)
})

step('the hover of a hot line tells self and total', async () => {
  await page.locator('.editor-instance .view-line', {hasText: '70 * UNIT'}).hover({position: {x: 120, y: 8}})
  const text = await until('the hover is there', async () => (await page.locator('.monaco-hover:visible').allTextContents())
    .map(text => text.replaceAll('\u00a0', ' ')).find(text => /Self: /.test(text)))
  const {hotLines: [{pct, samples}]} = drive.readJson(workspace, 'hotlines.profile.json')
  assert.match(text, new RegExp(`Self: ${pct.toFixed(1)}% of the CPU time, ${samples} samples`))
  assert.match(text, /Total, with what it calls: \d+\.\d%, \d+ samples/)
})

step('heat hides and shows by commands', async () => {
  await drive.openFile(page, 'hotlines.c')
  await drive.command(page, 'Osprey: Hide Line Heat')
  await heatIs('no heat', texts => Object.keys(texts).length === 0)
  assert.deepEqual(await drive.rulerColours(page, 'hotlines.c').then(colours => colours.filter(colour => colour === '179,21,29')), [])
  await drive.command(page, 'Osprey: Show Line Heat')
  await heatIs('heat again', texts => Object.keys(texts).length === 3)
})

step('the threshold leaves cooler lines without heat', async () => {
  editor.configure({'osprey.profiler.heatThreshold': 40})
  await heatIs('one line is left', texts => Object.keys(texts).length === 1 && texts[loopOf('seventy')])
  editor.configure({})
  await heatIs('all are back', texts => Object.keys(texts).length === 3)
})

step('heat moves with the lines while a file is edited and says that it is stale; undo makes it fresh', async () => {
  await drive.openFile(page, 'hotlines.c')
  const line = loopOf('seventy')
  await drive.typeAtStart(page, 'int added;\n')
  await heatIs('it is stale, a line further down', texts => /samples \(stale/.test(texts[line + 1]))
  await until('it is fresh, at its place', async () => {
    await page.keyboard.press('Control+Z') // takes the text back in steps
    return LOOP.test((await heat())[line])
  })
})

step('a file that is not saved is saved after asking only', async () => {
  const before = fs.readFileSync(source, 'utf8')
  await drive.typeAtStart(page, 'int edited;\n')
  await drive.command(page, PROFILE)
  await drive.dialog(page, 'hotlines.c has changes that are not saved', 'Cancel')
  assert.equal(fs.readFileSync(source, 'utf8'), before)
})

step('heat is gone when a changed file is saved, and comes with a new profile', async () => {
  await page.keyboard.press('Control+S')
  await until('it is saved', () => fs.readFileSync(source, 'utf8').startsWith('int edited;'))
  await heatIs('no heat', texts => Object.keys(texts).length === 0)
  await drive.openFile(page, 'hotlines.c')
  await drive.command(page, PROFILE)
  await heatIs('heat, where the lines are now', texts => LOOP.test(texts[loopOf('seventy')]))
})

step('a comparison of two files has no heat', async () => {
  fs.copyFileSync(source, path.join(workspace, 'other.c'))
  await drive.command(page, 'View: Close All Editors')
  await drive.openFile(page, 'other.c')
  await drive.openFile(page, 'hotlines.c')
  await heatIs('heat in the plain editor', texts => Object.keys(texts).length === 3)
  await drive.command(page, 'File: Compare Active File With...')
  await page.locator('.quick-input-list .monaco-list-row', {hasText: 'other.c'}).first().click()
  await page.locator('.monaco-diff-editor .editor.modified .view-line').first().waitFor()
  await page.locator('.monaco-diff-editor').getByText('70 * UNIT').first().waitFor()
  const seen = await page.evaluate(() => [...document.querySelectorAll('.monaco-diff-editor .view-line span')]
    .map(span => getComputedStyle(span, '::after').content).filter(content => /%/.test(content)))
  assert.deepEqual(seen, [])
  await drive.command(page, 'View: Close All Editors')
})

step('a file under a linked path has the same heat, once', async () => {
  fs.symlinkSync('hotlines.c', path.join(workspace, 'linked.c'))
  await drive.openFile(page, 'linked.c')
  const texts = await until('there is heat', async () => {
    const found = await drive.heatTexts(page, 'linked.c')
    return Object.keys(found).length === 3 && found
  })
  for (const text of Object.values(texts)) assert.match(text, LOOP)
  await drive.command(page, 'View: Close All Editors')
})

for (const [theme, kind] of [
  ['Default Light Modern', 'light'],
  ['Default High Contrast', 'high-contrast'],
  ['Default High Contrast Light', 'high-contrast-light'],
  ['Default Dark Modern', 'dark'],
]) {
  step(`${theme}: the text of heat can be read on its bars, fresh and stale`, async () => {
    editor.configure({'workbench.colorTheme': theme})
    await drive.openFile(page, 'hotlines.c')
    await until('the editor has the theme', () => drive.hasTheme(page, kind))
    await heatIs('heat', texts => Object.keys(texts).length === 3)
    await until('the fresh text can be read', () => drive.heatIsReadable(page))
    await drive.typeAtStart(page, 'int added;\n')
    await heatIs('it is stale', texts => Object.values(texts).every(text => /stale/.test(text)))
    await until('the stale text can be read', () => drive.heatIsReadable(page))
    await drive.command(page, 'File: Revert File')
  })

  step(`${theme}: the flame graph has the colours of the theme, and its texts can be read`, async () => {
    await drive.openFile(page, 'hotlines.speedscope.json')
    const frame = await drive.flame(page)
    await until('the page has the theme', async () => await frame.locator('body').getAttribute('data-theme') === kind)
    await until('the box is painted', async () => await shareOfColour(frame, await boxOf(frame, 'seventy')) > 0.5)
    await frame.locator('tr, [role=row]', {hasText: 'twenty'}).first().click()
    await until('texts can be read', async () => assert.deepEqual(await frame.evaluate(unreadable), []) ?? true)
    await page.screenshot({path: `${build}/screenshots/vscode ${kind}.png`})
    await drive.command(page, 'View: Close All Editors')
  })
}

step('heat is cleared, and then shown from the summary beside the file', async () => {
  editor.configure({})
  await drive.openFile(page, 'hotlines.c')
  await drive.command(page, 'Osprey: Clear Line Heat')
  await heatIs('no heat', texts => Object.keys(texts).length === 0)
  await drive.command(page, 'Osprey: Show Line Heat')
  await heatIs('heat again', texts => Object.keys(texts).length === 3)
})

step('a program that fails is profiled, and its status is said', async () => {
  await drive.openFile(page, 'fails.c')
  await drive.command(page, PROFILE)
  await drive.notice(page, /fails\.c ended with status 3; its profile is of that run/)
  await drive.flame(page)
  assert.equal(await drive.activeTab(page), 'fails.speedscope.json')
  await drive.clearNotices(page)
})

step('a program that does not end is stopped by the notice, and shown so far', async () => {
  await drive.openFile(page, 'endless.c')
  await drive.command(page, PROFILE)
  const toast = page.locator('.notifications-toasts .notification-list-item', {hasText: 'Profiling endless.c'})
  await toast.waitFor()
  const running = () => execFileSync('ps', ['-eo', 'args'], {encoding: 'utf8'}).split('\n').filter(line => /osprey\.[^/]*\/endless$/.test(line))
  await until('the program runs', () => running().length === 1)
  await toast.getByRole('button', {name: 'Cancel'}).click()
  await until('its profile is shown', async () => await drive.activeTab(page) === 'endless.speedscope.json')
  await until('nothing of it runs', () => running().length === 0)
})

step('files that are no profiles are told apart, and a good one is shown as soon as it is there', async () => {
  await drive.command(page, 'View: Close All Editors')
  put('change.speedscope.json', '')
  await drive.openFile(page, 'change.speedscope.json')
  await drive.flameMessage(page, /change\.speedscope\.json: it is empty/)
  const good = fs.readFileSync(path.join(workspace, 'hotlines.speedscope.json'), 'utf8')
  put('change.speedscope.json', good.slice(0, good.length / 2))
  await drive.flameMessage(page, /it is cut off/)
  put('change.speedscope.json', 'main;fib 12\n')
  await drive.flameMessage(page, /no speedscope file/)
  put('change.speedscope.json', '{"nodes":[]}')
  await drive.flameMessage(page, /speedscope/)
  put('change.speedscope.json', good)
  assert(await boxOf(await drive.flame(page), 'seventy'))
  fs.unlinkSync(path.join(workspace, 'change.speedscope.json'))
  await drive.flameMessage(page, /not there any more/)
})

step('Open Profile shows the chosen file, with the heat of the summary beside it', async () => {
  await drive.command(page, 'View: Close All Editors')
  await drive.command(page, 'Osprey: Clear Line Heat')
  await drive.openFile(page, 'hotlines.c')
  await drive.command(page, 'Osprey: Open Profile…')
  const input = page.locator('.quick-input-widget .quick-input-box input')
  await until('the dialog is there', async () => (await input.inputValue({timeout: 2000})).startsWith(workspace))
  await input.fill(path.join(workspace, 'hotlines.speedscope.json'))
  await page.keyboard.press('Enter')
  assert(await boxOf(await drive.flame(page), 'seventy'))
  await drive.openFile(page, 'hotlines.c')
  await heatIs('the heat is there', texts => Object.keys(texts).length === 3)
})

step('a profile that changes while another editor is typed in leaves the keyboard there', async () => {
  await drive.command(page, 'View: Close All Editors')
  fs.copyFileSync(path.join(workspace, 'hotlines.speedscope.json'), path.join(workspace, 'live.speedscope.json'))
  await drive.openFile(page, 'notes.txt')
  await drive.command(page, 'View: Split Editor Right')
  await drive.openFile(page, 'live.speedscope.json')
  const frame = await drive.flame(page)
  await drive.command(page, 'View: Focus First Editor Group')
  await until('the text file is active', async () => await drive.activeTab(page) === 'notes.txt')
  await drive.typeAtStart(page, 'one ')
  const text = fs.readFileSync(path.join(workspace, 'live.speedscope.json'), 'utf8')
  put('live.speedscope.json', text.replaceAll('"seventy"', '"renamed"'))
  await until('the new profile is shown', () => boxOf(frame, 'renamed'))
  await page.keyboard.type('two ')
  await until('the text is in the editor', async () => (await page.locator('.editor-instance .view-line').first().textContent())
    .replaceAll('\u00a0', ' ').startsWith('one two '))
  await drive.command(page, 'File: Revert File')
})

step('the view of the flame graph is as it was when its tab is opened again', async () => {
  await drive.command(page, 'View: Close All Editors')
  await drive.openFile(page, 'hotlines.speedscope.json')
  const frame = await drive.flame(page)
  await frame.locator('[data-test=choose-time-order]').click()
  const kept = () => globalThis.ospreyFlame?.state()?.view === 'time-order'
  await drive.flame(page, kept)
  await drive.openFile(page, 'notes.txt') // meanwhile the page tells its state
  await drive.command(page, 'View: Close All Editors')
  await drive.openFile(page, 'hotlines.speedscope.json')
  await drive.flame(page, kept)
})

step('a file that is too large is not read', async () => {
  const file = path.join(workspace, 'large.speedscope.json')
  fs.writeFileSync(file, '')
  fs.truncateSync(file, 600 << 20)
  await drive.openFile(page, 'large.speedscope.json')
  await drive.flameMessage(page, /600 MB, more than the 512 MB/)
  fs.unlinkSync(file)
  await drive.command(page, 'View: Close All Editors')
})

step('hostile names do nothing, and a path outside the workspace opens after asking only', async () => {
  const outside = path.join(editor.folder, 'outside.c')
  fs.writeFileSync(outside, 'secret\n')
  const name = '</script><img src=x onerror="document.title=\'owned\'">\u202e`${1}[x](command:workbench.action.quit)'
  const frames = [{name, file: outside, line: 1}, {name: 'gone', file: '../nowhere.c', line: 1}]
  const profile = {type: 'sampled', name, unit: 'seconds', startValue: 0, endValue: 2, samples: [[0], [1]], weights: [1, 1]}
  put('hostile.speedscope.json', JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json', shared: {frames}, profiles: [profile], name,
  }))
  await drive.openFile(page, 'hostile.speedscope.json')
  const frame = await drive.flame(page)
  assert.equal(await frame.locator('img').count(), 0)
  const row = frame.locator('tr, [role=row]', {hasText: 'onerror'}).first()
  await row.click()
  await frame.locator('[data-test=place]').click()
  await drive.dialog(page, /outside the workspace/, 'Cancel')
  assert.equal(await drive.activeTab(page), 'hostile.speedscope.json')
  await frame.locator('[data-test=place]').click()
  await drive.dialog(page, /outside the workspace/, 'Open')
  await until('it is open', async () => await drive.activeTab(page) === 'outside.c')
  assert(!(await page.title()).includes('owned'))
  await drive.command(page, 'View: Close All Editors')
})

step("VS Code's own viewer of .cpuprofile shows the totals of prof-report", async () => {
  await drive.openFile(page, 'hotlines.cpuprofile')
  const rows = await until('its table is there', async () => {
    for (const frame of page.frames()) {
      const texts = await frame.locator('[role=treeitem]').allTextContents().catch(() => [])
      if (HOT.every(name => texts.some(text => text.includes(name)))) return texts
    }
    return null
  })
  const {hotFunctions, rateHz} = drive.readJson(workspace, 'hotlines.profile.json')
  for (const {name, selfSamples, totalSamples} of hotFunctions.filter(({name}) => HOT.includes(name))) {
    const [self, total] = rows.find(text => text.includes(name)).match(/[\d.,]+(?=ms)/g).map(text => Number(text.replace(/,/g, '')))
    assert(Math.abs(self - selfSamples * 1000 / rateHz) < 1.5, `${name}: ${self} ms are not ${selfSamples} samples`)
    assert(Math.abs(total - totalSamples * 1000 / rateHz) < 1.5, `${name}: ${total} ms are not ${totalSamples} samples`)
  }
})
