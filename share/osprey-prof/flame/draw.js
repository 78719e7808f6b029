// Paints a scene. Boxes are written as pixels of an image that is one pixel high a row, and stretched: the time it takes grows with the
// pixels of the screen, not with the boxes. Names stand on them.
import {Labels} from './labels.js'
import {paintAbove} from './overlay.js'

export const ROW_HEIGHT = 20
export const RULER_HEIGHT = 24

const [NORMAL, MUTED, DIM] = [0, 1, 2]
const LABEL_PADDING = 5
const LEAST_GAP_BOX = 3 // a narrower box has no gap behind it
const LEAST_BORDERED = 7

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
    paintAbove(this, picture, marks)
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

  xOf(x, {from, to}) {
    return Math.round(((x - from) / (to - from)) * this.width)
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
}

/** Which columns of pixels show more waiting than running. */
function waitingPixels(scene, {from, perPixel, width}) {
  const waits = new Uint8Array(width)
  for (let x = 0; x < width; x++)
    waits[x] = Number(scene.waitingShare(from + x * perPixel, from + (x + 1) * perPixel) > 0.5)
  return waits
}
