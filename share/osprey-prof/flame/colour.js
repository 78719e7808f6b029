// Which colour a frame has [PROF-VSCODE-FLAME]: a matter of the profile alone. Frames are ranked by file, then name, then their
// index in the file, and a rank picks one colour of a fixed ramp.
//
// The ramps go from blue over a light or dull yellow to orange: an axis that people with any common colour blindness see.

/** @typedef {{file: string, name: string, index: number}} RankedFrame */

/** By code units: a locale would order frames in another way on another machine. */
function byCodeUnits(a, b) {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * A total order: 0 only for the same frame.
 * @param {RankedFrame} a
 * @param {RankedFrame} b
 */
export function compareFrames(a, b) {
  return byCodeUnits(a.file, b.file) || byCodeUnits(a.name, b.name) || a.index - b.index
}

/**
 * The rank of each frame.
 * @param {string[]} names
 * @param {string[]} files
 */
export function rankFrames(names, files) {
  const frames = names.map((name, index) => ({file: files[index], name, index}))
  const ranks = new Int32Array(names.length)
  frames.sort(compareFrames).forEach(({index}, rank) => (ranks[index] = rank))
  return ranks
}

export const RAMP_SIZE = 48

/** The place in the ramp for each rank: frames of a file are neighbours, all frames together span the ramp. */
export function rampPlaces(ranks) {
  return Uint8Array.from(ranks, rank => Math.floor((rank * RAMP_SIZE) / ranks.length))
}

/**
 * @typedef {[number, number, number]} Colour red, green, blue, 0 to 255
 * @typedef {{normal: Colour[], muted: Colour[], dim: Colour, ink: Colour, mutedInk: Colour, dimInk: Colour, strong: Colour, border?: Colour}} Theme
 * `normal` fills boxes on a CPU, `muted` those that wait, `dim` those that a search did not find; each has its ink for the text.
 * `strong` outlines what is selected, `border` every box where contrast is wanted.
 */

const hex = text => /** @type {Colour} */ ([1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16)))

const ANCHORS = {
  light: ['#86b2f2', '#a6d0f5', '#cfe3dc', '#f6e49c', '#fbc66f', '#f29b68'],
  dark: ['#2c5aa8', '#2a6a94', '#3f6a6a', '#74641c', '#8a4a10', '#7a2312'],
  'high-contrast': ['#0f3f9c', '#0b5580', '#24524f', '#5d4c00', '#653200', '#5c1000'],
  'high-contrast-light': ['#b4d2ff', '#c8e4ff', '#e0efe9', '#fff1b8', '#ffd48a', '#ffb088'],
}

const REST = {
  light: {grey: '#e3e5e9', dim: '#eceef1', ink: '#14181f', mutedInk: '#3a404a', dimInk: '#656b75', strong: '#7a0fb0'},
  dark: {grey: '#33363c', dim: '#2b2d31', ink: '#ffffff', mutedInk: '#d3d6dc', dimInk: '#a3a7ae', strong: '#ff9df5'},
  'high-contrast': {
    grey: '#1d1f22',
    dim: '#101112',
    ink: '#ffffff',
    mutedInk: '#ffffff',
    dimInk: '#c8c8c8',
    strong: '#ffff00',
    border: '#8c8c8c',
  },
  'high-contrast-light': {
    grey: '#f0f0f0',
    dim: '#f6f6f6',
    ink: '#000000',
    mutedInk: '#000000',
    dimInk: '#3f3f3f',
    strong: '#8a0094',
    border: '#767676',
  },
}

const MUTING = 0.78 // how far a colour goes towards grey when the function waits

/** Integers only, so that every engine gets the same colours. */
function mixed(from, to, part, whole) {
  return /** @type {Colour} */ (from.map((value, at) => Math.round((value * (whole - part) + to[at] * part) / whole)))
}

function rampOf(anchors) {
  const colours = anchors.map(hex)
  const last = RAMP_SIZE - 1
  return Array.from({length: RAMP_SIZE}, (_, place) => {
    const scaled = place * (colours.length - 1)
    const anchor = Math.min(Math.floor(scaled / last), colours.length - 2)
    return mixed(colours[anchor], colours[anchor + 1], scaled - anchor * last, last)
  })
}

/** @returns {Theme} */
function themeOf(name) {
  const {grey, ...inks} = REST[name]
  const normal = rampOf(ANCHORS[name])
  const muted = normal.map(colour => mixed(colour, hex(grey), 100 * MUTING, 100))
  const rest = Object.fromEntries(Object.entries(inks).map(([key, text]) => [key, hex(text)]))
  return /** @type {Theme} */ ({normal, muted, ...rest})
}

/** @type {Record<string, Theme>} */
export const THEMES = Object.fromEntries(Object.keys(ANCHORS).map(name => [name, themeOf(name)]))

/** @param {Colour} colour */
export function cssColour([red, green, blue]) {
  return `rgb(${red}, ${green}, ${blue})`
}

function linear(value) {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Contrast of two colours, 1 to 21 (WCAG 2.1, "contrast ratio"). */
export function contrast(a, b) {
  const [dark, light] = [a, b]
    .map(([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue))
    .sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}
