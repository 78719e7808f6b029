// What a state makes of a model: the part of the tree, its weights, the functions, the scene. Each is made anew only when something that
// it depends on has changed.
import {rampPlaces, rankFrames} from './colour.js'
import {functionWeights, selfWeights, shownTree} from './filter.js'
import {leftHeavy, sandwich} from './layout.js'
import {matchFrames} from './search.js'
import {TimeScene} from './timeline.js'

const SELECTING = ['fiber', 'states', 'mine', 'collapse']

export class Look {
  /** @param {import('./model.js').Model} model @param {import('./state.js').State} state */
  constructor(model, state) {
    this.model = model
    this.state = state
    this.ranks = rankFrames(model.frames.names, model.frames.files)
    this.places = rampPlaces(this.ranks)
    this.hasKinds = model.frames.runtime.some(Boolean)
    this.update([...SELECTING, 'query'])
  }

  get profile() {
    return this.model.profiles.find(({name}) => name === this.state.fiber)
  }

  /** @param {string[]} changed  keys of the state */
  update(changed) {
    const {state, model} = this
    const any = (...keys) => keys.some(key => changed.includes(key))
    if (any('mine', 'collapse')) this.shown = shownTree(model, state)
    if (any(...SELECTING, 'range')) this.weigh()
    if (state.view === 'sandwich' && state.frame === null) state.frame = this.hottest()
    if (any('query')) this.matches = state.query ? matchFrames(model.frames.names, state.query) : null
    if (any(...SELECTING, 'view') || this.sceneFollows(any)) this.scene = this.makeScene()
  }

  weigh() {
    this.weights = selfWeights(this.profile, this.shown, this.state)
    this.functions = functionWeights(this.shown.tree, this.weights, this.ranks.length)
  }

  sceneFollows(any) {
    return (any('range') && this.state.view !== 'time-order') || (any('frame') && this.state.view === 'sandwich')
  }

  hottest() {
    const {self} = this.functions
    let best = 0
    for (let frame = 1; frame < self.length; frame++) if (self[frame] > self[best]) best = frame
    return self.length ? best : null
  }

  makeScene() {
    const {view, frame, states} = this.state
    if (view === 'time-order') return new TimeScene(this.profile, this.shown, states)
    if (view === 'sandwich' && frame !== null) return sandwich(this.shown.tree, this.weights, this.ranks, frame)
    return leftHeavy(this.shown.tree, this.weights, this.ranks)
  }

  /** The widest box of a function, or null. */
  widestBox(frame) {
    const only = new Uint8Array(this.ranks.length)
    only[frame] = 1
    const wider = (a, b) => (a && a.end - a.start >= b.end - b.start ? a : b)
    return this.scene.find(only, 0, this.scene.total).reduce(wider, null)
  }

  /** Why nothing is seen, as a sentence; null when something is. @param {string[]} names */
  emptyReason(names) {
    const {
      scene,
      profile,
      state: {range, view, frame},
    } = this
    if (scene.rowCount > 0 && scene.total > 0) return null
    if (!profile.nodes.length) return 'This profile has no samples.'
    if (range) return 'There is nothing in this range of time. Esc shows all.'
    if (view === 'sandwich' && frame !== null) return `${names[frame]} has no samples here.`
    return 'No sample fits what is chosen above.'
  }
}
