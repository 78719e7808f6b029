// What a person has chosen; it survives a reload. Whatever comes back from a store is checked: the file may be another one by now.

/**
 * @typedef {{view: 'left-heavy'|'time-order'|'sandwich', fiber: string, states: import('./filter.js').States, mine: boolean,
 *   collapse: boolean, range: [number, number]|null, query: string, frame: number|null,
 *   zoom: import('./viewport.js').Viewport|null, sort: {column: string, down: boolean}}} State
 * `fiber` is the name of a profile, `frame` the selected function, `zoom` null when all is seen.
 */

export const VIEWS = {'left-heavy': 'Left Heavy', 'time-order': 'Time Order', sandwich: 'Sandwich'}
export const STATES = {both: 'Both', cpu: 'On CPU', waiting: 'Waiting'}
export const COLUMNS = {self: 'Self', total: 'Total', name: 'Function', place: 'Location'}

const isNumber = value => typeof value === 'number' && Number.isFinite(value)

/** Where most threads wait, what ran would be the smallest part of a picture of both. @returns {import('./filter.js').States} */
function firstStates({waiting}) {
  return waiting?.includes(0) ? 'cpu' : 'both'
}

/** @returns {State} */
export function firstState({profiles}) {
  const all = profiles.find(({name}) => name === 'all fibers' || name === 'all profiles') ?? profiles[0]
  return {
    view: 'left-heavy',
    fiber: all.name,
    states: firstStates(all),
    mine: false,
    collapse: false,
    range: null,
    query: '',
    frame: null,
    zoom: null,
    sort: {column: 'self', down: true},
  }
}

/** A stored state where it fits the model. @returns {State} */
export function restoredState(model, stored) {
  const state = firstState(model)
  if (!stored || typeof stored !== 'object') return state
  const keep = (key, fits) => fits && (state[key] = stored[key])
  keep('view', Object.hasOwn(VIEWS, stored.view))
  keep(
    'fiber',
    model.profiles.some(({name}) => name === stored.fiber),
  )
  keep('states', Object.hasOwn(STATES, stored.states))
  keep('mine', typeof stored.mine === 'boolean')
  keep('collapse', typeof stored.collapse === 'boolean')
  keep('query', typeof stored.query === 'string')
  keep('frame', Number.isInteger(stored.frame) && stored.frame >= 0 && stored.frame < model.frames.names.length)
  keep('range', Array.isArray(stored.range) && stored.range.length === 2 && stored.range.every(isNumber))
  keep(
    'zoom',
    ['from', 'to', 'top'].every(key => isNumber(stored.zoom?.[key])),
  )
  keep('sort', Object.hasOwn(COLUMNS, stored.sort?.column) && typeof stored.sort.down === 'boolean')
  return state
}
