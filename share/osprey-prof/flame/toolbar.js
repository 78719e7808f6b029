// What is looked at, and the search.
import {checkbox, choice, element} from './dom.js'
import {shareText, shownText, valueText} from './format.js'
import {STATES, VIEWS} from './state.js'

/** @typedef {import('./state.js').State} State */

export class Toolbar {
  /**
   * @param {{change: (part: Partial<State>) => void, step: (direction: number) => void, clearRange: () => void, leaveSearch: () => void,
   *   help: () => void}} listener
   */
  constructor(listener) {
    this.listener = listener
    this.view = choice('View', VIEWS, view => listener.change({view}))
    this.states = choice('Samples', STATES, states => listener.change({states}))
    this.fiber = element('select', {
      'aria-label': 'Fiber',
      'data-test': 'fiber',
      onchange: () => listener.change({fiber: this.fiber.value}),
    })
    this.mine = checkbox('Only my code', 'mine', mine => listener.change({mine}))
    this.collapse = checkbox('Collapse recursion', 'collapse', collapse => listener.change({collapse}))
    this.range = element('button', {
      type: 'button',
      class: 'range',
      'data-test': 'range',
      title: 'Show all of the time',
      onclick: listener.clearRange,
    })
    this.bar = element(
      'div',
      {class: 'toolbar', role: 'toolbar', 'aria-label': 'Flame graph'},
      this.view.group,
      this.fiber,
      this.states.group,
      this.mine.label,
      this.collapse.label,
      this.range,
      this.makeSearch(),
    )
  }

  makeSearch() {
    const {listener} = this
    const button = (text, label, direction) =>
      element(
        'button',
        {
          type: 'button',
          class: 'icon',
          title: label,
          'aria-label': label,
          'data-test': `match${direction}`,
          onclick: () => listener.step(direction),
        },
        text,
      )
    this.search = element('input', {
      type: 'search',
      placeholder: 'Search functions',
      'aria-label': 'Search functions',
      'data-test': 'search',
      spellcheck: 'false',
      oninput: () => listener.change({query: this.search.value}),
      onkeydown: event => this.searchKey(event),
    })
    this.result = element('span', {class: 'result', role: 'status', 'data-test': 'result'})
    return element(
      'div',
      {class: 'search', role: 'search'},
      this.search,
      this.result,
      button('‹', 'Previous match', -1),
      button('›', 'Next match', 1),
      element(
        'button',
        {type: 'button', class: 'icon', title: 'Keys', 'aria-label': 'Keys', onclick: listener.help},
        '?',
      ),
    )
  }

  searchKey(event) {
    if (event.key === 'Enter') this.listener.step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') this.listener.leaveSearch()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** The fibers of a model, the one of all first. */
  showModel({profiles}, first) {
    const option = ({name, total, unit}) =>
      element('option', {value: name}, `${shownText(name)} · ${valueText(total, unit)}`)
    const others = profiles.filter(({name}) => name !== first)
    this.fiber.replaceChildren(...profiles.filter(({name}) => name === first).map(option), ...others.map(option))
    this.fiber.hidden = profiles.length === 1
  }

  /** @param {State} state @param {{hasStates: boolean, hasKinds: boolean, unit: string}} about */
  show(state, {hasStates, hasKinds, unit}) {
    this.view.show(state.view)
    this.states.show(state.states)
    this.states.group.hidden = !hasStates
    this.mine.label.hidden = !hasKinds
    this.fiber.value = state.fiber
    this.mine.input.checked = state.mine
    this.collapse.input.checked = state.collapse
    if (this.search.value !== state.query) this.search.value = state.query
    this.range.hidden = !state.range
    if (state.range) this.range.textContent = `${state.range.map(time => valueText(time, unit)).join(' – ')} ✕`
  }

  /** What the search found. `whole` is null where a share has no meaning. */
  showResult(query, count, part, whole) {
    const share = whole === null || !count ? '' : `, ${shareText(part, whole)}`
    this.result.textContent = query ? `${count || 'no'} match${count === 1 ? '' : 'es'}${share}` : ''
  }
}
