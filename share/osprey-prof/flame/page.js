// The page: puts the parts together, and holds what is looked at. startFlame() is what the bundle gives.
import {Footer, Tooltip, sentenceOf} from './details.js'
import {element} from './dom.js'
import {Finder} from './finder.js'
import {placeText, shownText} from './format.js'
import {Graph} from './graph.js'
import {makeHelp} from './help.js'
import {chosenFile, connectHost, profileInside} from './host.js'
import {handleKey, lower} from './keys.js'
import {boxAt} from './layout.js'
import {loadModel, messageOf} from './load.js'
import {Look} from './look.js'
import {exposeProbe} from './probe.js'
import {Shell} from './shell.js'
import {firstState, restoredState, VIEWS} from './state.js'
import {FunctionTable} from './table.js'
import {paletteOf, themeName, watchTheme} from './theme.js'
import {Toolbar} from './toolbar.js'

const SAVE_MS = 200

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
    exposeProbe(this)
    const inside = profileInside()
    if (inside) void this.load(inside)
    else if (!this.host.canOpen) this.say('Drop a .speedscope.json file here, or choose one.', true)
    else this.say('Reading the profile …')
  }

  build() {
    this.toolbar = new Toolbar({
      change: part => this.change(part),
      step: direction => this.stepMatch(direction),
      clearRange: () => this.change({range: null}),
      leaveSearch: () => this.leaveSearch(),
      help: () => this.help.showModal(),
    })
    this.graph = new Graph({
      hover: (box, x, y) => this.tooltip.show(box && this.factsOf(box.frame, box), x, y),
      choose: box => this.select(box?.frame ?? null),
      open: () => this.host.canOpen && this.openSource(),
      range: range => this.change({range}),
      moved: () => this.moved(),
    })
    this.table = new FunctionTable({
      choose: frame => this.selectAndFind(frame),
      enter: frame => this.change({frame, view: 'sandwich'}),
      open: () => this.openSource(),
      sort: column => this.sortBy(column),
      leave: () => this.graph.canvas.focus(),
    })
    this.tooltip = new Tooltip()
    this.footer = new Footer(
      {open: () => this.openSource(), copy: () => this.copyName(), sandwich: () => this.change({view: 'sandwich'})},
      this.host.canOpen,
    )
    this.help = makeHelp()
    this.empty = element('div', {class: 'empty', 'data-test': 'empty', hidden: true})
    const main = element(
      'main',
      {hidden: true},
      this.toolbar.bar,
      this.graph.mapCanvas,
      element(
        'div',
        {class: 'panes'},
        element('div', {class: 'scene'}, this.graph.canvas, this.empty),
        this.table.panel,
      ),
      this.footer.bar,
    )
    this.shell = new Shell(this.body, {
      main,
      others: [this.tooltip.panel, this.help],
      chosen: file => void this.load(chosenFile(file)),
    })
    this.finder = new Finder(this, (...found) => this.toolbar.showResult(this.state.query, ...found))
  }

  /** A message instead of the profile. */
  say(message, choosing = !this.host.canOpen) {
    this.shell.say(message, choosing)
  }

  /** The newest file wins, whatever is still being read. */
  async load(file) {
    const turn = (this.turn = (this.turn ?? 0) + 1)
    const newest = () => turn === this.turn
    const progress = share =>
      newest() && !this.look && this.say(`Reading the profile … ${Math.round(100 * share)} %`, false)
    progress(0)
    try {
      const model = await loadModel(await file.bytes(), progress)
      if (newest()) this.showModel(model, file)
    } catch (error) {
      if (newest()) this.say(messageOf(error))
    }
  }

  showModel(model, {name, state}) {
    this.model = model
    this.file = name
    this.names = model.frames.names.map(shownText)
    this.state = restoredState(model, state ?? this.host.load(name))
    this.look = new Look(model, this.state)
    document.title = `${shownText(model.name)} · flame graph`
    this.shell.showMain()
    this.toolbar.showModel(model, firstState(model).fiber)
    this.graph.resize()
    this.showAll(this.state.zoom)
    if (document.hasFocus()) this.graph.canvas.focus({focusVisible: false}) // in an editor, someone may be typing beside it
  }

  /** Takes what a person has changed. @param {Partial<import('./state.js').State>} part */
  change(part) {
    if (!this.look) return
    const changed = Object.keys(part).filter(key => this.state[key] !== part[key])
    Object.assign(this.state, part)
    if (changed.includes('fiber')) this.state.range = null
    if (changed.includes('query')) this.finder.soon(() => this.update(['query']))
    else if (changed.length) this.update(changed)
  }

  update(changed) {
    this.look.update(changed)
    this.showAll()
  }

  showAll(zoom = null) {
    const {state, model, look} = this
    const {profile, matches, functions} = look
    const hasStates = profile.waiting !== null
    this.toolbar.show(state, {hasStates, hasKinds: look.hasKinds, unit: profile.unit})
    this.table.show({
      ...model.frames,
      names: this.names,
      unit: profile.unit,
      functions,
      sort: state.sort,
      frame: state.frame,
      matches,
    })
    this.footer.showLegend(this.palette.colours, {hasStates, searching: matches !== null})
    this.showSelected()
    this.showEmpty()
    this.graph.show(this.picture(), zoom)
  }

  picture() {
    const {state, look} = this
    const ranging = state.view === 'time-order'
    return {
      scene: look.scene,
      names: this.names,
      places: look.places,
      palette: this.palette,
      matches: look.matches,
      frame: state.frame,
      range: ranging ? state.range : null,
      ranging,
      unit: look.profile.unit,
      style: this.style,
    }
  }

  /** Never a blank view. */
  showEmpty() {
    const {
      state,
      look: {profile, scene},
    } = this
    this.empty.hidden = scene.rowCount > 0 && scene.total > 0
    this.empty.textContent = !profile.nodes.length
      ? 'This profile has no samples.'
      : state.range
        ? 'There is nothing in this range of time. Esc shows all.'
        : state.view === 'sandwich' && state.frame !== null
          ? `${this.names[state.frame]} has no samples here.`
          : 'No sample fits what is chosen above.'
  }

  changeTheme() {
    const name = themeName(this.body)
    this.body.dataset.theme = name
    this.palette = paletteOf(name)
    const style = getComputedStyle(this.body)
    const value = property => style.getPropertyValue(property).trim()
    this.style = {
      font: value('--mono'),
      text: value('--text'),
      line: value('--line'),
      background: value('--background'),
    }
    if (this.look) this.showAll(this.graph.viewport)
  }

  /** Everything about a function, and one of its boxes. */
  factsOf(frame, box = null) {
    const {
      names,
      model: {frames},
      look,
    } = this
    const {self, total, waits, whole} = look.functions
    return {
      name: names[frame],
      file: frames.files[frame],
      line: frames.lines[frame],
      unit: look.profile.unit,
      whole,
      box,
      self: self[frame],
      total: total[frame],
      waits: waits[frame],
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
    const box = this.look.widestBox(frame)
    if (!box) return
    this.graph.focusBox(box)
    this.graph.reveal(box)
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
    this.shell.announce(text)
  }

  moved() {
    this.finder.moved()
    this.saveSoon()
  }

  stepMatch(direction) {
    const found = this.finder.step(direction)
    if (found) this.focusBox(boxAt(this.look.scene, found.row, (found.start + found.end) / 2))
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
    const [before, after] = this.state.range ?? [0, this.look.scene.total]
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
    this.shell.announce('Copied.')
  }

  key(event) {
    if (!this.look || this.shell.main.hidden || this.help.open || event.defaultPrevented) return
    if (event.target.closest?.('input, select, button') && event.key !== 'Escape') return
    if (this.anywhereKey(event) || (this.graph.canvas === event.target && handleKey(event, this)))
      event.preventDefault()
  }

  /** Keys that mean the same wherever the focus is. */
  anywhereKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const views = Object.keys(VIEWS)
    const actions = {
      '/': () => this.toolbar.search.select(),
      '?': () => this.help.showModal(),
      Escape: () => this.goBack(),
      t: () => this.table.focus(),
      n: () => this.stepMatch(1),
      p: () => this.stepMatch(-1),
      1: () => this.change({view: views[0]}),
      2: () => this.change({view: views[1]}),
      3: () => this.change({view: views[2]}),
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
}
