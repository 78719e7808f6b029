// The whole scene in a few pixels, and where the view stands in it. A drag moves the view.

const HIGHEST = 44

export class Minimap {
  /** @param {HTMLCanvasElement} canvas @param {(centre: number) => void} moveTo  with a place of the scene */
  constructor(canvas, moveTo) {
    this.canvas = canvas
    this.image = document.createElement('canvas')
    const move = event => moveTo((event.offsetX / canvas.clientWidth) * this.total)
    canvas.addEventListener('pointerdown', event => {
      canvas.setPointerCapture(event.pointerId)
      move(event)
    })
    canvas.addEventListener('pointermove', event => event.buttons & 1 && move(event))
  }

  /** @param {import('./draw.js').Picture} picture */
  paint(picture, ratio) {
    const width = Math.max(1, Math.round(this.canvas.clientWidth * ratio))
    const height = Math.round(HIGHEST * ratio)
    this.total = picture.scene.total
    const key = [picture.scene, picture.palette, picture.matches, width, height]
    if (!this.key?.every((value, at) => value === key[at])) this.paintImage(picture, width, height)
    this.key = key
    this.canvas.width = width
    this.canvas.height = height
    const context = this.canvas.getContext('2d')
    context.drawImage(this.image, 0, 0)
    this.paintView(context, picture, ratio)
  }

  paintImage({scene, places, palette, matches}, width, height) {
    const rowCount = Math.min(scene.rowCount, height)
    this.image.width = width
    this.image.height = height
    if (!rowCount) return
    const perPixel = scene.total / width || 1
    const cells = new Int32Array(width * rowCount)
    scene.paint({firstRow: 0, rowCount, from: 0, perPixel, width}, cells)
    const image = new ImageData(width, rowCount)
    const pixels = new Uint32Array(image.data.buffer)
    cells.forEach((cell, at) => {
      if (!cell) return
      const frame = scene.frameOf(Math.floor(at / width), cell)
      const x = (at % width) * perPixel
      const tone = matches && !matches[frame] ? 2 : Number(scene.waitingShare(x, x + perPixel) > 0.5)
      pixels[at] = palette.fills[tone][places[frame]]
    })
    this.stretch(image, Math.max(1, Math.min(4, Math.floor(height / rowCount))))
  }

  stretch(image, factor) {
    const context = this.image.getContext('2d')
    context.putImageData(image, 0, 0)
    context.imageSmoothingEnabled = false
    context.globalCompositeOperation = 'copy'
    context.drawImage(this.image, 0, 0, image.width, image.height, 0, 0, image.width, image.height * factor)
  }

  paintView(context, {viewport, scene, palette, style}, ratio) {
    const {width, height} = this.canvas
    const [left, right] = [viewport.from, viewport.to].map(x => (x / (scene.total || 1)) * width)
    if (right - left >= width - 1) return
    context.fillStyle = style.background
    context.globalAlpha = 0.65
    context.fillRect(0, 0, left, height)
    context.fillRect(right, 0, width - right, height)
    context.globalAlpha = 1
    context.strokeStyle = palette.strong
    context.lineWidth = 2 * ratio
    context.strokeRect(left + ratio, ratio, Math.max(2, right - left - 2 * ratio), height - 2 * ratio)
  }
}
