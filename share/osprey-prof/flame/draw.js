// Paints a scene. Boxes are written as pixels of an image that is one pixel high a row, and stretched: the time it takes grows with the
// pixels of the screen, not with the boxes. What is selected, the names and the ruler are drawn above.
import {roundStep, valueText} from './format.js'
import {Labels} from './labels.js'

export const ROW_HEIGHT = 20
export const RULER_HEIGHT = 24

const [NORMAL, MUTED, DIM] = [0, 1, 2]
const LABEL_PADDING = 5
const LEAST_GAP_BOX = 3 // a narrower box has no gap behind it
const LEAST_BORDERED = 7
const TICK_ROOM = 90

/**
 * @typedef {import('./viewport.js').Viewport} Viewport
 * @typedef {{scene: any, viewport: Viewport, names: string[], places: Uint8Array, palette: any, matches: Uint8Array|null,
 *   frame: number|null, focus: object|null, hover: object|null, range: [number, number]|null, unit: string, style: {font: string,
 *   text: string, line: string}}} Picture
 * `frame` is the function whose boxes are outlined, `focus` and `hover` are boxes.
 */

/** Paints pictures of one canvas. */
export class Painter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas
    this.context = canvas.getContext('2d')
    this.strip = document.createElement('canvas')
    this.font = ''
  }

  /** Sizes in pixels of the page. */
  resize(width, height, ratio) {
    this.ratio = ratio
    this.width = Math.max(1, Math.round(width * ratio))
    this.height = Math.max(1, Math.round(height * ratio))
    this.canvas.width = this.width
    this.canvas.height = this.height
    this.rowHeight = Math.round(ROW_HEIGHT * ratio)
    this.rulerHeight = Math.round(RULER_HEIGHT * ratio)
    this.font = ''
  }

  /** @param {Picture} picture */
  paint(picture) {
    const {context} = this
    context.clearRect(0, 0, this.width, this.height)
    this.prepareText(picture.style.font)
    const part = this.visiblePart(picture)
    const marks = {labels: [[], [], []], outlined: [], bordered: []}
    if (part.rowCount > 0) this.paintBoxes(picture, part, marks)
    this.paintLabels(picture, marks.labels)
    this.paintOutlines(picture, marks)
    this.paintSplit(picture)
    if (picture.range) this.paintRange(picture)
    this.paintRuler(picture)
    this.paintScroll(picture)
  }

  prepareText(family) {
    const font = `${Math.round(12 * this.ratio)}px ${family}`
    if (font === this.font) return
    this.font = font
    this.context.font = font
    this.context.textBaseline = 'middle'
    this.labels = new Labels(this.context)
  }

  visiblePart({scene, viewport}) {
    const top = Math.round(viewport.top * this.ratio)
    const firstRow = Math.floor(top / this.rowHeight)
    const last = Math.min(scene.rowCount, Math.ceil((top + this.height - this.rulerHeight) / this.rowHeight))
    const perPixel = (viewport.to - viewport.from) / this.width
    return {firstRow, rowCount: Math.max(0, last - firstRow), from: viewport.from, perPixel, width: this.width}
  }

  /** Where a row begins, in pixels of the canvas. */
  yOf(row, {top}) {
    return this.rulerHeight + row * this.rowHeight - Math.round(top * this.ratio)
  }

  paintBoxes(picture, part, marks) {
    const {width} = this
    const {rowCount, firstRow} = part
    const {scene, viewport} = picture
    const cells = new Int32Array(width * rowCount)
    scene.paint(part, cells)
    const image = new ImageData(width, rowCount)
    const row = {waits: waitingPixels(scene, part), pixels: new Uint32Array(image.data.buffer), marks, picture}
    for (let at = 0; at < rowCount; at++)
      this.colourRow(
        {...row, row: firstRow + at, y: this.yOf(firstRow + at, viewport)},
        cells.subarray(at * width, (at + 1) * width),
        at * width,
      )
    this.stretch(image, this.yOf(firstRow, viewport))
    for (let at = 0; at < rowCount; at++) this.context.clearRect(0, this.yOf(firstRow + at + 1, viewport) - 1, width, 1)
  }

  /** A row's cells as pixels, run by run; remembers runs that get a name or an outline. */
  colourRow(row, cells, base) {
    const {scene, frame: outlined} = row.picture
    for (let start = 0, end; start < cells.length; start = end) {
      const cell = cells[start]
      for (end = start + 1; end < cells.length && cells[end] === cell;) end++
      if (cell === 0) continue
      const frame = scene.frameOf(row.row, cell)
      const seam = end - start > LEAST_GAP_BOX && end < cells.length ? end - 1 : end
      this.colourRun(row, frame, base, start, seam)
      if (frame === outlined) row.marks.outlined.push([start, seam, row.y])
      else if (end - start > LEAST_BORDERED) row.marks.bordered.push([start, seam, row.y])
      if (end - start > 4 * LABEL_PADDING * this.ratio) this.addLabel(row, frame, start, seam)
    }
  }

  colourRun({picture, waits, pixels}, frame, base, start, end) {
    const {fills} = picture.palette
    const place = picture.places[frame]
    if (picture.matches && !picture.matches[frame]) {
      pixels.fill(fills[DIM][place], base + start, base + end)
      return
    }
    const [normal, muted] = [fills[NORMAL][place], fills[MUTED][place]]
    for (let x = start; x < end; x++) pixels[base + x] = waits[x] ? muted : normal
  }

  addLabel({picture, waits, marks, y}, frame, start, end) {
    const padding = LABEL_PADDING * this.ratio
    const text = this.labels.fit(picture.names[frame], end - start - 2 * padding)
    if (!text) return
    const tone = picture.matches && !picture.matches[frame] ? DIM : waits[(start + end) >> 1]
    marks.labels[tone].push(text, start + padding, y)
  }

  stretch(image, y) {
    const {strip, context} = this
    if (strip.width !== image.width || strip.height < image.height) {
      strip.width = image.width
      strip.height = image.height
    }
    strip.getContext('2d').putImageData(image, 0, 0)
    context.imageSmoothingEnabled = false
    context.drawImage(strip, 0, 0, image.width, image.height, 0, y, image.width, image.height * this.rowHeight)
  }

  paintLabels({palette}, tones) {
    const {context, rowHeight} = this
    tones.forEach((labels, tone) => {
      context.fillStyle = palette.inks[tone]
      for (let at = 0; at < labels.length; at += 3)
        context.fillText(labels[at], labels[at + 1], labels[at + 2] + rowHeight / 2)
    })
  }

  paintOutlines(picture, {outlined, bordered}) {
    const {strong, border} = picture.palette
    const {ratio} = this
    if (border) this.outlineRuns(bordered, border)
    this.outlineRuns(outlined, strong)
    if (picture.hover) this.outlineBox(picture, picture.hover, Math.round(ratio), picture.style.text)
    if (picture.focus) this.outlineBox(picture, picture.focus, Math.round(3 * ratio), picture.palette.strong)
  }

  outlineRuns(runs, colour) {
    const {context, rowHeight} = this
    context.strokeStyle = colour
    context.lineWidth = Math.round(this.ratio)
    const inset = context.lineWidth / 2
    for (const [start, end, y] of runs)
      context.strokeRect(start + inset, y + inset, Math.max(1, end - start - 2 * inset), rowHeight - 1 - 2 * inset)
  }

  outlineBox({viewport}, {row, start, end}, lineWidth, colour) {
    const {context} = this
    const [left, right] = [start, end].map(x => this.xOf(x, viewport))
    if (right < 0 || left > this.width) return
    const inset = lineWidth / 2
    const from = Math.max(left, -lineWidth)
    const to = Math.min(Math.max(right - 1, left + 2), this.width + lineWidth)
    context.strokeStyle = colour
    context.lineWidth = lineWidth
    context.strokeRect(
      from + inset,
      this.yOf(row, viewport) + inset,
      Math.max(1, to - from - lineWidth),
      this.rowHeight - 1 - lineWidth,
    )
  }

  xOf(x, {from, to}) {
    return Math.round(((x - from) / (to - from)) * this.width)
  }

  /** A line between what was on a CPU and what waits, where they stand apart. */
  paintSplit({scene, viewport, style}) {
    const x = this.xOf(scene.split, viewport)
    if (!(scene.split > 0 && scene.split < scene.total) || x < 0 || x > this.width) return
    this.context.fillStyle = style.text
    this.context.fillRect(x - 1, this.rulerHeight, Math.max(1, Math.round(this.ratio)), this.height)
  }

  /** All but the range steps back. */
  paintRange({range, viewport, style, palette}) {
    const {context, height, width} = this
    const [left, right] = range.map(x => Math.max(0, Math.min(width, this.xOf(x, viewport))))
    context.globalAlpha = 0.72
    context.fillStyle = style.background
    context.fillRect(0, 0, left, height)
    context.fillRect(right, 0, width - right, height)
    context.globalAlpha = 1
    context.fillStyle = palette.strong
    const line = Math.round(2 * this.ratio)
    context.fillRect(left - line, 0, line, height)
    context.fillRect(right, 0, line, height)
  }

  paintRuler({viewport: {from, to}, unit, style}) {
    const {context, ratio, rulerHeight, width} = this
    context.fillStyle = style.background
    context.clearRect(0, 0, width, rulerHeight)
    context.fillRect(0, 0, width, rulerHeight)
    const step = roundStep(((to - from) * TICK_ROOM * ratio) / width)
    for (let tick = Math.ceil(from / step); tick * step <= to; tick++) {
      const x = this.xOf(tick * step, {from, to})
      context.fillStyle = style.line
      context.fillRect(x, 0, Math.round(ratio), rulerHeight - 1)
      context.fillStyle = style.text
      context.fillText(valueText(Number((tick * step).toPrecision(12)), unit), x + 4 * ratio, rulerHeight / 2)
    }
    context.fillStyle = style.line
    context.fillRect(0, rulerHeight - Math.round(ratio), width, Math.round(ratio))
  }

  paintScroll({scene, viewport, style}) {
    const seen = this.height - this.rulerHeight
    const whole = scene.rowCount * this.rowHeight
    if (whole <= seen) return
    const length = Math.max(20 * this.ratio, (seen * seen) / whole)
    const y = this.rulerHeight + ((seen - length) * viewport.top * this.ratio) / (whole - seen)
    this.context.fillStyle = style.text
    this.context.globalAlpha = 0.45
    this.context.fillRect(this.width - 6 * this.ratio, y, 4 * this.ratio, length)
    this.context.globalAlpha = 1
  }
}

/** Which columns of pixels show more waiting than running. */
function waitingPixels(scene, {from, perPixel, width}) {
  const waits = new Uint8Array(width)
  for (let x = 0; x < width; x++)
    waits[x] = Number(scene.waitingShare(from + x * perPixel, from + (x + 1) * perPixel) > 0.5)
  return waits
}
