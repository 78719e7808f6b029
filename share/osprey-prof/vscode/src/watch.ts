/* Watches one file, wherever it lies. */
import * as vscode from 'vscode';

export function directoryOf(uri: vscode.Uri): vscode.Uri {
    return vscode.Uri.joinPath(uri, '..');
}

export function baseName(uri: vscode.Uri): string {
    return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

/** Characters that mean something in a pattern are taken for any one: then a look at the name decides. */
export function watchFile(uri: vscode.Uri, changed: () => void): vscode.Disposable {
    const pattern = new vscode.RelativePattern(directoryOf(uri), baseName(uri).replace(/[*?[\]{}!,\\]/g, '?'));
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const mine = (seen: vscode.Uri) => {
        if (baseName(seen) === baseName(uri)) {
            changed();
        }
    };
    watcher.onDidCreate(mine);
    watcher.onDidChange(mine);
    watcher.onDidDelete(mine);
    return watcher;
}
