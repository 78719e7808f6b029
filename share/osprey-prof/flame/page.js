// The page: puts the parts together, and holds what is looked at. startFlame() is what the bundle gives.
import {Commands} from './commands.js'
import {Footer, Tooltip} from './details.js'
import {element} from './dom.js'
import {Finder} from './finder.js'
import {shownText} from './format.js'
import {Graph} from './graph.js'
import {makeHelp} from './help.js'
import {chosenFile, connectHost, profileInside} from './host.js'
import {loadModel, messageOf} from './load.js'
import {Look} from './look.js'
import {exposeProbe} from './probe.js'
import {Shell} from './shell.js'
import {firstState, restoredState} from './state.js'
import {FunctionTable} from './table.js'
import {paletteOf, styleOf, themeName, watchTheme} from './theme.js'
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
    this.commands = new Commands(this)
    this.build()
    watchTheme(body, () => this.changeTheme())
    this.changeTheme()
    exposeProbe(this)
    const inside = profileInside()
    if (inside) void this.load(inside)
    else if (!this.host.canOpen) this.say('Drop a .speedscope.json file here, or choose one.', true)
    else this.say('Reading the profile …')
  }

  build() {
    const {commands} = this
    this.toolbar = new Toolbar({
      change: part => this.change(part),
      step: direction => commands.stepMatch(direction),
      clearRange: () => this.change({range: null}),
      leaveSearch: () => commands.leaveSearch(),
      help: () => this.help.showModal(),
    })
    this.graph = new Graph({
      hover: (box, x, y) => this.tooltip.show(box && this.factsOf(box.frame, box), x, y),
      choose: box => this.select(box?.frame ?? null),
      open: () => this.host.canOpen && commands.openSource(),
      range: range => this.change({range}),
      moved: () => this.moved(),
    })
    this.table = new FunctionTable({
      choose: frame => commands.selectAndFind(frame),
      enter: frame => this.change({frame, view: 'sandwich'}),
      open: () => commands.openSource(),
      sort: column => commands.sortBy(column),
      leave: () => this.graph.canvas.focus(),
    })
    this.tooltip = new Tooltip()
    this.footer = new Footer(
      {open: () => commands.openSource(), copy: () => commands.copyName(), sandwich: () => this.change({view: 'sandwich'})},
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
    const reason = this.look.emptyReason(this.names)
    this.empty.hidden = reason === null
    this.empty.textContent = reason
  }

  changeTheme() {
    const name = themeName(this.body)
    this.body.dataset.theme = name
    this.palette = paletteOf(name)
    this.style = styleOf(this.body)
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

  moved() {
    this.finder.moved()
    this.saveSoon()
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
