// What is known of a box or a function: beside the mouse, and at the foot of the page, where the legend is too.
import {element} from './dom.js'
import {placeText, shareText, valueText} from './format.js'

/**
 * @typedef {{name: string, file: string, line: number, unit: string, whole: number, box: import('./layout.js').Box|null, self: number,
 *   total: number, waits: number}} Facts
 * The weights of the function, and its box when there is one.
 */

const amount = (value, {unit, whole}) => `${valueText(value, unit)} (${shareText(value, whole)})`

/** In words, for who can't see the graph. @param {Facts} facts */
export function sentenceOf(facts) {
  const {name, file, line, box} = facts
  const own = box && !Number.isNaN(box.self) ? `, self ${amount(box.self, facts)}` : ''
  const here = box ? `, ${amount(box.end - box.start, facts)}${own}` : ''
  return `${name}${here}, function in all ${amount(facts.total, facts)}${file ? `, ${placeText(file, line)}` : ''}`
}

function rowsOf(facts) {
  const {box, self, total, waits} = facts
  const rows = [
    ['Function self', amount(self, facts)],
    ['Function total', amount(total, facts)],
  ]
  if (waits > 0) rows.push(['of it waiting', valueText(waits, facts.unit)])
  if (box && !Number.isNaN(box.self)) rows.unshift(['Self', amount(box.self, facts)])
  if (box) rows.unshift(['Total', amount(box.end - box.start, facts)])
  return rows
}

export class Tooltip {
  constructor() {
    this.panel = element('div', {class: 'tooltip', role: 'tooltip', 'data-test': 'tooltip', hidden: true})
  }

  /** @param {Facts|null} facts */
  show(facts, x, y) {
    this.panel.hidden = !facts
    if (!facts) return
    const lines = rowsOf(facts).flatMap(([key, value]) => [element('dt', {}, key), element('dd', {}, value)])
    this.panel.replaceChildren(element('strong', {}, facts.name), element('dl', {}, ...lines))
    if (facts.file) this.panel.append(element('span', {class: 'place'}, placeText(facts.file, facts.line)))
    const {offsetWidth, offsetHeight} = this.panel
    const left = x + 14 + offsetWidth > innerWidth ? x - 14 - offsetWidth : x + 14
    const top = y + 18 + offsetHeight > innerHeight ? y - 10 - offsetHeight : y + 18
    this.panel.style.left = `${Math.max(0, left)}px`
    this.panel.style.top = `${Math.max(0, top)}px`
  }
}

export class Footer {
  /** @param {{open: () => void, copy: () => void, sandwich: () => void}} listener */
  constructor(listener, canOpen) {
    this.name = element('strong', {class: 'name', 'data-test': 'selected'})
    this.facts = element('span', {class: 'facts'})
    this.place = element('button', {
      type: 'button',
      class: 'link',
      'data-test': 'place',
      title: canOpen ? 'Open the source' : 'Copy the place',
      onclick: listener.open,
    })
    this.buttons = element(
      'span',
      {class: 'buttons'},
      element('button', {type: 'button', 'data-test': 'copy', onclick: listener.copy}, 'Copy name'),
      element('button', {type: 'button', 'data-test': 'callers', onclick: listener.sandwich}, 'Callers and callees'),
    )
    this.hint = element(
      'span',
      {class: 'facts'},
      'Choose a box or a row. Double click or Enter zooms; ? shows the keys.',
    )
    this.legend = element('span', {class: 'legend', 'data-test': 'legend'})
    this.bar = element('footer', {}, this.name, this.facts, this.place, this.buttons, this.hint, this.legend)
  }

  /** @param {Facts|null} facts */
  show(facts) {
    for (const part of [this.name, this.facts, this.buttons]) part.hidden = !facts
    this.hint.hidden = Boolean(facts)
    this.place.hidden = !facts?.file
    if (!facts) return
    this.name.textContent = this.name.title = facts.name
    this.facts.textContent = `self ${amount(facts.self, facts)} · total ${amount(facts.total, facts)}`
    this.place.textContent = placeText(facts.file, facts.line, false)
  }

  /** @param {{normal: string[], muted: string[], dim: string}} colours */
  showLegend({normal, muted, dim}, {hasStates, searching}) {
    const entry = (colours, text) => element('span', {class: 'entry'}, ramp(colours), text)
    this.legend.replaceChildren(entry(normal, hasStates ? 'on CPU, by file and function' : 'by file and function'))
    if (hasStates) this.legend.append(entry(muted, 'waiting'))
    if (searching) this.legend.append(entry([dim], 'no match'))
  }
}

function ramp(colours) {
  const swatch = element('i', {class: 'swatch'})
  swatch.style.background =
    colours.length > 1 ? `linear-gradient(90deg, ${colours.filter((_, at) => at % 8 === 0).join(', ')})` : colours[0]
  return swatch
}
