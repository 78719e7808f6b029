// What the bundler, which only puts the modules behind each other, takes for granted.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import test from 'node:test'
import vm from 'node:vm'

const folder = new URL('../../share/osprey-prof/flame/', import.meta.url)
const sources = Object.fromEntries(
  fs
    .readdirSync(folder)
    .filter(name => name.endsWith('.js'))
    .map(name => [name, fs.readFileSync(new URL(name, folder), 'utf8')]),
)
const build = process.env.BUILD ?? new URL('../../build', import.meta.url).pathname

test('no two modules declare the same name', () => {
  const seen = new Map()
  for (const [file, source] of Object.entries(sources)) {
    const plain = source.matchAll(/^(?:export )?(?:async )?(?:function\*?|class|const|let) +([\w$]+)/gm)
    const lists = Array.from(source.matchAll(/^const \[([^\]]*)\]/gm), ([, names]) => names.split(',')).flat()
    for (const name of [...Array.from(plain, ([, name]) => name), ...lists.map(name => name.trim()).filter(Boolean)]) {
      assert.equal(seen.get(name), undefined, `${name} in ${file} and ${seen.get(name)}`)
      seen.set(name, file)
    }
  }
})

test('an import stands in one line, takes names as they are, and only from another module', () => {
  for (const [file, source] of Object.entries(sources))
    for (const line of source.split('\n').filter(line => /^\s*import\b/.test(line)))
      assert.match(line, /^import \{[\w, ]+\} from '\.\/\w+\.js'$/, file)
})

test('nothing in the modules ends a script element', () => {
  for (const [file, source] of Object.entries(sources)) assert.doesNotMatch(source, /<\/script|<!--/i, file)
})

test('every module is in the bundle, and the bundle is a script', () => {
  const bundle = fs.readFileSync(`${build}/share/osprey-prof/flame.js`, 'utf8')
  new vm.Script(bundle)
  for (const [file, source] of Object.entries(sources)) {
    const [first] = source.split('\n')
    assert.ok(bundle.includes(first), `${file} is missing: see FLAME_MODULES in the Makefile`)
  }
})

test('the profile mark of prof-to-html stands once in the page', () => {
  const page = fs.readFileSync(`${build}/share/osprey-prof/flame.html`, 'utf8')
  assert.equal(page.split('id="profile">').length, 2)
})
