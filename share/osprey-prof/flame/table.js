// The functions with their self and total weights, sortable, linked with the graph.
import {element} from './dom.js'
import {placeText, shareText, valueText} from './format.js'
import {briefName} from './names.js'
import {COLUMNS} from './state.js'

const ROWS = 200 // shown at first, and more at a time
const NAME_LETTERS = 23 // that have room when the table is narrow

/**
 * @typedef {{self: Float64Array, total: Float64Array, waits: Float64Array, whole: number}} Functions
 * @typedef {{names: string[], files: string[], lines: Int32Array, unit: string, functions: Functions, sort: {column: string, down:
 *   boolean}, frame: number|null, matches: Uint8Array|null}} Content
 */

/**
 * Frames with any weight, in the order of a column; equal ones by self, total and index.
 * @param {Content} content
 */
export function sortedFrames({functions: {self, total}, names, files, lines, sort: {column, down}}) {
  const text = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
  const compare = {
    self: (a, b) => self[a] - self[b] || total[a] - total[b],
    total: (a, b) => total[a] - total[b] || self[a] - self[b],
    name: (a, b) => text(names[a], names[b]),
    place: (a, b) => text(files[a], files[b]) || lines[a] - lines[b],
  }[column]
  const sign = down ? -1 : 1
  return Array.from(total.keys())
    .filter(frame => total[frame] > 0)
    .sort((a, b) => sign * compare(a, b) || a - b)
}

export class FunctionTable {
  /** @param {{choose: (frame: number) => void, enter: (frame: number) => void, open: () => void, sort: (column: string) => void, leave: () => void}} listener */
  constructor(listener) {
    this.listener = listener
    this.headers = Object.entries(COLUMNS).map(([column, text]) =>
      element(
        'th',
        {scope: 'col', class: column},
        element('button', {type: 'button', 'data-test': `sort-${column}`, onclick: () => listener.sort(column)}, text),
      ),
    )
    this.body = element('tbody')
    this.more = element('button', {type: 'button', class: 'more', onclick: () => this.addRows(ROWS)})
    const table = element(
      'table',
      {'aria-label': 'Functions', 'data-test': 'table'},
      element('thead', {}, element('tr', {}, ...this.headers)),
      this.body,
    )
    this.panel = element('div', {class: 'table', onkeydown: event => this.key(event)}, table, this.more)
    this.rows = new Map()
  }

  /** @param {Content} content */
  show(content) {
    this.content = content
    this.order = sortedFrames(content)
    this.headers.forEach((header, at) => header.setAttribute('aria-sort', this.orderOf(Object.keys(COLUMNS)[at])))
    this.body.replaceChildren()
    this.rows.clear()
    this.count = 0
    this.addRows(ROWS)
    this.select(content.frame)
  }

  orderOf(column) {
    const {sort} = this.content
    return sort.column !== column ? 'none' : sort.down ? 'descending' : 'ascending'
  }

  addRows(count) {
    const added = this.order.slice(this.count, this.count + count)
    this.body.append(...added.map(frame => this.row(frame)))
    this.count += added.length
    const left = this.order.length - this.count
    this.more.hidden = left === 0
    this.more.textContent = `${Math.min(ROWS, left)} more of ${left}`
    if (this.rows.size && !this.body.querySelector('[tabindex="0"]'))
      this.body.firstElementChild.setAttribute('tabindex', '0')
  }

  row(frame) {
    const {
      names,
      files,
      lines,
      unit,
      functions: {self, total, whole},
      matches,
    } = this.content
    const number = value =>
      element('td', {class: 'number', title: valueText(value, unit)}, this.bar(value, whole), shareText(value, whole))
    const row = element(
      'tr',
      {
        tabindex: -1,
        'data-test': 'row',
        'data-frame': frame,
        class: matches && !matches[frame] ? 'dim' : null,
        onclick: () => this.listener.choose(frame),
        ondblclick: () => this.listener.enter(frame),
      },
      number(self[frame]),
      number(total[frame]),
      element('td', {class: 'name', title: names[frame]}, briefName(names[frame], NAME_LETTERS)),
      element(
        'td',
        {class: 'place', title: placeText(files[frame], lines[frame])},
        placeText(files[frame], lines[frame], false),
      ),
    )
    this.rows.set(frame, row)
    return row
  }

  bar(value, whole) {
    const bar = element('span', {class: 'bar'})
    bar.style.width = `${whole > 0 ? (100 * value) / whole : 0}%`
    return bar
  }

  /** Marks a function's row, and brings it into sight unless the table itself has the focus. */
  select(frame) {
    const before = this.body.querySelector('[aria-selected="true"]')
    before?.setAttribute('aria-selected', 'false')
    if (frame === null) return
    while (!this.rows.has(frame) && this.count < this.order.indexOf(frame) + 1) this.addRows(ROWS)
    const row = this.rows.get(frame)
    if (!row) return
    row.setAttribute('aria-selected', 'true')
    this.body.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1')
    row.setAttribute('tabindex', '0')
    row.scrollIntoView({block: 'nearest'})
  }

  focus() {
    this.body.querySelector('[tabindex="0"]')?.focus()
  }

  key(event) {
    const row = event.target.closest?.('tbody tr')
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const to = {
      ArrowDown: row.nextElementSibling,
      ArrowUp: row.previousElementSibling,
      Home: this.body.firstElementChild,
      End: this.body.lastElementChild,
    }
    if (event.key in to) this.goTo(to[event.key])
    else if (event.key === 'Enter') this.listener.enter(Number(row.dataset.frame))
    else if (event.key === 'o') this.listener.open()
    else if (event.key === 'Escape' || event.key === 't') this.listener.leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  goTo(row) {
    if (!row) return
    row.focus()
    this.listener.choose(Number(row.dataset.frame))
  }
}
