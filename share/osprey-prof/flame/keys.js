// What the keyboard does in the graph. Everything that the mouse does, it does too.
import {boxAt} from './layout.js'

export const KEYS = [
  ['← → ↑ ↓', 'to the next box, caller, callee'],
  ['Enter', 'zoom to the box'],
  ['Esc', 'back: zoom, range, search, selection'],
  ['+ −', 'zoom in and out'],
  ['A D W S', 'move the view'],
  ['PgUp PgDn', 'move up and down by a page'],
  ['Home', 'show all'],
  ['/', 'search'],
  ['N P', 'next and previous match'],
  ['O', 'open the source, or copy its place'],
  ['Ctrl+C', 'copy the name'],
  ['1 2 3', 'Left Heavy, Time Order, Sandwich'],
  ['[ ]', 'begin and end the range at the box (Time Order)'],
  ['T', 'to the table, and back'],
  ['?', 'these keys'],
]

const ZOOM_STEP = 0.7
const MOVE_PART = 0.15
const MOVE_DOWN = 60

/** The box that an arrow leads to from the one in focus; some box of the view when none is. */
export function neighbour(graph, key) {
  const {picture, viewport, focus} = graph
  const {scene} = picture
  if (!focus) return firstBox(scene, viewport)
  if (key === 'ArrowLeft') return scene.boxBefore(focus.row, focus.start)
  if (key === 'ArrowRight') return scene.boxFrom(focus.row, focus.end)
  const row = focus.row + (key === 'ArrowDown' ? 1 : -1)
  if (row < 0 || row >= scene.rowCount) return null
  const middle = (Math.max(focus.start, viewport.from) + Math.min(focus.end, viewport.to)) / 2
  const outwards = key === (scene.upward(focus.row) || scene.upward(row) ? 'ArrowUp' : 'ArrowDown')
  return outwards
    ? widestWithin(scene, row, focus)
    : (boxAt(scene, row, middle) ?? boxAt(scene, row, (focus.start + focus.end) / 2))
}

function firstBox(scene, {from}) {
  const row = Math.min(scene.middle, scene.rowCount - 1)
  return row < 0 ? null : scene.boxFrom(row, from)
}

/** Of the boxes that stand on a box, the widest of the first few. */
function widestWithin(scene, row, {start, end}) {
  let widest = null
  let box = scene.boxFrom(row, start)
  for (let count = 0; box && box.start < end && count < 100; count++) {
    if (!widest || box.end - box.start > widest.end - widest.start) widest = box
    box = scene.boxFrom(row, box.end)
  }
  return widest
}

/**
 * Handles a key in the graph; tells whether it had a meaning.
 * @param {KeyboardEvent} event
 * @param {import('./commands.js').Commands} commands
 */
export function handleKey(event, commands) {
  const {graph} = commands
  if (event.ctrlKey || event.metaKey || event.altKey) return handleChord(event, commands)
  const actions = {
    Enter: () => graph.zoomTo(graph.focus),
    '+': () => graph.zoom(ZOOM_STEP, centreOf(graph)),
    '=': () => graph.zoom(ZOOM_STEP, centreOf(graph)),
    '-': () => graph.zoom(1 / ZOOM_STEP, centreOf(graph)),
    a: () => graph.move(-MOVE_PART, 0),
    d: () => graph.move(MOVE_PART, 0),
    w: () => graph.move(0, -MOVE_DOWN),
    s: () => graph.move(0, MOVE_DOWN),
    PageUp: () => graph.move(0, -graph.height),
    PageDown: () => graph.move(0, graph.height),
    Home: () => graph.zoomTo(null),
    o: () => commands.openSource(),
    '[': () => graph.focus && commands.rangeFrom(graph.focus.start, null),
    ']': () => graph.focus && commands.rangeFrom(null, graph.focus.end),
  }
  if (event.key.startsWith('Arrow')) commands.focusBox(neighbour(graph, event.key))
  else if (actions[lower(event.key)]) actions[lower(event.key)]()
  else return false
  return true
}

function handleChord(event, commands) {
  if (event.altKey || lower(event.key) !== 'c' || String(getSelection())) return false
  commands.copyName()
  return true
}

/** Letters mean the same with Shift or Caps Lock. */
export function lower(key) {
  return key.length === 1 ? key.toLowerCase() : key
}

function centreOf({focus, viewport: {from, to}}) {
  const centre = focus ? (Math.max(focus.start, from) + Math.min(focus.end, to)) / 2 : NaN
  return centre >= from && centre <= to ? centre : (from + to) / 2
}
