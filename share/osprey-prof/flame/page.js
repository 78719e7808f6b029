// The page: puts the parts together, and holds what is looked at. startFlame() is what the bundle gives.
import {rampPlaces, rankFrames} from './colour.js'
import {Footer, Tooltip, sentenceOf} from './details.js'
import {element} from './dom.js'
import {functionWeights, selfWeights, shownTree} from './filter.js'
import {placeText, shownText} from './format.js'
import {Graph} from './graph.js'
import {makeHelp} from './help.js'
import {chosenFile, connectHost, profileInside} from './host.js'
import {handleKey, lower} from './keys.js'
import {boxAt, leftHeavy, sandwich} from './layout.js'
import {loadModel, messageOf} from './load.js'
import {coveredPart, matchFrames} from './search.js'
import {firstState, restoredState, VIEWS} from './state.js'
import {FunctionTable} from './table.js'
import {paletteOf, themeName, watchTheme} from './theme.js'
import {TimeScene} from './timeline.js'
import {Toolbar} from './toolbar.js'

const SAVE_MS = 200
const SEARCH_MS = 120

/** Builds the page in an empty body, and shows the profile that its host gives. */
export function startFlame(body) {
  return new Page(body)
}

class Page {
  constructor(body) {
    this.body = body
    this.host = connectHost({file: file => void this.load(file), error: message => this.say(message)})
    this.build()
    watchTheme(body, () => this.changeTheme())
    this.changeTheme()
    addEventListener('keydown', event => this.key(event))
    this.exposeForTests()
    const inside = profileInside()
    if (inside) void this.load(inside)
    else if (!this.host.canOpen) this.say('Drop a .speedscope.json file here, or choose one.', true)
    else this.say('Reading the profile …')
  }

  build() {
    this.toolbar = new Toolbar({
      change: part => this.change(part), step: direction => this.stepMatch(direction), clearRange: () => this.change({range: null}),
      leaveSearch: () => this.leaveSearch(), help: () => this.help.showModal(),
    })
    this.graph = new Graph({
      hover: (box, x, y) => this.tooltip.show(box && this.factsOf(box.frame, box), x, y), choose: box => this.select(box?.frame ?? null),
      open: () => this.host.canOpen && this.openSource(), range: range => this.change({range}), moved: () => this.moved(),
    })
    this.table = new FunctionTable({
      choose: frame => this.selectAndFind(frame), enter: frame => this.change({frame, view: 'sandwich'}), open: () => this.openSource(),
      sort: column => this.sortBy(column), leave: () => this.graph.canvas.focus(),
    })
    this.tooltip = new Tooltip()
    this.footer = new Footer({open: () => this.openSource(), copy: () => this.copyName(), sandwich: () => this.change({view: 'sandwich'})}, this.host.canOpen)
    this.help = makeHelp()
    this.live = element('div', {class: 'unseen', role: 'status', 'aria-live': 'polite', 'data-test': 'live'})
    this.message = element('p', {role: 'alert', 'data-test': 'message'})
    this.empty = element('div', {class: 'empty', 'data-test': 'empty', hidden: true})
    this.chooser = element('input', {type: 'file', accept: '.json', 'aria-label': 'Profile', 'data-test': 'file', onchange: () => this.chosen()})
    this.start = element('section', {class: 'start'}, this.message, this.chooser)
    this.main = element('main', {hidden: true}, this.toolbar.bar, this.graph.mapCanvas,
      element('div', {class: 'panes'}, element('div', {class: 'scene'}, this.graph.canvas, this.empty), this.table.panel), this.footer.bar)
    this.body.append(this.start, this.main, this.tooltip.panel, this.help, this.live)
  }

  /** A message instead of the profile. */
  say(message, choosing = !this.host.canOpen) {
    this.main.hidden = true
    this.start.hidden = false
    this.message.textContent = message
    this.chooser.hidden = !choosing
  }

