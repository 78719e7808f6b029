import assert from 'node:assert/strict'
import test from 'node:test'
import {loadModel, messageOf} from '../../share/osprey-prof/flame/load.js'
import {FileError} from '../../share/osprey-prof/flame/scan.js'
import {bytesOf, fileOf} from './support.mjs'

test('without a worker a file is read in slices, and other work goes on between them', async () => {
  const rows = Array(600000).fill('[0,1]').join(',')
  let turns = 0
  const shares = []
  const timer = setInterval(() => turns++, 0)
  const model = await loadModel(
    bytesOf(
      `{"shared":{"frames":[{},{}]},"profiles":[{"samples":[${rows}],"weights":[${Array(600000).fill('0.001')}]}]}`,
    ),
    share => shares.push(share),
  )
  clearInterval(timer)
  assert.equal(model.profiles[0].nodes.length, 600000)
  assert.ok(turns > 0)
  assert.ok(shares.length > 0 && shares.every(share => share > 0 && share <= 1))
})

test('without a worker a bad file is refused as well', async () => {
  await assert.rejects(loadModel(bytesOf('['), () => {}), FileError)
  assert.equal((await loadModel(bytesOf(fileOf({main: 'a 1'})), () => {})).name, 'test')
})

test("a failure that is not the file's is told as such", () => {
  assert.equal(messageOf(new FileError('The file is empty.')), 'The file is empty.')
  assert.equal(
    messageOf(new RangeError('Array buffer allocation failed')),
    'The file could not be read: Array buffer allocation failed.',
  )
  assert.match(messageOf(undefined), /memory/)
})
