// A real VS Code (code-server) with the extension in it and a browser as its window. All of it lives in a folder of its own
// and ends with close().
import {spawn, spawnSync} from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {chromium} from 'playwright-core'

const here = path.dirname(fileURLToPath(import.meta.url))
const entry = path.join(here, 'node_modules/code-server/out/node/entry.js')
export const root = path.resolve(here, '../..')
export const build = process.env.BUILD ?? path.join(root, 'build')
const vsix = process.env.VSIX

const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium'
const BROWSER_ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync']
export const PATIENCE = Number(process.env.PATIENCE ?? 120_000)

/** Calls until it gives something, and gives that. The last failure is the message when it never does. */
export async function until(what, look) {
  const end = Date.now() + PATIENCE
  for (let last = ''; ; await delay(100)) {
    try {
      const found = await look()
      if (found) return found
      last = `it gave ${JSON.stringify(found)}`
    } catch (error) {
      last = error.message
    }
    if (Date.now() > end) throw new Error(`not so after ${PATIENCE / 1000} s: ${what}: ${last}`)
  }
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const {port} = server.address()
  await new Promise(resolve => server.close(resolve))
  return port
}

function write(file, text) {
  fs.mkdirSync(path.dirname(file), {recursive: true})
  fs.writeFileSync(file, text)
}

class Editor {
  constructor() {
    this.folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'osprey-vscode.')))
    this.workspace = path.join(this.folder, 'ws')
    this.home = path.join(this.folder, 'home')
    fs.mkdirSync(this.workspace)
    write(path.join(this.home, 'config.yaml'), 'cert: false\n')
    write(path.join(this.home, '.profile'), `PATH='${build}/bin':$PATH\n`) // the editor takes PATH from a login shell
    this.configure({})
    const all = {
      'security.workspace.trust.enabled': false, 'workbench.startupEditor': 'none', 'extensions.autoUpdate': false,
      'extensions.autoCheckUpdates': false, 'git.enabled': false, 'workbench.editor.enablePreview': false, 'window.commandCenter': false,
      'files.simpleDialog.enable': true, 'editor.minimap.enabled': false, 'files.autoSave': 'off', 'chat.commandCenter.enabled': false,
      'workbench.colorTheme': 'Default Dark Modern', 'editor.acceptSuggestionOnEnter': 'off', 'editor.quickSuggestions': {other: 'off'},
    }
    write(path.join(this.folder, 'udd/User/settings.json'), JSON.stringify(all))
  }

  /** Replaces the settings of the workspace. The editor takes them while it runs, some time later. */
  configure(settings) {
    write(path.join(this.workspace, '.vscode/settings.json'), JSON.stringify(settings))
  }

  get environment() {
    return {
      ...process.env, HOME: this.home, XDG_CONFIG_HOME: `${this.home}/.config`, XDG_DATA_HOME: `${this.home}/.local/share`,
      XDG_CACHE_HOME: `${this.home}/.cache`, SHELL: '/bin/bash',
    }
  }

  get commonArguments() {
    return [entry, '--config', `${this.home}/config.yaml`, '--user-data-dir', `${this.folder}/udd`, '--extensions-dir', `${this.folder}/ext`]
  }

  install() {
    const {status, stdout, stderr} = spawnSync(process.execPath, [...this.commonArguments, '--install-extension', vsix, '--force'],
      {env: this.environment, encoding: 'utf8'})
    if (status !== 0) throw new Error(`the extension could not be installed: ${stdout}${stderr}`)
  }

  async start() {
    this.install()
    const port = await freePort()
    const log = fs.openSync(path.join(this.folder, 'log'), 'a')
    this.server = spawn(process.execPath, [...this.commonArguments, '--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-telemetry',
      '--disable-update-check', '--disable-workspace-trust', '--disable-getting-started-override', '--disable-proxy'],
    {env: this.environment, detached: true, stdio: ['ignore', log, log]})
    this.url = `http://127.0.0.1:${port}/`
    await until('code-server answers', async () => (await fetch(`${this.url}healthz`)).ok)
    this.browser = await chromium.launchPersistentContext(path.join(this.folder, 'browser'), {
      executablePath: BROWSER, args: BROWSER_ARGUMENTS, viewport: {width: 1500, height: 900}, permissions: ['clipboard-read', 'clipboard-write'],
    })
    this.page = this.browser.pages()[0] ?? await this.browser.newPage()
    this.page.setDefaultTimeout(PATIENCE)
    await this.page.goto(`${this.url}?folder=${encodeURIComponent(this.workspace)}`)
    await this.page.locator('.explorer-folders-view').waitFor()
  }

  /** The extension host can outlive the server: the group ends. */
  async close() {
    await this.browser?.close()
    if (this.server) {
      const ended = new Promise(resolve => this.server.once('exit', resolve))
      process.kill(-this.server.pid, 'SIGKILL')
      await ended
    }
    fs.rmSync(this.folder, {recursive: true, force: true, maxRetries: 10, retryDelay: 200})
  }
}

export const makeEditor = () => new Editor()