  chosen() {
    const [file] = this.chooser.files
    if (file) void this.load(chosenFile(file))
  }

  /** The newest file wins, whatever is still being read. */
  async load(file) {
    const turn = (this.turn = (this.turn ?? 0) + 1)
    if (!this.model) this.say('Reading the profile …', false)
    try {
      const model = await loadModel(await file.bytes())
      if (turn === this.turn) this.showModel(model, file)
    } catch (error) {
      if (turn === this.turn) this.say(messageOf(error))
    }
  }

  showModel(model, {name, state}) {
    this.model = model
    this.file = name
    this.names = model.frames.names.map(shownText)
    this.ranks = rankFrames(model.frames.names, model.frames.files)
    this.places = rampPlaces(this.ranks)
    this.hasKinds = model.frames.runtime.some(Boolean)
    this.state = restoredState(model, state ?? this.host.load(name))
    this.shown = this.matches = null
    document.title = `${shownText(model.name)} · flame graph`
    this.start.hidden = true
    this.main.hidden = false
    this.toolbar.showModel(model, firstState(model).fiber)
    this.graph.resize()
    this.update(['fiber', 'query'], this.state.zoom)
    this.graph.canvas.focus({focusVisible: false})
  }

  /** Takes what a person has changed. @param {Partial<import('./state.js').State>} part */
  change(part) {
    if (!this.model) return
    const changed = Object.keys(part).filter(key => this.state[key] !== part[key])
    Object.assign(this.state, part)
    if (changed.includes('fiber')) this.state.range = null
    if (changed.includes('query')) this.searchSoon()
    else if (changed.length) this.update(changed)
  }

  get profile() {
    return this.model.profiles.find(({name}) => name === this.state.fiber)
  }

  /** Makes anew what depends on the keys that changed. */
  update(changed, zoom = null) {
    const {state, model} = this
    const any = (...keys) => keys.some(key => changed.includes(key))
    if (any('mine', 'collapse') || !this.shown) this.shown = shownTree(model, state)
    if (any('fiber', 'states', 'mine', 'collapse', 'range')) this.weigh()
    if (state.view === 'sandwich' && state.frame === null) state.frame = this.hottest()
    if (any('query')) this.matches = state.query ? matchFrames(model.frames.names, state.query) : null
    if (any('fiber', 'states', 'mine', 'collapse', 'view') || !this.scene || this.sceneFollows(any)) this.scene = this.makeScene()
    this.showAll(zoom)
  }

  weigh() {
    this.weights = selfWeights(this.profile, this.shown, this.state)
    this.functions = functionWeights(this.shown.tree, this.weights, this.names.length)
  }

  sceneFollows(any) {
    return (any('range') && this.state.view !== 'time-order') || (any('frame') && this.state.view === 'sandwich')
  }

  hottest() {
    const {self} = this.functions
    const frame = self.indexOf(Math.max(...self.subarray(0, 1), self.reduce((a, b) => Math.max(a, b), 0)))
    return frame < 0 ? null : frame
  }

  makeScene() {
    const {view, frame, states} = this.state
    if (view === 'time-order') return new TimeScene(this.profile, this.shown, states)
    if (view === 'sandwich' && frame !== null) return sandwich(this.shown.tree, this.weights, this.ranks, frame)
    return leftHeavy(this.shown.tree, this.weights, this.ranks)
  }

  showAll(zoom = null) {
    const {state, model, profile} = this
    const hasStates = profile.waiting !== null
    this.toolbar.show(state, {hasStates, hasKinds: this.hasKinds, unit: profile.unit})
    this.table.show({...model.frames, names: this.names, unit: profile.unit, functions: this.functions, sort: state.sort, frame: state.frame, matches: this.matches})
    this.footer.showLegend(this.palette.colours, {hasStates, searching: this.matches !== null})
    this.showSelected()
    this.showEmpty()
    this.graph.show(this.picture(), zoom)
  }

