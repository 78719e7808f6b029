// What is drawn above the boxes: what is selected, the range, the ruler, where the view is scrolled to.
import {roundStep, valueText} from './format.js'

const TICK_ROOM = 90

/**
 * @param {import('./draw.js').Painter} surface
 * @param {import('./draw.js').Picture} picture
 * @param {{outlined: number[][], bordered: number[][]}} runs  from x to x at y
 */
export function paintAbove(surface, picture, runs) {
  paintOutlines(surface, picture, runs)
  paintSplit(surface, picture)
  if (picture.range) paintRange(surface, picture)
  paintRuler(surface, picture)
  paintScroll(surface, picture)
}

function paintOutlines(surface, picture, {outlined, bordered}) {
  const {strong, border} = picture.palette
  const {ratio} = surface
  if (border) outlineRuns(surface, bordered, border)
  outlineRuns(surface, outlined, strong)
  if (picture.hover) outlineBox(surface, picture, picture.hover, Math.round(ratio), picture.style.text)
  if (picture.focus) outlineBox(surface, picture, picture.focus, Math.round(3 * ratio), picture.palette.strong)
}

function outlineRuns(surface, runs, colour) {
  const {context, rowHeight} = surface
  context.strokeStyle = colour
  context.lineWidth = Math.round(surface.ratio)
  const inset = context.lineWidth / 2
  for (const [start, end, y] of runs)
    context.strokeRect(start + inset, y + inset, Math.max(1, end - start - 2 * inset), rowHeight - 1 - 2 * inset)
}

function outlineBox(surface, {viewport}, {row, start, end}, lineWidth, colour) {
  const {context} = surface
  const [left, right] = [start, end].map(x => surface.xOf(x, viewport))
  if (right < 0 || left > surface.width) return
  const inset = lineWidth / 2
  const from = Math.max(left, -lineWidth)
  const to = Math.min(Math.max(right - 1, left + 2), surface.width + lineWidth)
  context.strokeStyle = colour
  context.lineWidth = lineWidth
  context.strokeRect(
    from + inset,
    surface.yOf(row, viewport) + inset,
    Math.max(1, to - from - lineWidth),
    surface.rowHeight - 1 - lineWidth,
  )
}

/** A line between what was on a CPU and what waits, where they stand apart. */
function paintSplit(surface, {scene, viewport, style}) {
  const x = surface.xOf(scene.split, viewport)
  if (!(scene.split > 0 && scene.split < scene.total) || x < 0 || x > surface.width) return
  surface.context.fillStyle = style.text
  surface.context.fillRect(x - 1, surface.rulerHeight, Math.max(1, Math.round(surface.ratio)), surface.height)
}

/** All but the range steps back. */
function paintRange(surface, {range, viewport, style, palette}) {
  const {context, height, width} = surface
  const [left, right] = range.map(x => Math.max(0, Math.min(width, surface.xOf(x, viewport))))
  context.globalAlpha = 0.72
  context.fillStyle = style.background
  context.fillRect(0, 0, left, height)
  context.fillRect(right, 0, width - right, height)
  context.globalAlpha = 1
  context.fillStyle = palette.strong
  const line = Math.round(2 * surface.ratio)
  context.fillRect(left - line, 0, line, height)
  context.fillRect(right, 0, line, height)
}

function paintRuler(surface, {viewport: {from, to}, unit, style}) {
  const {context, ratio, rulerHeight, width} = surface
  context.fillStyle = style.background
  context.clearRect(0, 0, width, rulerHeight)
  context.fillRect(0, 0, width, rulerHeight)
  const step = roundStep(((to - from) * TICK_ROOM * ratio) / width)
  for (let tick = Math.ceil(from / step); tick * step <= to; tick++) {
    const x = surface.xOf(tick * step, {from, to})
    context.fillStyle = style.line
    context.fillRect(x, 0, Math.round(ratio), rulerHeight - 1)
    context.fillStyle = style.text
    context.fillText(valueText(Number((tick * step).toPrecision(12)), unit), x + 4 * ratio, rulerHeight / 2)
  }
  context.fillStyle = style.line
  context.fillRect(0, rulerHeight - Math.round(ratio), width, Math.round(ratio))
}

function paintScroll(surface, {scene, viewport, style}) {
  const seen = surface.height - surface.rulerHeight
  const whole = scene.rowCount * surface.rowHeight
  if (whole <= seen) return
  const length = Math.max(20 * surface.ratio, (seen * seen) / whole)
  const y = surface.rulerHeight + ((seen - length) * viewport.top * surface.ratio) / (whole - seen)
  surface.context.fillStyle = style.text
  surface.context.globalAlpha = 0.45
  surface.context.fillRect(surface.width - 6 * surface.ratio, y, 4 * surface.ratio, length)
  surface.context.globalAlpha = 1
}
