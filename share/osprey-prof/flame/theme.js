// Which of the four themes the page has, and its colours as the canvas needs them.
import {RAMP_SIZE, THEMES, cssColour} from './colour.js'

const VSCODE = {
  'vscode-high-contrast-light': 'high-contrast-light',
  'vscode-high-contrast': 'high-contrast',
  'vscode-dark': 'dark',
  'vscode-light': 'light',
}
const QUERIES = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']

/** VS Code says it by a class of the body; elsewhere the system says it. */
export function themeName(body) {
  for (const [name, theme] of Object.entries(VSCODE)) if (body.classList.contains(name)) return theme
  const [dark, contrast, forced] = QUERIES.map(query => matchMedia(query).matches)
  if (contrast || forced) return dark ? 'high-contrast' : 'high-contrast-light'
  return dark ? 'dark' : 'light'
}

/** Calls back when the theme may have changed. */
export function watchTheme(body, changed) {
  new MutationObserver(changed).observe(body, {attributes: true, attributeFilter: ['class']})
  for (const query of QUERIES) matchMedia(query).addEventListener('change', changed)
}

/** As a pixel of an image: red, green, blue, opaque, from the lowest byte up. */
function pixel([red, green, blue]) {
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0
}

/** The fills as pixels: on-CPU, waiting and dimmed, each by the place in the ramp; the inks in the same order. */
export function paletteOf(name) {
  const {normal, muted, dim, ink, mutedInk, dimInk, strong, border} = THEMES[name]
  return {
    fills: [normal.map(pixel), muted.map(pixel), Array(RAMP_SIZE).fill(pixel(dim))],
    inks: [ink, mutedInk, dimInk].map(cssColour),
    strong: cssColour(strong),
    border: border ? cssColour(border) : null,
    colours: {normal: normal.map(cssColour), muted: muted.map(cssColour), dim: cssColour(dim)},
  }
}

/** What the canvas takes from the style sheet. */
export function styleOf(body) {
  const style = getComputedStyle(body)
  const value = property => style.getPropertyValue(property).trim()
  return {font: value('--mono'), text: value('--text'), line: value('--line'), background: value('--background')}
}