  picture() {
    const {state, profile} = this
    const ranging = state.view === 'time-order'
    return {
      scene: this.scene, names: this.names, places: this.places, palette: this.palette, matches: this.matches, frame: state.frame,
      range: ranging ? state.range : null, ranging, unit: profile.unit, style: this.style,
    }
  }

  /** Never a blank view. */
  showEmpty() {
    const {profile, scene, state} = this
    this.empty.hidden = scene.rowCount > 0 && scene.total > 0
    this.empty.textContent = !profile.nodes.length ? 'This profile has no samples.'
      : state.range ? 'There is nothing in this range of time. Esc shows all.'
        : state.view === 'sandwich' && state.frame !== null ? `${this.names[state.frame]} has no samples here.` : 'No sample fits what is chosen above.'
  }

  changeTheme() {
    const name = themeName(this.body)
    this.body.dataset.theme = name
    this.palette = paletteOf(name)
    const style = getComputedStyle(this.body)
    const value = property => style.getPropertyValue(property).trim()
    this.style = {font: value('--mono'), text: value('--text'), line: value('--line'), background: value('--background')}
    if (this.model) this.showAll(this.graph.viewport)
  }

  /** Everything about a function, and one of its boxes. */
  factsOf(frame, box = null) {
    const {names, functions: {self, total, waits, whole}, model: {frames}, profile: {unit}} = this
    return {
      name: names[frame], file: frames.files[frame], line: frames.lines[frame], unit, whole, box,
      self: self[frame], total: total[frame], waits: waits[frame],
    }
  }

  select(frame) {
    this.state.frame = frame
    this.graph.picture.frame = frame
    this.table.select(frame)
    this.showSelected()
    this.graph.redraw()
    this.saveSoon()
  }

  showSelected() {
    const {frame} = this.state
    this.footer.show(frame === null ? null : this.factsOf(frame))
  }

  /** From the table: the graph goes to the widest box of the function. */
  selectAndFind(frame) {
    if (this.state.view === 'sandwich') return this.change({frame})
    this.select(frame)
    const box = this.widestBox(frame)
    if (!box) return
    this.graph.focusBox(box)
    this.graph.reveal(box)
  }

  widestBox(frame) {
    const only = new Uint8Array(this.names.length)
    only[frame] = 1
    const wider = (a, b) => (a && a.end - a.start >= b.end - b.start ? a : b)
    return this.scene.find(only, 0, this.scene.total).reduce(wider, null)
  }

  /** From the keyboard. */
  focusBox(box) {
    if (!box) return
    this.graph.focusBox(box)
    this.graph.reveal(box)
    if (this.state.view !== 'sandwich') this.select(box.frame)
    this.announce(box)
  }

  announce(box) {
    const text = sentenceOf(this.factsOf(box.frame, box))
    this.graph.item.setAttribute('aria-label', text)
    this.graph.item.setAttribute('aria-level', String(box.row + 1))
    this.live.textContent = text
  }

  searchSoon() {
    clearTimeout(this.searching)
    this.searching = setTimeout(() => this.update(['query']), SEARCH_MS)
  }

  /** Counts matches in the zoomed part. */
  moved() {
    this.found = null
    if (!this.counting) this.counting = setTimeout(() => this.count(), this.matches ? SEARCH_MS : 0)
    this.saveSoon()
  }

  count() {
    this.counting = 0
    const {viewport: {from, to}} = this.graph
    this.found = this.matches ? this.scene.find(this.matches, from, to) : []
    const whole = this.state.view === 'sandwich' ? null : Math.min(to, this.scene.total) - from
    this.toolbar.showResult(this.state.query, this.found.length, coveredPart(this.found, from, to), whole)
  }

