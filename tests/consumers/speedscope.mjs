// What speedscope makes of a file, by its own importer, as one JSON object on stdout:
//
//   node speedscope.mjs fib.speedscope.json
//   {"name":"fib","indexToView":0,"profiles":[{"name":"main","total":0.3,
//    "functions":[{"name":"fib","file":"/w/fib.c","line":2,"self":0.2,"total":0.3},…]},…]}
//
// Status 1 when speedscope doesn't take the file. The npm package holds only the page, one script that is made to run in a
// browser. It is loaded whole here, unchanged; its importer is one of its modules, and is taken when the bundle defines
// that module's exports. What it then misses of a browser only ends its user interface.
import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import {fileURLToPath} from 'node:url'

const release = fileURLToPath(new URL('node_modules/speedscope/dist/release/', import.meta.url))

async function loadImporter() {
  let found
  const context = vm.createContext({
    console: new Proxy({}, {get: () => () => {}}),
    location: {hash: '', protocol: 'http:'},
    FinalizationRegistry, TextDecoder, TextEncoder, URL, setTimeout,
    watch: (target, key) => {
      if (key === 'importProfileGroupFromText') found = target
    },
  })
  context.window = context.self = context
  vm.runInContext(`{
    const define = Object.defineProperty
    Object.defineProperty = (target, key, value) => (watch(target, key), define(target, key, value))
  }`, context)
  const script = fs.readdirSync(release).find(name => /^speedscope-.*\.js$/.test(name))
  try {
    vm.runInContext(fs.readFileSync(release + script, 'utf8'), context)
  } catch (error) {
    if (!/document/.test(error.message)) throw error
  }
  await new Promise(resolve => setImmediate(resolve))
  return found
}

function describe(profile) {
  const functions = []
  profile.forEachFrame(frame => functions.push({
    name: frame.name,
    file: frame.file ?? null,
    line: frame.line ?? null,
    self: frame.getSelfWeight(),
    total: frame.getTotalWeight(),
  }))
  return {name: profile.getName(), total: profile.getTotalWeight(), functions}
}

const file = process.argv[2]
const importer = await loadImporter()
const group = await importer.importProfileGroupFromText(path.basename(file), fs.readFileSync(file, 'utf8'))
if (!group || group.profiles.length === 0) {
  console.error(`${file}: speedscope finds no profile`)
  process.exit(1)
}
const {name, indexToView} = group
console.log(JSON.stringify({name, indexToView, profiles: group.profiles.map(describe)}))
