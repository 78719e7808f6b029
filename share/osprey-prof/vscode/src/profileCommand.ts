/* Osprey: Profile Current File. Runs the driver on a file and shows what it made. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { driverArguments, findDriver, profilable, stemOf, SUFFIXES, verdict } from './driver';
import { diskProbe, isExecutable, stampOf } from './files';
import { Run, startRun } from './run';
import { settings } from './settings';
import { unlinked } from './text';

/** Something that the user must be told; not a fault of the extension. */
class Refusal extends Error {}

function fileToProfile(chosen: vscode.Uri | undefined): vscode.Uri {
    const uri = chosen ?? vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined) {
        throw new Refusal(`No file is open: open a source (${SUFFIXES.join(', ')}) and profile that`);
    }
    if (uri.scheme !== 'file') {
        throw new Refusal('Only a file on disk can be profiled: save it first');
    }
    if (!profilable(uri.fsPath, isExecutable(uri.fsPath))) {
        throw new Refusal(`${path.basename(uri.fsPath)} is neither an executable nor a source that osprey knows (${SUFFIXES.join(', ')})`);
    }
    return uri;
}

/** False when the user would rather not. */
async function saved(uri: vscode.Uri): Promise<boolean> {
    const document = vscode.workspace.textDocuments.find((open) => String(open.uri) === String(uri));
    if (!document?.isDirty) {
        return true;
    }
    const question = `${path.basename(uri.fsPath)} has changes that are not saved.`;
    const answer = await vscode.window.showWarningMessage(question, { modal: true }, 'Save and Profile');
    return answer === 'Save and Profile' && document.save();
}

/** A path is a setting of the machine: in a remote window its place is not among the user's. */
function showSetting(id: string): void {
    const command = vscode.env.remoteName === undefined ? 'workbench.action.openSettings' : 'workbench.action.openRemoteSettings';
    void vscode.commands.executeCommand(command, { query: `@id:${id}` });
}

export class Profiler implements vscode.Disposable {
    private readonly output = vscode.window.createOutputChannel('Osprey Profiler');
    private readonly runs = new Map<string, Run>();

    constructor(private readonly extension: vscode.Uri) {}

    /** The <stem>.speedscope.json that was made. Nothing when there is none; then the user has been told. */
    async profile(chosen: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
        try {
            const uri = fileToProfile(chosen);
            const driver = this.driver(uri);
            return (await saved(uri)) ? await this.run(driver, uri) : undefined;
        } catch (error) {
            this.tell(error as Error);
            return undefined;
        }
    }

    private driver(uri: vscode.Uri): string {
        try {
            const places = { setting: settings(uri).driver, path: process.env.PATH ?? '', extension: this.extension.fsPath };
            return findDriver(places, diskProbe);
        } catch (error) {
            throw new Refusal((error as Error).message);
        }
    }

    private async run(driver: string, uri: vscode.Uri): Promise<vscode.Uri | undefined> {
        const file = uri.fsPath;
        if (this.runs.has(file)) {
            throw new Refusal(`${path.basename(file)} is being profiled already`);
        }
        const profile = path.join(path.dirname(file), `${stemOf(file)}.speedscope.json`);
        const before = stampOf(profile);
        const { rate, arguments: own } = settings(uri);
        const run = this.start(driver, driverArguments(file, rate, own), file);
        try {
            const { status, output, cancelled } = await this.wait(run, path.basename(file));
            const wrote = stampOf(profile) !== before;
            this.judge(path.basename(file), status, output, { wrote, cancelled });
            return wrote ? vscode.Uri.file(profile) : undefined;
        } finally {
            this.runs.delete(file);
        }
    }

    private start(driver: string, args: string[], file: string): Run {
        this.output.appendLine(`$ ${[driver, ...args].join(' ')}`);
        const run = startRun(driver, args, path.dirname(file), (text) => this.output.append(text));
        this.runs.set(file, run);
        return run;
    }

    /** To cancel is to press Ctrl-C: the profile up to then is still written. To cancel that too ends everything. */
    private async wait(run: Run, name: string) {
        const notice = (title: string, signal: NodeJS.Signals) =>
            vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
                const cancelled = new Promise<void>((resolve) => token.onCancellationRequested(() => (run.signal(signal), resolve())));
                return Promise.race([run.done, cancelled]);
            });
        const ended = await notice(`Profiling ${unlinked(name)}`, 'SIGINT');
        if (ended !== undefined) {
            return { ...ended, cancelled: false };
        }
        await notice(`Stopping ${unlinked(name)}: its profile so far is being written`, 'SIGKILL');
        return { ...(await run.done), cancelled: true };
    }

    private judge(name: string, status: number, output: string, { wrote, cancelled }: { wrote: boolean; cancelled: boolean }): void {
        const message = cancelled ? undefined : verdict(name, status, output, wrote);
        if (cancelled && !wrote) {
            void vscode.window.showInformationMessage(`${unlinked(name)} was stopped before there was a profile.`);
        } else if (message !== undefined) {
            this.tell(new Refusal(message));
        }
        this.output.appendLine(`osprey ended with status ${status}`);
    }

    private tell(error: Error): void {
        if (!(error instanceof Refusal)) {
            this.output.appendLine(error.stack ?? error.message);
        }
        const actions = /setting osprey\.profiler\.driver/.test(error.message) ? ['Open Settings'] : ['Show Output'];
        void vscode.window.showErrorMessage(unlinked(error.message), ...actions).then((action) => {
            if (action === 'Open Settings') {
                showSetting('osprey.profiler.driver');
            } else if (action !== undefined) {
                this.output.show();
            }
        });
    }

    dispose(): void {
        this.runs.forEach((run) => run.signal('SIGTERM'));
        this.output.dispose();
    }
}
