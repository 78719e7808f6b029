// The part of a scene that is seen: from…to across, in the unit of the profile, and `top`, how far down, in pixels of the page.

/** @typedef {{from: number, to: number, top: number}} Viewport */

const NARROWEST = 1e-9 // of the whole

/** All of a scene. @returns {Viewport} */
export function wholeView(total) {
  return {from: 0, to: total || 1, top: 0}
}

/** Keeps a view inside of the scene, and its width where that can be. @param {Viewport} view */
export function keptInside({from, to, top}, total, highest) {
  const whole = total || 1
  const span = Math.min(whole, Math.max(to - from, whole * NARROWEST))
  const start = Math.max(0, Math.min(from, whole - span))
  return {from: start, to: start + span, top: Math.max(0, Math.min(top, highest))}
}

/** Wider or narrower by a factor, around a place that stays where it is. @param {Viewport} view */
export function zoomedAt({from, to, top}, factor, at) {
  return {from: at - (at - from) * factor, to: at + (to - at) * factor, top}
}

/** Moved by parts of its width, and by pixels down. @param {Viewport} view */
export function movedBy({from, to, top}, part, down) {
  const step = part * (to - from)
  return {from: from + step, to: to + step, top: top + down}
}

/** So that a box is seen: moved as little as needed, wider never. @param {Viewport} view */
export function showing(view, {start, end}, y, rowHeight, height) {
  const span = view.to - view.from
  let {from, top} = view
  if (end - start >= span) from = start <= from && end >= view.to ? from : start
  else if (start < from) from = start - 0.05 * span
  else if (end > view.to) from = end - 0.95 * span
  if (y < top) top = y
  else if (y + rowHeight > top + height) top = y + rowHeight - height
  return {from, to: from + span, top}
}
