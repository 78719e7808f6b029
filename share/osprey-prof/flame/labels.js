// Names as long as there is room for.
import {nameForms} from './names.js'

const ELLIPSIS = '…'

export class Labels {
  /** @param {CanvasRenderingContext2D} context  with its font set */
  constructor(context) {
    this.context = context
    this.widths = new Map()
    this.forms = new Map()
    this.one = context.measureText('0').width
    this.fixed = Math.abs(context.measureText('iiii').width - 4 * this.one) < 0.01
  }

  widthOf(text) {
    if (this.fixed && isPlain(text)) return text.length * this.one
    let width = this.widths.get(text)
    if (width === undefined) this.widths.set(text, (width = this.context.measureText(text).width))
    return width
  }

  /** The name in the longest form that fits, or the beginning of one; '' when not even that is worth its room. */
  fit(name, room) {
    if (room < 2 * this.one) return ''
    const forms = this.formsOf(name)
    return forms.find(form => this.fits(form, room)) ?? this.beginning(forms.findLast(form => form[0] !== ELLIPSIS), room)
  }

  formsOf(name) {
    let forms = this.forms.get(name)
    if (!forms) this.forms.set(name, (forms = nameForms(name)))
    return forms
  }

  /** Measuring takes long, and a name may be of any length. */
  fits(text, room) {
    return text.length * this.one <= 4 * room && this.widthOf(text) <= room
  }

  beginning(text, room) {
    const shortened = text.length * this.one > 4 * room ? text.slice(0, Math.ceil((4 * room) / this.one)) : text
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
