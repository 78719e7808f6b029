// Elements in one line. Text is always text: nothing here takes HTML.

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]  functions are listeners (onclick), false and null leave an attribute out
 * @param {...(Node|string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value)
    else if (value !== false && value !== null && value !== undefined)
      made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...children)
  return made
}

/** Buttons of which one is pressed. `choose` gets the key of the pressed one. */
export function choice(label, entries, choose) {
  const buttons = Object.entries(entries).map(([key, text]) =>
    element('button', {type: 'button', 'data-test': `choose-${key}`, onclick: () => choose(key)}, text),
  )
  const group = element('div', {class: 'choice', role: 'group', 'aria-label': label}, ...buttons)
  const show = chosen =>
    Object.keys(entries).forEach((key, at) => buttons[at].setAttribute('aria-pressed', String(key === chosen)))
  return {group, show}
}

export function checkbox(label, test, change) {
  const input = element('input', {type: 'checkbox', 'data-test': test, onchange: () => change(input.checked)})
  return {input, label: element('label', {class: 'check'}, input, label)}
}
