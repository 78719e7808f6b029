// Where the page lives: in a webview of VS Code, which gives the profile and opens sources, or in a browser by itself.
//
// Page to extension: {type: 'ready'}, {type: 'open', file, line}, {type: 'copy', text}, {type: 'state', state}.
// Extension to page: {type: 'profile', name, text or bytes, state?}, {type: 'profileError', message}.

/**
 * @typedef {{file: (file: {name: string, bytes: () => Promise<Uint8Array>, state?: object}) => void, error: (message: string) => void}}
 *   Listener
 * @typedef {{canOpen: boolean, open: (file: string, line: number) => void, copy: (text: string) => void, save: (name: string, state:
 *   object) => void, load: (name: string) => object|null}} Host
 */

/** @param {Listener} listener @returns {Host} */
export function connectHost(listener) {
  return typeof acquireVsCodeApi === 'function' ? connectEditor(acquireVsCodeApi(), listener) : connectBrowser(listener)
}

function connectEditor(editor, listener) {
  addEventListener('message', ({data}) => {
    if (data?.type === 'profile')
      listener.file({name: String(data.name ?? ''), bytes: async () => bytesOf(data), state: data.state})
    else if (data?.type === 'profileError') listener.error(String(data.message))
  })
  editor.postMessage({type: 'ready'})
  return {
    canOpen: true,
    open: (file, line) => editor.postMessage({type: 'open', file, line}),
    copy: text => editor.postMessage({type: 'copy', text}),
    save: (name, state) => {
      editor.setState({name, state})
      editor.postMessage({type: 'state', state})
    },
    load: name => {
      const stored = editor.getState()
      return stored?.name === name ? stored.state : null
    },
  }
}

function bytesOf({text, bytes}) {
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes)
  if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return new TextEncoder().encode(String(text ?? ''))
}

const STORE = 'osprey-flame:'

function connectBrowser(listener) {
  acceptDrops(listener)
  return {
    canOpen: false,
    open: () => {},
    copy: text => void copyText(text),
    save: (name, state) => void stored(store => store.setItem(STORE + name, JSON.stringify(state))),
    load: name => stored(store => JSON.parse(store.getItem(STORE + name) ?? 'null')),
  }
}

/** A browser may refuse a page to store anything, or have no room. */
function stored(action) {
  try {
    return action(sessionStorage)
  } catch {
    return null
  }
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    copyBySelection(text) // a page from a file may have no clipboard
  }
}

function copyBySelection(text) {
  const area = document.createElement('textarea')
  const {activeElement} = document
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
}

/** The profile that stands in the document, or null. */
export function profileInside() {
  const element = document.getElementById('profile')
  return element?.firstChild ? {name: location.pathname, bytes: async () => bytesInside(element)} : null
}

function bytesInside(element) {
  const bytes = new TextEncoder().encode(element.textContent)
  element.textContent = '' // it may be half the memory of the page
  return bytes
}

/** @param {File} file */
export function chosenFile(file) {
  return {name: file.name, bytes: async () => new Uint8Array(await file.arrayBuffer())}
}

function acceptDrops(listener) {
  addEventListener('dragover', event => event.preventDefault())
  addEventListener('drop', event => {
    event.preventDefault()
    const [file] = event.dataTransfer?.files ?? []
    if (file) listener.file(chosenFile(file))
  })
}
