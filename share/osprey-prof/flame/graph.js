// The canvas with its scene: view, mouse, and the box that the keyboard is at. What it learns it tells by its listener.
import {boxAt} from './layout.js'
import {Painter, ROW_HEIGHT, RULER_HEIGHT} from './draw.js'
import {Minimap} from './minimap.js'
import {element} from './dom.js'
import {keptInside, movedBy, showing, wholeView, zoomedAt} from './viewport.js'

const CLICK_PIXELS = 4 // a mouse that moved farther has dragged
const WHEEL_ZOOM = 1.0015

/**
 * @typedef {import('./layout.js').Box} Box
 * @typedef {{hover: (box: Box|null, x: number, y: number) => void, choose: (box: Box|null) => void, open: (box: Box) => void,
 *   range: (range: [number, number]|null) => void, moved: () => void}} Listener
 */

export class Graph {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener
    this.item = element('div', {id: 'flame-box', role: 'treeitem', 'aria-level': 1})
    this.canvas = element(
      'canvas',
      {
        class: 'graph',
        tabindex: 0,
        role: 'tree',
        'data-test': 'graph',
        'aria-label': 'Flame graph. Press ? for the keys.',
        'aria-activedescendant': 'flame-box',
      },
      this.item,
    )
    this.mapCanvas = element('canvas', {class: 'minimap', 'aria-hidden': 'true', 'data-test': 'minimap'})
    this.painter = new Painter(this.canvas)
    this.minimap = new Minimap(this.mapCanvas, centre => this.moveTo(centre))
    this.history = []
    this.viewport = wholeView(1)
    this.picture = null
    this.listen()
  }

  listen() {
    const {canvas} = this
    canvas.addEventListener('wheel', event => this.wheel(event), {passive: false})
    canvas.addEventListener('pointerdown', event => this.press(event))
    canvas.addEventListener('pointermove', event => this.drag(event))
    canvas.addEventListener('pointerup', event => this.release(event))
    canvas.addEventListener('pointercancel', () => (this.pressed = null))
    canvas.addEventListener('pointerleave', () => this.setHover(null, 0, 0))
    canvas.addEventListener('dblclick', event => this.zoomTo(this.boxUnder(event)))
    new ResizeObserver(() => this.resize()).observe(canvas)
  }

  resize() {
    this.ratio = devicePixelRatio || 1
    this.painter.resize(this.canvas.clientWidth, this.canvas.clientHeight, this.ratio)
    if (this.picture) this.setViewport(this.viewport)
  }

  /** Shows another scene, or the same in other colours. A view of null is the whole. */
  show(picture, viewport) {
    const other = this.picture?.scene !== picture.scene
    this.picture = {...picture, hover: null, focus: other ? null : this.picture.focus}
    if (other) this.history = []
    const start = {...wholeView(picture.scene.total), top: (picture.scene.middle - 3) * ROW_HEIGHT}
    this.setViewport(viewport ?? (other ? start : this.viewport))
  }

  /** At most once a frame of the screen. */
  redraw() {
    if (this.pending || !this.picture) return
    this.pending = true
    requestAnimationFrame(() => {
      this.pending = false
      this.paintNow()
    })
  }

  paintNow() {
    const picture = {...this.picture, viewport: this.viewport}
    this.painter.paint(picture)
    this.minimap.paint(picture, this.ratio)
  }

  get height() {
    return this.canvas.clientHeight - RULER_HEIGHT
  }

  setViewport(viewport) {
    const {scene} = this.picture
    this.viewport = keptInside(viewport, scene.total, scene.rowCount * this.rowHeight - this.height)
    this.redraw()
    this.listener.moved()
  }

  /** In pixels of the page: the canvas rounds it to whole pixels of its own. */
  get rowHeight() {
    return this.painter.rowHeight / this.ratio
  }

  isWhole() {
    return this.viewport.from <= 0 && this.viewport.to >= this.picture.scene.total
  }

  zoom(factor, at = (this.viewport.from + this.viewport.to) / 2) {
    this.setViewport(zoomedAt(this.viewport, factor, at))
  }

  move(part, down) {
    this.setViewport(movedBy(this.viewport, part, down))
  }

  moveTo(centre) {
    const {from, to} = this.viewport
    this.move((centre - (from + to) / 2) / (to - from), 0)
  }

  /** Zooms to a box, or to all when there is none. */
  zoomTo(box) {
    this.history.push(this.viewport)
    const {scene} = this.picture
    const top = box && box.row * this.rowHeight < this.viewport.top ? box.row * this.rowHeight : this.viewport.top
    this.setViewport(box ? {from: box.start, to: box.end, top} : {...wholeView(scene.total), top: this.viewport.top})
  }

  /** Back to before the last zoom; false when there was none. */
  back() {
    const before = this.history.pop()
    if (!before && this.isWhole()) return false
    this.setViewport(before ?? {...wholeView(this.picture.scene.total), top: this.viewport.top})
    return true
  }

  /** Where an event of the mouse is in the scene. */
  placeOf({clientX, clientY}) {
    const {left, top, width} = this.canvas.getBoundingClientRect()
    const {from, to, top: scrolled} = this.viewport
    const y = clientY - top - RULER_HEIGHT
    return {
      x: from + ((clientX - left) / width) * (to - from),
      y,
      row: y < 0 ? -1 : Math.floor((y + scrolled) / this.rowHeight),
    }
  }

  boxUnder(event) {
    if (!this.picture) return null
    const {x, row} = this.placeOf(event)
    return boxAt(this.picture.scene, row, x)
  }

  wheel(event) {
    if (!this.picture) return
    event.preventDefault()
    const pixels = event.deltaMode === 0 ? 1 : 20
    if (event.shiftKey) this.move(0, (event.deltaY || event.deltaX) * pixels)
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY))
      this.move((event.deltaX * pixels) / this.canvas.clientWidth, 0)
    else this.zoom(WHEEL_ZOOM ** (event.deltaY * pixels), this.placeOf(event).x)
  }

  press(event) {
    if (!this.picture || event.button !== 0) return
    this.canvas.setPointerCapture(event.pointerId)
    const place = this.placeOf(event)
    const ranging = this.picture.ranging && (event.shiftKey || place.row < 0)
    this.pressed = {event, last: event, x: place.x, ranging, dragged: false}
  }

  drag(event) {
    if (!this.picture) return
    const {pressed} = this
    if (!pressed) return this.setHover(this.boxUnder(event), event.clientX, event.clientY)
    if (Math.hypot(event.clientX - pressed.event.clientX, event.clientY - pressed.event.clientY) > CLICK_PIXELS)
      pressed.dragged = true
    if (!pressed.dragged) return
    this.setHover(null, 0, 0)
    if (pressed.ranging) this.dragRange(pressed.x, this.placeOf(event).x)
    else
      this.move((pressed.last.clientX - event.clientX) / this.canvas.clientWidth, pressed.last.clientY - event.clientY)
    pressed.last = event
  }

  dragRange(a, b) {
    const inside = x => Math.max(0, Math.min(x, this.picture.scene.total))
    this.picture.range = [inside(Math.min(a, b)), inside(Math.max(a, b))]
    this.redraw()
  }

  release(event) {
    const {pressed} = this
    this.pressed = null
    if (!pressed || !this.picture) return
    if (pressed.ranging) return this.listener.range(pressed.dragged ? this.picture.range : null)
    if (pressed.dragged) return
    const box = this.boxUnder(event)
    this.focusBox(box)
    this.listener.choose(box)
    if (box) this.listener.open(box)
  }

  setHover(box, x, y) {
    const before = this.picture?.hover
    if (box || before) this.listener.hover(box, x, y)
    if (!this.picture || (before?.row === box?.row && before?.start === box?.start)) return
    this.picture.hover = box
    this.redraw()
  }

  /** The keyboard's box. */
  get focus() {
    return this.picture?.focus ?? null
  }

  focusBox(box) {
    this.picture.focus = box
    this.redraw()
  }

  /** Moves the view, no more than needed, so that a box is seen. */
  reveal(box) {
    this.setViewport(showing(this.viewport, box, box.row * this.rowHeight, this.rowHeight, this.height))
  }

  /** Where a box stands on the page. */
  rectOf({row, start, end}) {
    const {left, top, width} = this.canvas.getBoundingClientRect()
    const {from, to, top: scrolled} = this.viewport
    const [x0, x1] = [start, end].map(x => Math.max(0, Math.min(1, (x - from) / (to - from))) * width)
    return {
      x: left + x0,
      y: top + RULER_HEIGHT + row * this.rowHeight - scrolled,
      width: x1 - x0,
      height: this.rowHeight,
    }
  }
}
