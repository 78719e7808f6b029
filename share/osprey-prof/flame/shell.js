// What stands around the view: a message and a chooser of files in its place, as long as there is no profile.
import {element} from './dom.js'

export class Shell {
  /**
   * @param {Element} body
   * @param {{main: Element, others: Element[], chosen: (file: File) => void}} parts
   */
  constructor(body, {main, others, chosen}) {
    this.main = main
    this.live = element('div', {class: 'unseen', role: 'status', 'aria-live': 'polite', 'data-test': 'live'})
    this.message = element('p', {role: 'alert', 'data-test': 'message'})
    this.chooser = element('input', {
      type: 'file',
      accept: '.json',
      'aria-label': 'Profile',
      'data-test': 'file',
      onchange: () => this.chooser.files[0] && chosen(this.chooser.files[0]),
    })
    this.start = element('section', {class: 'start'}, this.message, this.chooser)
    body.append(this.start, main, ...others, this.live)
  }

  /** A message instead of the profile. */
  say(message, choosing) {
    this.main.hidden = true
    this.start.hidden = false
    this.message.textContent = message
    this.chooser.hidden = !choosing
  }

  showMain() {
    this.start.hidden = true
    this.main.hidden = false
  }

  /** For who can't see. */
  announce(text) {
    this.live.textContent = text
  }
}
