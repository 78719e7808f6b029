/* Which heat is shown in which editors: keeps the heat of the profile that was shown last up to date with what happens to
 * the files. */
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import { realFile } from './files';
import { FileHeat, fingerprint, heatByFile } from './heat';
import { HeatPainter } from './heatPainter';
import { findFile } from './paths';
import { settings } from './settings';
import { searchFolders } from './sources';
import { Summary } from './summary';

const ON = 'heatOn';

/** The heat of a file, unless it was changed after the program began to run: then another file ran. */
function heatOfFile(path: string, lines: ReturnType<typeof heatByFile>, began: number): FileHeat | undefined {
    const ofFile = lines.get(path);
    try {
        if (ofFile === undefined || fs.statSync(path).mtimeMs > began) {
            return undefined;
        }
        return new FileHeat(ofFile, fingerprint(fs.readFileSync(path, 'utf8')));
    } catch {
        return undefined;
    }
}

export class HeatView implements vscode.Disposable {
    private readonly painter = new HeatPainter();
    private readonly files = new Map<string, FileHeat>();
    private readonly parts: vscode.Disposable[];

    constructor(private readonly state: vscode.Memento) {
        this.parts = [
            this.painter,
            vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => this.changed(document, contentChanges)),
            vscode.workspace.onDidSaveTextDocument((document) => this.changed(document, [])),
            vscode.workspace.onDidOpenTextDocument((document) => this.changed(document, [])),
            vscode.window.onDidChangeVisibleTextEditors(() => this.showAll()),
            vscode.window.tabGroups.onDidChangeTabs(() => this.showAll()),
            vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('osprey.profiler') && this.showAll()),
        ];
    }

    get on(): boolean {
        return this.state.get(ON, true);
    }

    turn(on: boolean): void {
        void this.state.update(ON, on);
        this.showAll();
    }

    /** `began` is when the program began to run, in milliseconds since 1970. Tells how many files have heat, and how many were
     * changed after that and so have none. */
    load(summary: Summary, uri: vscode.Uri, began: number): { hot: number; changed: number } {
        const folders = searchFolders(uri);
        const lines = heatByFile(summary.hotLines, (file) => findFile(file, folders, realFile));
        this.files.clear();
        for (const path of lines.keys()) {
            const heat = heatOfFile(path, lines, began);
            if (heat !== undefined) {
                this.files.set(path, heat);
            }
        }
        vscode.workspace.textDocuments.forEach((document) => this.judge(document));
        this.showAll();
        return { hot: this.files.size, changed: lines.size - this.files.size };
    }

    clear(): void {
        this.files.clear();
        this.showAll();
    }

    private heatOf({ uri }: vscode.TextDocument): FileHeat | undefined {
        const path = uri.scheme === 'file' && this.files.size > 0 ? realFile(uri.fsPath) : undefined;
        return path === undefined ? undefined : this.files.get(path);
    }

    private judge(document: vscode.TextDocument): FileHeat | undefined {
        const heat = this.heatOf(document);
        heat?.judge(document.getText(), document.isDirty);
        return heat;
    }

    private changed(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
        const heat = this.heatOf(document);
        if (heat !== undefined) {
            heat.edit(changes.map(({ range, text }) => ({ start: range.start, end: range.end, text })));
            heat.judge(document.getText(), document.isDirty);
            this.showAll();
        }
    }

    private showAll(): void {
        const { heatThreshold } = settings();
        for (const editor of vscode.window.visibleTextEditors) {
            this.painter.show(editor, this.on ? this.heatOf(editor.document) : undefined, heatThreshold);
        }
    }

    dispose(): void {
        this.parts.forEach((part) => part.dispose());
    }
}
