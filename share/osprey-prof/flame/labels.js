// Names as long as there is room for.

const ELLIPSIS = '…'

export class Labels {
  /** @param {CanvasRenderingContext2D} context  with its font set */
  constructor(context) {
    this.context = context
    this.widths = new Map()
    this.one = context.measureText('0').width
    this.fixed = Math.abs(context.measureText('iiii').width - 4 * this.one) < 0.01
  }

  widthOf(text) {
    if (this.fixed && isPlain(text)) return text.length * this.one
    let width = this.widths.get(text)
    if (width === undefined) this.widths.set(text, (width = this.context.measureText(text).width))
    return width
  }

  /** The text, or its beginning; '' when not even that is worth its room. */
  fit(text, room) {
    if (room < 2 * this.one) return ''
    const shortened = text.length * this.one > 4 * room ? text.slice(0, Math.ceil((4 * room) / this.one)) : text
    if (shortened === text && this.widthOf(text) <= room) return text
    const letters = Array.from(shortened)
    let kept = Math.min(letters.length - 1, Math.floor(room / this.one) - 1)
    while (kept > 0 && !this.isPlainFit(letters, kept, room)) kept--
    return kept > 1 ? letters.slice(0, kept).join('') + ELLIPSIS : ''
  }

  isPlainFit(letters, kept, room) {
    const text = letters.slice(0, kept).join('') + ELLIPSIS
    return this.fixed && isPlain(text) ? true : this.context.measureText(text).width <= room
  }
}

function isPlain(text) {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7e && code !== 0x2026) return false
  }
  return true
}
