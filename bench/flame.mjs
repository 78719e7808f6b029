// See bench/flame.
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import {build, launch} from '../tests/flame/browser.mjs'

const SAMPLES = 1000000
const DEPTH = 60
const STACKS = 7000
const FUNCTIONS = 900
const FRAMES = 60 // of the screen, while the view moves
const PATIENCE_MS = 8000 // or until then
const OPEN_MS = 240000 // a page that shows nothing by then is given up
const RUNS = 2
const speedscope = new URL('../tests/consumers/node_modules/speedscope/dist/release', import.meta.url).pathname

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'flame-bench-'))
process.on('exit', () => fs.rmSync(scratch, {recursive: true, force: true}))

function generator(seed) {
  return limit => (seed = (seed * 48271) % 0x7fffffff) % limit
}

/** A program that goes from stack to stack, most of which share their lower half. */
function makeStacks(random) {
  let stack = []
  return Array.from({length: STACKS}, () => {
    stack = stack.slice(0, Math.floor((stack.length * random(100)) / 100))
    const depth = 3 + random(44) + (random(8) === 0 ? random(DEPTH - 46) : 0)
    while (stack.length < depth) stack.push(random(FUNCTIONS))
    return stack.slice()
  })
    .map((row, at) => (at === 0 ? Array.from({length: DEPTH}, (_, i) => i) : row))
    .map(row => JSON.stringify(row))
}

function makeFile() {
  const random = generator(7)
  const frames = Array.from({length: FUNCTIONS}, (_, i) => ({
    name: `module_${i % 40}::function_${i}`,
    file: `/w/src/module_${i % 40}.c`,
    line: 10 + i,
  }))
  const stacks = makeStacks(random)
  const file = path.join(scratch, 'made.speedscope.json')
  const out = fs.openSync(file, 'w')
  const list = (count, item) => {
    for (let done = 0; done < count; done += 10000)
      fs.writeSync(out, (done ? ',' : '') + Array.from({length: Math.min(10000, count - done)}, item).join(','))
  }
  fs.writeSync(
    out,
    `{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":${JSON.stringify(frames)}},"profiles":[`,
  )
  fs.writeSync(
    out,
    `{"type":"sampled","name":"main","unit":"seconds","startValue":0,"endValue":${SAMPLES / 1000},"samples":[`,
  )
  let at = 0
  list(SAMPLES, () => stacks[(at = random(20) ? (at + random(3)) % STACKS : random(STACKS))])
  fs.writeSync(out, '],"weights":[')
  list(SAMPLES, () => '0.001')
  fs.writeSync(out, ']}],"name":"made"}')
  fs.closeSync(out)
  return file
}

