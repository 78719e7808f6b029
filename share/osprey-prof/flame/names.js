// Names of C++ and Rust functions, as demanglers write them, without what makes them long: as prof-report shortens them.

const OPERATORS = /operator(?:<=>|<<=|>>=|->\*|<<(?![\w\u0080-\uffff])|>>|<=|>=|->|\(\)|\[\]|<|>)/y
const CLOSED = {')': '(', '>': '<', ']': '[', '}': '{'}

/** The length of "operator<<" and its like at a place, 0 where there is none. */
function operatorLength(name, at) {
  if (name[at] !== 'o' || (at > 0 && /\w/.test(name[at - 1]))) return 0
  OPERATORS.lastIndex = at
  return OPERATORS.exec(name)?.[0].length ?? 0
}

/** Calls back for each character with how deep in brackets it stands; false when the brackets don't fit. */
function walk(name, visit) {
  let depth = 0
  for (let at = 0; at < name.length;) {
    const whole = operatorLength(name, at)
    const sign = name[at]
    visit(at, depth, whole)
    at += whole || 1
    if (whole || (sign === '>' && name[at - 2] === '-')) continue
    if ('(<[{'.includes(sign)) depth++
    else if (sign in CLOSED && depth-- === 0) return false
  }
  return depth === 0
}

/** A list follows a name, or "operator<"; "<T as Trait>::f" begins with none. An empty one is short enough. */
function beginsList(name, at, afterOperator) {
  return name[at] === '<' && name[at + 1] !== '>' && at > 0 && (afterOperator || /[\w:}\])\u0080-\uffff]/.test(name[at - 1]))
}

/** With "<…>" for each outermost list of template arguments; the name where its brackets don't fit. */
function withoutArguments(name) {
  let text = ''
  let inside = 0 // how deep the list is that is left out, one more
  let behind = -1 // the last operator
  const fits = walk(name, (at, depth, whole) => {
    if (inside && name[at] === '>' && depth === inside && name[at - 1] !== '-') {
      inside = 0
      text += '…>'
    } else if (!inside && beginsList(name, at, at === behind)) {
      inside = depth + 1
      text += '<'
    } else if (!inside) text += whole ? name.slice(at, at + whole) : name[at]
    if (whole) behind = at + whole
  })
  return fits ? text : name
}

/** Without the type, the parameters and what is behind them. */
function withoutParameters(name) {
  let own = 0
  let parameters = -1
  let conversion = false // "operator unsigned long" has spaces of its own
  const fits = walk(name, (at, depth) => {
    if (depth) return
    conversion ||= name[at] === 'o' && /^operator\b/.test(name.slice(at, at + 9)) && !/\w/.test(name[at - 1] ?? ' ')
    if (name[at] === '(' && at > 0) parameters = at
    else if (name[at] === ' ' && parameters < 0 && !conversion) own = at + 1
  })
  const last = name.lastIndexOf(')')
  const ended = last > parameters && (last === name.length - 1 || name[last + 1] === ' ')
  return fits && parameters > own && ended ? name.slice(own, parameters) : name
}

/** What is behind the first "::" outside of brackets; null without one. */
function behindScope(name) {
  let found = -1
  walk(name, (at, depth) => {
    if (found < 0 && depth === 0 && name.startsWith('::', at)) found = at + 2
  })
  return found > 0 && found < name.length ? name.slice(found) : null
}

const MOST_SCOPES = 12
const LONGEST = 100000 // of a longer name the beginning must do

/**
 * A name in forms that get shorter: whole, without template arguments, without type and parameters, then without outer scopes.
 * @param {string} name
 * @returns {string[]}
 */
export function nameForms(name) {
  if (name.length > LONGEST) return [name]
  const forms = [name, withoutArguments(name)]
  forms.push(withoutParameters(forms[1]))
  for (let inner = behindScope(forms[2]); inner && forms.length < MOST_SCOPES; inner = behindScope(inner)) forms.push(`…::${inner}`)
  return forms.filter((form, at) => at === 0 || form.length < forms[at - 1].length)
}

/** The first form that has no more letters than `most`, or the shortest one. */
export function briefName(name, most) {
  const forms = nameForms(name)
  return forms.find(form => form.length <= most) ?? forms.at(-1)
}
