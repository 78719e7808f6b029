// What a person does in the window, and what is seen there.
import fs from 'node:fs'
import path from 'node:path'
import {contrast} from '../../share/osprey-prof/flame/colour.js'
import {until} from './editor.mjs'

const input = '.quick-input-widget .quick-input-box input'

/** Runs a command by its title. Extensions come late: the palette is opened until the command is there. */
export async function command(page, title) {
  await until(`the palette has ${title}`, async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('F1')
    await page.locator(input).fill(`>${title}`, {timeout: 3000})
    const row = page.locator('.quick-input-list .monaco-list-row').filter({has: page.getByText(title, {exact: true})}).first()
    await row.click({timeout: 3000})
    return true
  })
}

/** Opens a file of the workspace by its name. */
export async function openFile(page, name) {
  await until(`${name} is found`, async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+P')
    await page.locator(input).fill(name, {timeout: 3000})
    await page.locator('.quick-input-list .monaco-list-row').filter({has: page.getByText(name, {exact: true})}).first().click({timeout: 3000})
    return true
  })
  await until(`${name} is active`, async () => (await activeTab(page)) === name)
}

export async function activeTab(page) {
  return page.locator('.editor-group-container.active .tab.active').getAttribute('data-resource-name', {timeout: 2000})
}

/** The frame that the flame page runs in: the one that is seen, of the file with that name. */
export async function flame(page, ready = () => globalThis.ospreyFlame?.state()) {
  return until('the flame page shows a profile', async () => {
    for (const frame of page.frames()) {
      if (await frame.evaluate(ready).catch(() => false) && await (await frame.frameElement()).isVisible()) return frame
    }
    return null
  })
}

/** The message that the flame page shows instead of a profile. */
export async function flameMessage(page, pattern) {
  return until(`the flame page says ${pattern}`, async () => {
    for (const frame of page.frames()) {
      const element = frame.locator('[data-test=message]')
      if (await element.count() && await element.isVisible() && pattern.test(await element.textContent())) return element.textContent()
    }
    return null
  })
}

/** The texts after lines in the editor of a file, by line number. */
export async function heatTexts(page, name) {
  return page.evaluate(name => {
    const texts = {}
    for (const editor of document.querySelectorAll('.editor-instance .monaco-editor')) {
      if (!editor.getAttribute('data-uri')?.endsWith(`/${name}`)) continue
      const numbers = [...editor.querySelectorAll('.margin-view-overlays > div')]
      for (const line of editor.querySelectorAll('.view-lines .view-line')) {
        for (const span of line.querySelectorAll('span')) {
          const {content} = getComputedStyle(span, '::after')
          if (!/[0-9]%/.test(content)) continue
          const number = numbers.find(({style}) => style.top === line.style.top)?.querySelector('.line-numbers')
          texts[number?.textContent] = JSON.parse(content).replaceAll('\u00a0', ' ')
        }
      }
    }
    return texts
  }, name)
}

/** The colours in the overview ruler of the editor of a file that are not the editor's own: [red, green, blue] each once. */
export async function rulerColours(page, name) {
  return page.evaluate(name => {
    const seen = new Set()
    for (const editor of document.querySelectorAll('.editor-instance .monaco-editor')) {
      if (!editor.getAttribute('data-uri')?.endsWith(`/${name}`)) continue
      const canvas = editor.querySelector('canvas.decorationsOverviewRuler')
      const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) seen.add(`${data[i]},${data[i + 1]},${data[i + 2]}`)
    }
    return [...seen]
  }, name)
}

/** Whether the window has a kind of theme: light, dark, high-contrast, high-contrast-light. */
export async function hasTheme(page, kind) {
  const name = {light: 'vs', dark: 'vs-dark', 'high-contrast': 'hc-black', 'high-contrast-light': 'hc-light'}[kind]
  return page.evaluate(name => document.querySelector('.monaco-workbench').classList.contains(name), name)
}

/** Whether each text of heat has a contrast of 4.5 to 1 and more with the background and with each bar on it; or which has not. */
export async function heatIsReadable(page) {
  const {behind, bars, inks} = await page.evaluate(() => {
    const colours = (selector, pseudo, of) =>
      [...document.querySelectorAll(`.editor-instance ${selector}`)].map(element => getComputedStyle(element, pseudo)).map(of)
    return {
      behind: colours('.monaco-editor-background', null, style => style.backgroundColor)[0],
      bars: colours('.view-overlays .cdr', null, style => style.backgroundColor).filter(colour => colour !== 'rgba(0, 0, 0, 0)'),
      inks: colours('.view-line span', '::after', style => /%/.test(style.content) && style.color).filter(Boolean),
    }
  })
  const numbers = colour => colour.match(/[\d.]+/g).map(Number)
  const over = (below, [red, green, blue, alpha = 1]) => [red, green, blue].map((value, at) => value * alpha + below[at] * (1 - alpha))
  const below = numbers(behind)
  const faint = inks.flatMap(ink => ['rgba(0, 0, 0, 0)', ...bars].map(bar => [ink, bar, contrast(over(below, numbers(bar)), numbers(ink))]))
    .filter(([, , ratio]) => ratio < 4.5)
  if (!bars.length || !inks.length || faint.length) throw new Error(`on ${behind}: ${JSON.stringify({bars, inks, faint})}`)
  return true
}

/** Waits for a notification, and gives its text. */
export async function notice(page, pattern) {
  return until(`there is a notice ${pattern}`, async () => (await notices(page)).find(text => pattern.test(text)))
}

export async function notices(page) {
  return page.locator('.notifications-toasts .notification-list-item-message').allTextContents()
}

/** Whether a notice came; false when another one came, which is then taken away. */
export async function settled(page, wanted, other) {
  const text = await notice(page, new RegExp(`${wanted.source}|${other.source}`))
  if (wanted.test(text)) return true
  await clearNotices(page)
  return false
}

/** Types at the start of the file in the active editor. */
export async function typeAtStart(page, text) {
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText(text)
}

export async function clearNotices(page) {
  await command(page, 'Notifications: Clear All Notifications')
  await until('there is no notice', async () => await page.locator('.notifications-toasts .notification-list-item').count() === 0)
}

export async function dialog(page, pattern, button) {
  const box = page.locator('.monaco-dialog-box').filter({hasText: pattern})
  await box.waitFor()
  await box.getByRole('button', {name: button}).click()
  await box.waitFor({state: 'detached'})
}

/** The line of the cursor in the active editor, from the status bar. */
export async function cursorLine(page) {
  const text = await page.locator('.statusbar-item', {hasText: /Ln \d+/}).first().textContent({timeout: 2000})
  return Number(/Ln (\d+)/.exec(text)[1])
}

/** The number of the line that has a text. */
export function lineOf(file, text) {
  return fs.readFileSync(file, 'utf8').split('\n').findIndex(line => line.includes(text)) + 1
}

export function readJson(...parts) {
  return JSON.parse(fs.readFileSync(path.join(...parts), 'utf8'))
}
