// Reads a file without holding the page up: in a worker; where there can be none, in slices of time.
import {FileError} from './scan.js'
import {buffersOf, readModel} from './model.js'

const SLICE_MS = 20

/** @typedef {import('./model.js').Model} Model */

/**
 * The model of a file. The bytes are given away.
 * @param {Uint8Array} bytes
 * @param {(share: number) => void} progress  with the part that is read, 0 to 1
 * @returns {Promise<Model>}
 */
export async function loadModel(bytes, progress) {
  const worker = await startWorker()
  return worker ? loadByWorker(worker, bytes, progress) : loadInSlices(bytes, progress)
}

/** A worker that has said that it runs, or null. */
function startWorker() {
  return new Promise(resolve => {
    if (typeof ospreyFlameBundle === 'undefined') return resolve(null) // the modules are not bundled
    try {
      const url = URL.createObjectURL(new Blob([`(${ospreyFlameBundle})().serveWorker()`], {type: 'text/javascript'}))
      const worker = new Worker(url)
      worker.onmessage = () => resolve(worker)
      worker.onerror = event => (event.preventDefault(), resolve(null))
    } catch {
      resolve(null)
    }
  })
}

/** What runs in the worker: takes bytes, gives shares that are read, then a model or a message. */
export function serveWorker() {
  onmessage = ({data}) => {
    try {
      const model = readToEnd(readModel(data))
      postMessage({model}, {transfer: buffersOf(model)})
    } catch (error) {
      postMessage({error: messageOf(error)})
    }
    close()
  }
  postMessage('ready')
}

function readToEnd(steps) {
  for (;;) {
    const {done, value} = steps.next()
    if (done) return value
    postMessage({share: value})
  }
}

/** @param {Worker} worker @returns {Promise<Model>} */
function loadByWorker(worker, bytes, progress) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({data: {model, error, share}}) => {
      if (model) resolve(model)
      else if (error) reject(new FileError(error))
      else progress(share)
    }
    worker.onerror = event => reject(new FileError(messageOf(event)))
    worker.postMessage(bytes, [bytes.buffer])
  })
}

async function loadInSlices(bytes, progress) {
  const steps = readModel(bytes)
  for (let until = performance.now() + SLICE_MS; ;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    progress(step.value)
    await new Promise(resolve => setTimeout(resolve))
    until = performance.now() + SLICE_MS
  }
}

/** What a person is told about a failure. */
export function messageOf(error) {
  if (error instanceof FileError) return error.message
  return `The file could not be read: ${error?.message || 'the memory may not suffice for it'}.`
}
