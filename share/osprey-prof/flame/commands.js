// What a person can ask of the page beside the choices of its toolbar, by mouse or keyboard.
import {sentenceOf} from './details.js'
import {placeText} from './format.js'
import {handleKey, lower} from './keys.js'
import {boxAt} from './layout.js'
import {VIEWS} from './state.js'

export class Commands {
  /** @param {any} page */
  constructor(page) {
    this.page = page
    addEventListener('keydown', event => this.key(event))
  }

  get graph() {
    return this.page.graph
  }

  /** From the table: the graph goes to the widest box of the function. */
  selectAndFind(frame) {
    if (this.page.state.view === 'sandwich') return this.page.change({frame})
    this.page.select(frame)
    const box = this.page.look.widestBox(frame)
    if (!box) return
    this.graph.focusBox(box)
    this.graph.reveal(box)
  }

  /** From the keyboard. */
  focusBox(box) {
    if (!box) return
    this.graph.focusBox(box)
    this.graph.reveal(box)
    if (this.page.state.view !== 'sandwich') this.page.select(box.frame)
    this.announce(box)
  }

  announce(box) {
    const text = sentenceOf(this.page.factsOf(box.frame, box))
    this.graph.item.setAttribute('aria-label', text)
    this.graph.item.setAttribute('aria-level', String(box.row + 1))
    this.page.shell.announce(text)
  }

  stepMatch(direction) {
    const found = this.page.finder.step(direction)
    if (found) this.focusBox(boxAt(this.page.look.scene, found.row, (found.start + found.end) / 2))
  }

  leaveSearch() {
    if (this.page.state.query) this.page.change({query: ''})
    else this.graph.canvas.focus()
  }

  sortBy(column) {
    const {sort} = this.page.state
    const down = sort.column === column ? !sort.down : column === 'self' || column === 'total'
    this.page.change({sort: {column, down}})
  }

  /** One end of the range; the other stays, or is the profile's. */
  rangeFrom(from, to) {
    if (this.page.state.view !== 'time-order') return
    const [before, after] = this.page.state.range ?? [0, this.page.look.scene.total]
    const range = [from ?? before, to ?? after]
    if (range[0] < range[1]) this.page.change({range})
  }

  openSource() {
    const {frame} = this.page.state
    const file = frame === null ? '' : this.page.model.frames.files[frame]
    if (!file) return
    const line = this.page.model.frames.lines[frame]
    if (this.page.host.canOpen) this.page.host.open(file, line)
    else this.copy(placeText(file, line))
  }

  copyName() {
    if (this.page.state.frame !== null) this.copy(this.page.model.frames.names[this.page.state.frame])
  }

  copy(text) {
    this.page.host.copy(text)
    this.page.shell.announce('Copied.')
  }

  key(event) {
    if (!this.page.look || this.page.shell.main.hidden || this.page.help.open || event.defaultPrevented) return
    if (event.target.closest?.('input, select, button') && event.key !== 'Escape') return
    if (this.anywhereKey(event) || (this.graph.canvas === event.target && handleKey(event, this)))
      event.preventDefault()
  }

  /** Keys that mean the same wherever the focus is. */
  anywhereKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const views = Object.keys(VIEWS)
    const actions = {
      '/': () => this.page.toolbar.search.select(),
      '?': () => this.page.help.showModal(),
      Escape: () => this.goBack(),
      t: () => this.page.table.focus(),
      n: () => this.stepMatch(1),
      p: () => this.stepMatch(-1),
      1: () => this.page.change({view: views[0]}),
      2: () => this.page.change({view: views[1]}),
      3: () => this.page.change({view: views[2]}),
    }
    const action = actions[lower(event.key)]
    action?.()
    return Boolean(action)
  }

  goBack() {
    const {state} = this.page
    if (this.graph.back()) return
    if (state.range) this.page.change({range: null})
    else if (state.query) this.page.change({query: ''})
    else if (state.view !== 'sandwich') {
      this.graph.focusBox(null)
      this.page.select(null)
    }
  }
}
