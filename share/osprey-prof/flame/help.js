// The list of keys, over the page.
import {element} from './dom.js'
import {KEYS} from './keys.js'

export function makeHelp() {
  const rows = KEYS.flatMap(([keys, text]) => [element('dt', {}, keys), element('dd', {}, text)])
  const dialog = element(
    'dialog',
    {class: 'help', 'aria-label': 'Keys', 'data-test': 'help', onclick: () => dialog.close()},
    element('h2', {}, 'Keys in the graph'),
    element('dl', {}, ...rows),
    element(
      'p',
      {},
      'Wheel: zoom. Shift and wheel: up and down. Drag: move. Drag on the ruler in Time Order: choose a range of time, which all views then show.',
    ),
    element('form', {method: 'dialog'}, element('button', {}, 'Close')),
  )
  return dialog
}
