import assert from 'node:assert/strict'
import test from 'node:test'
import {
  RAMP_SIZE,
  THEMES,
  compareFrames,
  contrast,
  rampPlaces,
  rankFrames,
} from '../../share/osprey-prof/flame/colour.js'

const frame = (file, name, index) => ({file, name, index})
const FRAMES = [
  frame('', '', 0),
  frame('', '', 1),
  frame('', 'z', 2),
  frame('/w/a', 'b.osp z', 3),
  frame('/w/a b.osp', 'z', 4),
  frame('/w/a', 'f', 5),
  frame('/w/a', 'f', 6),
  frame('/w/A', 'f', 7),
  frame('/w/ä', 'f', 8),
  frame('/w/z', 'F', 9),
  frame('/w/z', 'é', 10),
  frame('/w/z', 'f', 11),
  frame('/w/a\0', 'f', 12),
  frame('/w/a', '\0f', 13),
  frame('/w/a', '10', 14),
  frame('/w/a', '9', 15),
]

test('two frames are equal only when they are the same frame', () => {
  for (const a of FRAMES)
    for (const b of FRAMES)
      assert.equal(compareFrames(a, b) === 0, a === b, `${JSON.stringify(a)} ${JSON.stringify(b)}`)
})

test('the order is antisymmetric', () => {
  for (const a of FRAMES)
    for (const b of FRAMES) assert.equal(Math.sign(compareFrames(a, b)) + Math.sign(compareFrames(b, a)), 0)
})

test('the order is transitive', () => {
  for (const a of FRAMES)
    for (const b of FRAMES)
      for (const c of FRAMES) if (compareFrames(a, b) < 0 && compareFrames(b, c) < 0) assert.ok(compareFrames(a, c) < 0)
})

test('file and name are a pair, not a text with both in it', () => {
  assert.notEqual(compareFrames(frame('/w/a b.osp', 'z', 0), frame('/w/a', 'b.osp z', 0)), 0)
  assert.notEqual(compareFrames(frame('/w/a', '\0f', 0), frame('/w/a\0', 'f', 0)), 0)
})

test('the order is by code units, not by a locale', () => {
  assert.ok(compareFrames(frame('', 'Z', 0), frame('', 'a', 0)) < 0)
  assert.ok(compareFrames(frame('', 'z', 0), frame('', 'é', 0)) < 0)
  assert.ok(compareFrames(frame('', '10', 0), frame('', '9', 0)) < 0)
  assert.ok(compareFrames(frame('', '\u{1f600}', 0), frame('', '\uffff', 0)) < 0)
})

test('frames of one file and name are ranked by their index', () => {
  assert.deepEqual([...rankFrames(['f', 'f', 'a', 'f'], ['', '', '', ''])], [1, 2, 0, 3])
})

test('ranks span the ramp, whatever their number', () => {
  for (const count of [1, 2, 47, 48, 49, 1000]) {
    const places = rampPlaces(Int32Array.from(Array(count).keys()))
    assert.equal(places[0], 0)
    assert.ok(places[count - 1] < RAMP_SIZE && places[count - 1] >= RAMP_SIZE - RAMP_SIZE / count - 1)
  }
})

for (const [name, theme] of Object.entries(THEMES)) {
  test(`${name}: text is readable on every fill, at least 4.5 to 1`, () => {
    assert.equal(theme.normal.length, RAMP_SIZE)
    for (const fill of theme.normal) assert.ok(contrast(fill, theme.ink) >= 4.5, `${fill} ${contrast(fill, theme.ink)}`)
    for (const fill of theme.muted)
      assert.ok(contrast(fill, theme.mutedInk) >= 4.5, `${fill} ${contrast(fill, theme.mutedInk)}`)
    assert.ok(contrast(theme.dim, theme.dimInk) >= 4.5, String(contrast(theme.dim, theme.dimInk)))
  })

  test(`${name}: what is selected can be told from every fill, at least 3 to 1`, () => {
    for (const fill of [...theme.normal, ...theme.muted, theme.dim])
      assert.ok(contrast(fill, theme.strong) >= 3, `${fill} ${contrast(fill, theme.strong)}`)
  })

  test(`${name}: the parts of the ramp differ for every kind of colour vision`, () => {
    const stops = [0, 16, 32, 47].map(place => theme.normal[place])
    for (const [kind, matrix] of Object.entries(VISIONS))
      for (const a of stops)
        for (const b of stops)
          if (a !== b)
            assert.ok(
              distance(seen(matrix, a), seen(matrix, b)) > 10,
              `${kind} ${a} ${b} ${distance(seen(matrix, a), seen(matrix, b))}`,
            )
  })
}

// Machado, Oliveira, Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009), severity 1.0.
const VISIONS = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const linear = value => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
const seen = (matrix, colour) =>
  matrix.map(row => row.reduce((sum, factor, at) => sum + factor * linear(colour[at]), 0))

/** CIE76 difference of two linear colours. */
function distance(a, b) {
  const lab = ([red, green, blue]) => {
    const xyz = [
      0.4124 * red + 0.3576 * green + 0.1805 * blue,
      0.2126 * red + 0.7152 * green + 0.0722 * blue,
      0.0193 * red + 0.1192 * green + 0.9505 * blue,
    ]
    const [x, y, z] = xyz.map((value, at) => Math.cbrt(Math.max(value, 0) / [0.9505, 1, 1.089][at]))
    return [116 * y, 500 * (x - y), 200 * (y - z)]
  }
  const [first, second] = [lab(a), lab(b)]
  return Math.hypot(...first.map((value, at) => value - second[at]))
}
