/* Opens the sources that a profile names: inside the workspace at once, elsewhere after asking. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { realFile, realFolder } from './files';
import { findFile, judgePath } from './paths';
import { unlinked, visible } from './text';

function workspaceFolders(): string[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

/** Where relative paths of a profile are looked for: beside it, then in the workspace's folders. */
export function searchFolders(profile: vscode.Uri | undefined): string[] {
    const beside = profile?.scheme === 'file' ? [path.dirname(profile.fsPath)] : [];
    return [...beside, ...workspaceFolders()];
}

async function agreed(file: string): Promise<boolean> {
    const detail = 'It is named in the profile and lies outside the workspace.';
    const answer = await vscode.window.showWarningMessage(`Open ${visible(file, 1000)}?`, { modal: true, detail }, 'Open');
    return answer === 'Open';
}

/** The column of an editor that shows text already, so that the flame graph stays in sight. */
function columnForText(): vscode.ViewColumn {
    const groups = vscode.window.tabGroups.all;
    const beside = groups.find((group) => group.activeTab?.input instanceof vscode.TabInputText) ?? groups.find((group) => !group.isActive);
    return beside?.viewColumn ?? vscode.ViewColumn.Active;
}

/** `line` counts from 1. */
export async function openSource(file: string, line: number, profile: vscode.Uri | undefined): Promise<void> {
    const workspace = workspaceFolders().flatMap((folder) => realFolder(folder) ?? []);
    const verdict = judgePath(findFile(file, searchFolders(profile), realFile), workspace);
    if (verdict.kind === 'missing') {
        void vscode.window.showWarningMessage(`${unlinked(file)} is not on this machine, or no file.`);
        return;
    }
    if (verdict.kind === 'ask' && !(await agreed(verdict.path))) {
        return;
    }
    const document = await vscode.workspace.openTextDocument(verdict.path);
    const at = new vscode.Position(Math.min(line, document.lineCount) - 1, 0);
    const options = { viewColumn: columnForText(), selection: new vscode.Range(at, at) };
    const editor = await vscode.window.showTextDocument(document, options);
    editor.revealRange(options.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
