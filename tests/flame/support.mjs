// What the tests of the flame page share.
import {readModel} from '../../share/osprey-prof/flame/model.js'

/** All steps of reading at once. */
export function readWholeModel(bytes) {
  const steps = readModel(bytes)
  for (;;) {
    const {done, value} = steps.next()
    if (done) return value
  }
}

export const bytesOf = value => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

export const modelOf = value => readWholeModel(bytesOf(value))

/**
 * A speedscope file from folded stacks: fileOf({main: 'main;fib;fib 3|main 1'}). A weight with a "w" behind it waits. A frame is
 * NAME, NAME@FILE:LINE, or either with "!" in front when it is the runtime's.
 */
export function fileOf(fibers, unit = 'seconds') {
  const frames = []
  const known = new Map()
  const indexOf = text => {
    if (!known.has(text)) known.set(text, frames.push(frameOf(text)) - 1)
    return known.get(text)
  }
  const profiles = Object.entries(fibers).map(([name, folded]) => {
    const rows = folded
      .split('|')
      .filter(Boolean)
      .map(row => /^(.*?) ?([\d.]+)(w?)$/.exec(row))
    const weights = rows.map(row => Number(row[2]))
    const samples = rows.map(row => row[1].split(';').filter(Boolean).map(indexOf))
    const states = rows.map(row => (row[3] ? '1' : '0')).join('')
    const endValue = weights.reduce((a, b) => a + b, 0)
    return {type: 'sampled', name, unit, startValue: 0, endValue, samples, states, weights}
  })
  return {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: {frames},
    profiles,
    name: 'test',
    activeProfileIndex: 0,
  }
}

function frameOf(text) {
  const [, mark, name, , file, line] = /^(!?)([^@]+)(@(.*?)(?::(\d+))?)?$/.exec(text)
  return {name, ...(file && {file}), ...(line && {line: Number(line)}), ...(mark && {kind: 'runtime'})}
}

/** Rows of a scene as text, one a row: "main 0-4 | fib 0-3". */
export function rowsOf(scene, names) {
  return Array.from({length: scene.rowCount}, (_, row) => {
    const boxes = []
    for (let box = scene.boxFrom(row, 0); box; box = scene.boxFrom(row, box.end))
      boxes.push(`${names[box.frame]} ${box.start}-${box.end}`)
    return boxes.join(' | ')
  })
}
