// Checks a .cpuprofile against the type Profile of the Chrome DevTools Protocol (domain Profiler) and what its viewers
// take for granted, and says on stdout what they show, in microseconds:
//
//   node cpuprofile.mjs fib.cpuprofile
//   {"total":10000,"functions":{"fib":{"self":5000,"total":5000},…}}
//
// Times are those of VS Code (a sample lasts until the next one, the last one until endTime). Status 1 and a line for the
// first thing that is wrong.
import assert from 'node:assert/strict'
import fs from 'node:fs'

function checkNode(node) {
  const {functionName, scriptId, url, lineNumber, columnNumber} = node.callFrame
  assert(Number.isInteger(node.id) && node.id > 0, `id ${node.id}`)
  assert(typeof functionName === 'string' && functionName !== '', `node ${node.id} has no name`)
  assert.equal(typeof scriptId, 'string')
  assert(url === '' || !url.startsWith('/'), `${url} is no url`)
  if (url.startsWith('file:')) assert(decodeURIComponent(new URL(url).pathname).startsWith('/'), url)
  assert(Number.isInteger(lineNumber) && lineNumber >= -1, `lineNumber ${lineNumber}`)
  assert(Number.isInteger(columnNumber) && columnNumber >= -1, `columnNumber ${columnNumber}`)
  assert(Number.isInteger(node.hitCount) && node.hitCount >= 0, `hitCount ${node.hitCount}`)
  const ticks = node.positionTicks ?? []
  for (const {line, ticks: count} of ticks) assert(line >= 1 && count >= 1, `positionTicks of node ${node.id}`)
  assert.equal(new Set(ticks.map(tick => tick.line)).size, ticks.length, `a line is there twice in node ${node.id}`)
  assert(ticks.reduce((sum, tick) => sum + tick.ticks, 0) <= node.hitCount, `more ticks than hits in node ${node.id}`)
}

function checkTree(nodes) {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const parents = new Map()
  assert.equal(byId.size, nodes.length, 'an id is there twice')
  for (const node of nodes) {
    const names = node.children.map(id => byId.get(id)).map(({callFrame: f}) => JSON.stringify([f.functionName, f.url]))
    assert.equal(new Set(names).size, names.length, `node ${node.id} has a child twice`)
    for (const child of node.children) {
      assert(!parents.has(child), `node ${child} has two parents`)
      parents.set(child, node)
    }
  }
  assert.deepEqual(nodes.filter(node => !parents.has(node.id)).map(node => node.callFrame.functionName), ['(root)'])
  assert.equal(nodes[0].callFrame.functionName, '(root)')
  return {byId, parents}
}

function checkTimes({samples, timeDeltas, startTime, endTime}, byId) {
  assert.equal(samples.length, timeDeltas.length)
  assert(samples.length > 0, 'viewers fail without a sample')
  for (const id of samples) assert(byId.has(id), `sample of node ${id}`)
  for (const delta of timeDeltas) assert(Number.isSafeInteger(delta) && delta >= 0, `delta ${delta}`)
  assert.equal(timeDeltas.reduce((sum, delta) => sum + delta, startTime), endTime)
}

// A function counts once a sample, however often it recurs.
function sumUp(profile, {byId, parents}) {
  const functions = {}
  const add = (node, key, time) => {
    functions[node.callFrame.functionName] ??= {self: 0, total: 0}
    functions[node.callFrame.functionName][key] += time
  }
  profile.samples.forEach((id, i) => {
    const time = profile.timeDeltas[i + 1] ?? 0
    const seen = new Set()
    add(byId.get(id), 'self', time)
    for (let node = byId.get(id); node; node = parents.get(node.id)) {
      if (!seen.has(node.callFrame.functionName)) add(node, 'total', time)
      seen.add(node.callFrame.functionName)
    }
  })
  return {total: profile.endTime - profile.startTime, functions}
}

try {
  const profile = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'))
  profile.nodes.forEach(checkNode)
  const tree = checkTree(profile.nodes)
  checkTimes(profile, tree.byId)
  console.log(JSON.stringify(sumUp(profile, tree)))
} catch (error) {
  console.error(`${process.argv[2]}: ${error.message.split('\n')[0]}`)
  process.exit(1)
}