  stepMatch(direction) {
    if (!this.matches) return
    clearTimeout(this.counting)
    this.count()
    const {found, graph} = this
    if (!found.length) return
    const at = found.findIndex(({start, row}) => start === graph.focus?.start && row === graph.focus?.row)
    const next = at < 0 ? (direction > 0 ? 0 : found.length - 1) : (at + direction + found.length) % found.length
    const {row, start, end} = found[next]
    this.focusBox(boxAt(this.scene, row, (start + end) / 2))
  }

  leaveSearch() {
    if (this.state.query) this.change({query: ''})
    else this.graph.canvas.focus()
  }

  sortBy(column) {
    const {sort} = this.state
    const down = sort.column === column ? !sort.down : column === 'self' || column === 'total'
    this.change({sort: {column, down}})
  }

  /** One end of the range; the other stays, or is the profile's. */
  rangeFrom(from, to) {
    if (this.state.view !== 'time-order') return
    const [before, after] = this.state.range ?? [0, this.scene.total]
    const range = [from ?? before, to ?? after]
    if (range[0] < range[1]) this.change({range})
  }

  openSource() {
    const {frame} = this.state
    const file = frame === null ? '' : this.model.frames.files[frame]
    if (!file) return
    const line = this.model.frames.lines[frame]
    if (this.host.canOpen) this.host.open(file, line)
    else this.copy(placeText(file, line))
  }

  copyName() {
    if (this.state.frame !== null) this.copy(this.model.frames.names[this.state.frame])
  }

  copy(text) {
    this.host.copy(text)
    this.live.textContent = 'Copied.'
  }

  key(event) {
    if (!this.model || this.main.hidden || this.help.open || event.defaultPrevented) return
    if (event.target.closest?.('input, select, button') && event.key !== 'Escape') return
    if (this.anywhereKey(event) || (this.graph.canvas === event.target && handleKey(event, this))) event.preventDefault()
  }

  /** Keys that mean the same wherever the focus is. */
  anywhereKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const views = Object.keys(VIEWS)
    const actions = {
      '/': () => this.toolbar.search.select(), '?': () => this.help.showModal(), Escape: () => this.goBack(), t: () => this.table.focus(),
      n: () => this.stepMatch(1), p: () => this.stepMatch(-1),
      1: () => this.change({view: views[0]}), 2: () => this.change({view: views[1]}), 3: () => this.change({view: views[2]}),
    }
    const action = actions[lower(event.key)]
    action?.()
    return Boolean(action)
  }

  goBack() {
    const {state} = this
    if (this.graph.back()) return
    if (state.range) this.change({range: null})
    else if (state.query) this.change({query: ''})
    else if (state.view !== 'sandwich') {
      this.graph.focusBox(null)
      this.select(null)
    }
  }

  saveSoon() {
    if (!this.saving) this.saving = setTimeout(() => this.save(), SAVE_MS)
  }

  save() {
    this.saving = 0
    this.host.save(this.file, this.currentState())
  }

  currentState() {
    return {...this.state, zoom: this.graph.isWhole() && !this.graph.viewport.top ? null : this.graph.viewport}
  }

  /**
   * What a test of the canvas needs, as `ospreyFlame`: frameAt(x, y) tells what stands at a place of the window, boxOf(name) where the
   * widest box of a function stands, with its colour, state() what is chosen. Nothing can be changed by it.
   */
  exposeForTests() {
    const frameAt = (clientX, clientY) => {
      const box = this.graph.boxUnder({clientX, clientY})
      return box && {...this.factsOf(box.frame, box)}
    }
    const boxOf = name => {
      const box = this.model && this.widestBox(this.names.indexOf(name))
      return box && {...this.graph.rectOf(box), colour: this.palette.colours.normal[this.places[box.frame]]}
    }
    const state = () => this.model && structuredClone(this.currentState())
    Object.defineProperty(globalThis, 'ospreyFlame', {value: Object.freeze({frameAt, boxOf, state}), configurable: true})
  }
}
