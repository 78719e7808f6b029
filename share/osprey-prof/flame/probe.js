// What a test of the canvas needs, as `ospreyFlame`. Nothing can be changed by it.
//
// frameAt(x, y)  what stands at a place of the window, with its weights; null where nothing is
// boxOf(name)    where the widest box of a function stands in the window, with its colour when it is on a CPU; null when it has none
// state()        what is chosen; null without a profile

export function exposeProbe(page) {
  const frameAt = (clientX, clientY) => {
    const box = page.graph.boxUnder({clientX, clientY})
    return box && page.factsOf(box.frame, box)
  }
  const boxOf = name => {
    const {look, graph} = page
    const box = look && look.widestBox(page.names.indexOf(name))
    return box && {...graph.rectOf(box), colour: page.palette.colours.normal[look.places[box.frame]]}
  }
  const state = () => (page.look ? structuredClone(page.currentState()) : null)
  Object.defineProperty(globalThis, 'ospreyFlame', {value: Object.freeze({frameAt, boxOf, state}), configurable: true})
}
