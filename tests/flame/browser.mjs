// A page of the flame graph in headless Chromium, for the tests beside this file.
import {spawnSync} from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {chromium} from 'playwright-core'

export const build = process.env.BUILD ?? new URL('../../build', import.meta.url).pathname
const pictures = `${build}/flame-pictures`
const template = fs.readFileSync(`${build}/share/osprey-prof/flame.html`, 'utf8')
export const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'flame-test-'))
process.on('exit', () => fs.rmSync(folder, {recursive: true, force: true}))

const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(file =>
  fs.existsSync(file),
)
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launch = () => {
  if (!chromiumPath) throw new Error('chromium is missing: sh scripts/deps --test')
  return chromium.launch({executablePath: chromiumPath, args: ARGUMENTS})
}

/** Writes a page with a profile in it, as prof-to-html does; returns its URL. */
export function pageOf(file, name = 'page') {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  const target = path.join(folder, `${name}.html`)
  fs.writeFileSync(
    target,
    template.replace('id="profile">', () => `id="profile">${text.replaceAll('<', '\\u003c')}`),
  )
  return `file://${target}`
}

/** What prof-to-html makes of records; returns its URL. */
export function pageOfRecords(records, name) {
  const made = spawnSync(`${build}/bin/prof-to-html`, [records], {maxBuffer: 1 << 28})
  if (made.status !== 0) throw new Error(String(made.stderr))
  const target = path.join(folder, `${name}.html`)
  fs.writeFileSync(target, made.stdout)
  return `file://${target}`
}

export const test = (page, name) => page.locator(`[data-test="${name}"]`)

/**
 * Opens a URL and waits for the graph; gives handles for what tests do. Errors of the page, and anything that it asks of a network, end
 * up in `faults`.
 */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({viewport: {width: 1200, height: 700}, ...options})
  const page = await context.newPage()
  const faults = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => message.type() === 'error' && faults.push(message.text()))
  page.on('request', request => /^(file|blob|data):/.test(request.url()) || faults.push(`asked for ${request.url()}`))
  await page.goto(url)
  return new Flame(page, faults)
}

export class Flame {
  constructor(page, faults) {
    this.page = page
    this.faults = faults
  }

  async ready() {
    await test(this.page, 'graph').waitFor()
    await this.painted()
    return this
  }

  /** After what was asked for has been painted. */
  painted() {
    return this.page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  }

  state() {
    return this.page.evaluate(() => globalThis.ospreyFlame.state())
  }

  boxOf(name) {
    return this.page.evaluate(name => globalThis.ospreyFlame.boxOf(name), name)
  }

  async centreOf(name) {
    const {x, y, width, height} = await this.boxOf(name)
    return {x: x + width / 2, y: y + height / 2}
  }

  frameAt(x, y) {
    return this.page.evaluate(([x, y]) => globalThis.ospreyFlame.frameAt(x, y), [x, y])
  }

  /** The colour at a place of the window, as rgb(r, g, b). */
  colourAt(x, y) {
    return this.page.evaluate(
      ([x, y]) => {
        const canvas = document.querySelector('[data-test="graph"]')
        const {left, top} = canvas.getBoundingClientRect()
        const [red, green, blue] = canvas
          .getContext('2d')
          .getImageData((x - left) * devicePixelRatio, (y - top) * devicePixelRatio, 1, 1).data
        return `rgb(${red}, ${green}, ${blue})`
      },
      [x, y],
    )
  }

  /** Near the box's right end, where no name is. */
  async fillOf(name) {
    const {x, y, width} = await this.boxOf(name)
    return this.colourAt(x + width - 5, y + 5)
  }

  async click(name) {
    const {x, y} = await this.centreOf(name)
    await this.page.mouse.click(x, y)
    await this.painted()
  }

  /** Presses keys in the graph. */
  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key)
    await this.painted()
  }

  async choose(name) {
    await test(this.page, name).click()
    await this.painted()
  }

  async search(text) {
    await test(this.page, 'search').fill(text)
  }

  text(name) {
    return test(this.page, name).textContent()
  }

  /** Waits until a text is as it shall be. */
  async until(name, expected) {
    await this.page.waitForFunction(
      ([name, source]) => new RegExp(source).test(document.querySelector(`[data-test="${name}"]`)?.textContent ?? ''),
      [name, expected.source],
    )
  }

  async rows() {
    return this.page
      .locator('[data-test="row"]')
      .evaluateAll(rows => rows.map(row => Array.from(row.cells, cell => cell.textContent)))
  }

  async picture(name) {
    fs.mkdirSync(pictures, {recursive: true})
    await this.page.screenshot({path: `${pictures}/${name}.png`})
  }

  async close() {
    await this.page.context().close()
  }
}
