/* Wires the parts: commands, the flame editor, line heat, the tree of hot functions. */
import * as vscode from 'vscode';
import { FlameEditor, VIEW_TYPE } from './flameEditor';
import { stemOf } from './driver';
import { HeatView } from './heatView';
import { HotTree } from './hotTree';
import { Profiler } from './profileCommand';
import { openSource } from './sources';
import { parseSummary, Summary } from './summary';
import { unlinked } from './text';
import { baseName, watchFile } from './watch';

const PROFILE = '.speedscope.json';

function summaryOf(profile: vscode.Uri): vscode.Uri {
    return profile.with({ path: profile.path.replace(/\.speedscope\.json$/, '.profile.json') });
}

/** Shows the summary of one profile, in the tree and as heat, and again when it changes. */
class Shown implements vscode.Disposable {
    private profile: vscode.Uri | undefined;
    private watcher: vscode.Disposable | undefined;

    constructor(
        private readonly heat: HeatView,
        private readonly tree: HotTree,
    ) {}

    isOf(profile: vscode.Uri): boolean {
        return String(profile) === String(this.profile);
    }

    async show(profile: vscode.Uri): Promise<void> {
        this.watcher?.dispose();
        this.profile = profile;
        this.watcher = watchFile(summaryOf(profile), () => void this.load(profile));
        await this.load(profile);
    }

    private async load(profile: vscode.Uri): Promise<void> {
        const uri = summaryOf(profile);
        let summary: Summary;
        let mtime: number;
        try {
            mtime = (await vscode.workspace.fs.stat(uri)).mtime;
            summary = parseSummary(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
        } catch (error) {
            this.forget();
            if (!(error instanceof vscode.FileSystemError)) {
                void vscode.window.showWarningMessage(`${unlinked(baseName(uri))}: ${unlinked((error as Error).message)}: there is no line heat of it`);
            }
            return;
        }
        this.tree.show(summary, profile);
        const { changed } = this.heat.load(summary, uri, mtime - summary.wallSeconds * 1000);
        if (changed > 0) {
            const files = changed === 1 ? '1 file was' : `${changed} files were`;
            vscode.window.setStatusBarMessage(`$(warning) Line heat: ${files} changed since the profile`, 10_000);
        }
    }

    private forget(): void {
        this.heat.clear();
        this.tree.show(undefined, undefined);
    }

    clear(): void {
        this.watcher?.dispose();
        this.profile = undefined;
        this.forget();
    }

    /** Without a profile yet, the one beside the file in the active editor. */
    async showHeat(): Promise<void> {
        this.heat.turn(true);
        const uri = vscode.window.activeTextEditor?.document.uri;
        if (this.profile !== undefined || uri === undefined) {
            return;
        }
        const beside = vscode.Uri.joinPath(uri, '..', stemOf(uri.path) + PROFILE);
        try {
            await vscode.workspace.fs.stat(summaryOf(beside));
        } catch {
            void vscode.window.showInformationMessage(`There is no ${unlinked(baseName(summaryOf(beside)))} yet: profile the file first.`);
            return;
        }
        await this.show(beside);
    }

    dispose(): void {
        this.watcher?.dispose();
    }
}

async function openFlame(profile: vscode.Uri, column: vscode.ViewColumn): Promise<void> {
    await vscode.commands.executeCommand('vscode.openWith', profile, VIEW_TYPE, column);
}

/** A profile that is open already stays where it is. */
function columnOf(profile: vscode.Uri, otherwise: vscode.ViewColumn): vscode.ViewColumn {
    const shows = ({ input }: vscode.Tab) => input instanceof vscode.TabInputCustom && String(input.uri) === String(profile);
    return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(shows))?.viewColumn ?? otherwise;
}

async function chooseProfile(): Promise<vscode.Uri | undefined> {
    const filters = { 'Profiles (*.speedscope.json)': ['json'] };
    const chosen = await vscode.window.showOpenDialog({ title: 'Open Profile', openLabel: 'Open Profile', filters });
    return chosen?.[0];
}

export function activate(context: vscode.ExtensionContext): void {
    const heat = new HeatView(context.workspaceState);
    const tree = new HotTree();
    const shown = new Shown(heat, tree);
    const profiler = new Profiler(context.extensionUri);
    const flame = new FlameEditor(context);

    const profileFile = async (chosen?: vscode.Uri) => {
        const made = await profiler.profile(chosen instanceof vscode.Uri ? chosen : undefined);
        if (made !== undefined) {
            await openFlame(made, columnOf(made, vscode.ViewColumn.Beside));
            await shown.show(made);
        }
    };
    const openProfile = async () => {
        const profile = await chooseProfile();
        if (profile !== undefined) {
            await openFlame(profile, columnOf(profile, vscode.ViewColumn.Active));
        }
    };
    const commands: Record<string, (...args: never[]) => unknown> = {
        profileCurrentFile: profileFile,
        openProfile,
        showHeat: () => shown.showHeat(),
        hideHeat: () => heat.turn(false),
        clearHeat: () => shown.clear(),
        openSource,
    };
    for (const [name, run] of Object.entries(commands)) {
        context.subscriptions.push(vscode.commands.registerCommand(`osprey.profiler.${name}`, run));
    }
    context.subscriptions.push(
        heat,
        shown,
        profiler,
        vscode.window.registerTreeDataProvider('osprey.profiler.hotFunctions', tree),
        vscode.window.registerCustomEditorProvider(VIEW_TYPE, flame, {
            supportsMultipleEditorsPerDocument: true,
            webviewOptions: { retainContextWhenHidden: true },
        }),
        flame.onDidShow((profile) => shown.isOf(profile) || void shown.show(profile)),
    );
}