/** Both pages from one server, so that both are loaded in the same way. */
function serve() {
  const types = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css'}
  const server = http.createServer((request, response) => {
    const {pathname} = new URL(request.url, 'http://localhost')
    const file =
      pathname === '/flame.html'
        ? `${build}/share/osprey-prof/flame.html`
        : path.join(speedscope, path.normalize(pathname))
    if (!fs.existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, {'content-type': types[path.extname(file)] ?? 'application/octet-stream'})
    fs.createReadStream(file).pipe(response)
  })
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const TOOLS = {
  'osprey-prof': {
    url: '/flame.html',
    input: '[data-test="file"]',
    canvas: '[data-test="graph"]',
    shown: () => Boolean(globalThis.ospreyFlame?.state()),
    views: ['choose-time-order', 'choose-left-heavy'],
    zoom: {},
    choose: (page, view) => page.locator(`[data-test="${view}"]`).click(),
  },
  'speedscope 1.25': {
    url: '/index.html',
    input: 'input[type="file"]',
    canvas: 'canvas',
    shown: () => document.title.endsWith(' - speedscope') && document.body.textContent.includes('Sandwich'),
    views: ['Time Order', 'Left Heavy'],
    zoom: {ctrlKey: true},
    choose: (page, view) => page.getByText(view, {exact: false}).first().click(),
  },
}

const twoFrames = page =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Turns the wheel in the middle of the graph once a frame; gives the milliseconds between frames. */
function wheel(page, turn, frames) {
  return page.evaluate(
    ({turn, frames, patience}) =>
      new Promise(done => {
        const canvas = document.elementFromPoint(400, 450)
        const times = []
        const step = time => {
          times.push(time)
          if (times.length > frames || time - times[0] > patience)
            return done(times.slice(1).map((time, at) => time - times[at]))
          const deltaX = turn.deltaX * (times.length % 60 < 30 ? 1 : -1)
          canvas.dispatchEvent(
            new WheelEvent('wheel', {...turn, deltaX, clientX: 400, clientY: 450, bubbles: true, cancelable: true}),
          )
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    {turn, frames, patience: PATIENCE_MS},
  )
}

/** In a browser of its own: a page that takes all memory may end it. */
async function measure(origin, tool, file) {
  const browser = await launch()
  try {
    return await measurePage(await browser.newPage({viewport: {width: 1280, height: 800}}), origin, tool, file)
  } finally {
    await browser.close()
  }
}

async function measurePage(page, origin, tool, file) {
  page.on('dialog', dialog => {
    throw new Error(dialog.message())
  })
  await page.goto(origin + tool.url)
  await page.locator(tool.input).first().waitFor({state: 'attached'})
  const start = performance.now()
  await page.locator(tool.input).first().setInputFiles(file)
  const shown = await page.waitForFunction(tool.shown, null, {timeout: OPEN_MS}).catch(() => null)
  if (!shown) return {opened: OPEN_MS, moves: tool.views.map(() => ({median: NaN, worst: NaN}))}
  await twoFrames(page)
  const opened = performance.now() - start
  const moves = []
  for (const view of tool.views) {
    await tool.choose(page, view)
    await twoFrames(page)
    await wheel(page, {deltaX: 0, deltaY: -120, ...tool.zoom}, 4)
    const before = await page.screenshot()
    await wheel(page, {deltaX: 25, deltaY: 0}, 4)
    if (before.equals(await page.screenshot())) throw new Error(`${view} did not move`)
    moves.push(await wheel(page, {deltaX: 25, deltaY: 0}, FRAMES))
  }
  return {opened, moves: moves.map(spread)}
}

function spread(times) {
  const sorted = times.slice().sort((a, b) => a - b)
  return {median: sorted[sorted.length >> 1], worst: sorted[Math.floor(sorted.length * 0.95)]}
}

const least = (runs, of) => Math.min(...runs.map(of))

const file = process.argv[2] ?? makeFile()
const server = await serve()
const results = {}
for (let run = 0; run < RUNS; run++)
  for (const [name, tool] of Object.entries(TOOLS)) {
    const result = await measure(`http://127.0.0.1:${server.address().port}`, tool, file)
    console.error(`${name}: ${JSON.stringify(result)}`)
    ;(results[name] ??= []).push(result)
  }
server.close()

console.log(
  `${path.basename(file)}, ${(fs.statSync(file).size / 1e6).toFixed(0)} MB, the best of ${RUNS} runs; milliseconds`,
)
const lines = Object.entries(results).map(([name, runs]) => [
  name,
  least(runs, ({opened}) => opened),
  ...[0, 1].flatMap(view => ['median', 'worst'].map(of => least(runs, ({moves}) => moves[view][of]))),
])
console.log(['', 'first picture', 'Time Order', '95 %', 'Left Heavy', '95 %'].map(text => text.padEnd(16)).join(''))
for (const [name, ...numbers] of lines)
  console.log([name, ...numbers.map(number => number.toFixed(1))].map(text => text.padEnd(16)).join(''))
console.log(
  ['ratio', ...lines[0].slice(1).map((number, at) => (lines[1][at + 1] / number).toFixed(2))]
    .map(text => text.padEnd(16))
    .join(''),
)
