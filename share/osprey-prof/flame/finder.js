// Counts what the search finds in the zoomed part, a moment after the last change, and goes from match to match.
import {coveredPart} from './search.js'

const PAUSE_MS = 120

export class Finder {
  /** @param {any} page @param {(count: number, part: number, whole: number|null) => void} show */
  constructor(page, show) {
    this.page = page
    this.show = show
    this.found = []
  }

  /** After the last letter. @param {() => void} search */
  soon(search) {
    clearTimeout(this.typing)
    this.typing = setTimeout(search, PAUSE_MS)
  }

  /** The view has moved, or something else is looked for. */
  moved() {
    if (!this.counting) this.counting = setTimeout(() => this.count(), this.page.look.matches ? PAUSE_MS : 0)
  }

  count() {
    clearTimeout(this.counting)
    this.counting = 0
    const {look, graph, state} = this.page
    const {from, to} = graph.viewport
    this.found = look.matches ? look.scene.find(look.matches, from, to) : []
    // The halves of a sandwich are of different samples: a share would mean nothing.
    const whole = state.view === 'sandwich' ? null : Math.min(to, look.scene.total) - from
    this.show(this.found.length, coveredPart(this.found, from, to), whole)
  }

  /** The next match (1) or the one before (−1), or null. */
  step(direction) {
    if (!this.page.look.matches) return null
    this.count()
    const {found} = this
    const {focus} = this.page.graph
    const at = found.findIndex(({start, row}) => start === focus?.start && row === focus?.row)
    const first = direction > 0 ? 0 : found.length - 1
    return found[at < 0 ? first : (at + direction + found.length) % found.length] ?? null
  }
}
