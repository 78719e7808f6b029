/* [PROF-VSCODE-FLAME] The editor of *.speedscope.json: shows the flame page in a webview, gives it the file's bytes, again
 * when the file changes, and does what the page asks for. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { pageHtml } from './page';
import { faultOf, tooLarge } from './profileBytes';
import { readMessage, ToPage } from './protocol';
import { openSource } from './sources';
import { visible } from './text';
import { baseName, watchFile } from './watch';

export const VIEW_TYPE = 'osprey.profiler.flame';

/** States are kept for so many profiles. */
const KEPT_STATES = 30;
const STATES = 'flameStates';

type States = [uri: string, state: unknown][];

class ProfileDocument implements vscode.CustomDocument {
    constructor(readonly uri: vscode.Uri) {}
    dispose(): void {}
}

/** Messages carry plain arrays, each with all of its buffer: what is read can be a Buffer, and a part of a larger one. */
function plain(bytes: Uint8Array): Uint8Array {
    return new Uint8Array(bytes);
}

/** The message that shows the file as it is now. */
async function read(uri: vscode.Uri, state: unknown): Promise<ToPage> {
    const name = visible(baseName(uri));
    try {
        const fault = tooLarge((await vscode.workspace.fs.stat(uri)).size);
        const bytes = fault === undefined ? await vscode.workspace.fs.readFile(uri) : new Uint8Array();
        const wrong = fault ?? faultOf(bytes);
        return wrong === undefined ? { type: 'profile', name, bytes: plain(bytes), state } : { type: 'profileError', message: `${name}: ${wrong}` };
    } catch (error) {
        const gone = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
        const reason = gone ? 'it is not there any more: profile again' : `it can't be read: ${(error as Error).message}`;
        return { type: 'profileError', message: `${name}: ${visible(reason)}` };
    }
}

export class FlameEditor implements vscode.CustomReadonlyEditorProvider<ProfileDocument> {
    private readonly opened = new vscode.EventEmitter<vscode.Uri>();
    /** Fires with the profile when one is shown, or is active again. */
    readonly onDidShow = this.opened.event;

    constructor(private readonly context: vscode.ExtensionContext) {}

    openCustomDocument(uri: vscode.Uri): ProfileDocument {
        return new ProfileDocument(uri);
    }

    resolveCustomEditor({ uri }: ProfileDocument, panel: vscode.WebviewPanel): void {
        const media = vscode.Uri.joinPath(this.context.extensionUri, 'media');
        const { webview } = panel;
        const newest = this.sender(uri, webview);
        const watcher = watchFile(uri, newest);
        webview.options = { enableScripts: true, localResourceRoots: [media] };
        webview.onDidReceiveMessage((message) => this.receive(message, uri, newest));
        panel.onDidDispose(() => watcher.dispose());
        panel.onDidChangeViewState(() => panel.active && this.opened.fire(uri));
        webview.html = pageHtml({
            script: String(webview.asWebviewUri(vscode.Uri.joinPath(media, 'flame.js'))),
            style: String(webview.asWebviewUri(vscode.Uri.joinPath(media, 'page.css'))),
            source: webview.cspSource,
            nonce: randomBytes(16).toString('hex'),
        });
        this.opened.fire(uri);
    }

    /** Sends the file. Of several readings at once the last one counts; while one is under way, one more is enough. */
    private sender(uri: vscode.Uri, webview: vscode.Webview): () => void {
        let reading = false;
        let again = false;
        return async () => {
            again = true;
            while (again && !reading) {
                reading = true;
                again = false;
                const message = await read(uri, this.stateOf(uri));
                reading = false;
                if (!again) {
                    void webview.postMessage(message);
                }
            }
        };
    }

    private receive(received: unknown, uri: vscode.Uri, send: () => void): void {
        const message = readMessage(received);
        switch (message?.type) {
            case 'ready':
                return send();
            case 'open':
                return void openSource(message.file, message.line, uri);
            case 'copy':
                return void vscode.env.clipboard.writeText(message.text);
            case 'state':
                return this.keepState(uri, message.state);
        }
    }

    private states(): States {
        return this.context.workspaceState.get<States>(STATES, []);
    }

    private stateOf(uri: vscode.Uri): unknown {
        return this.states().find(([of]) => of === String(uri))?.[1];
    }

    private keepState(uri: vscode.Uri, state: unknown): void {
        const others = this.states().filter(([of]) => of !== String(uri));
        void this.context.workspaceState.update(STATES, [[String(uri), state], ...others].slice(0, KEPT_STATES));
    }
}
