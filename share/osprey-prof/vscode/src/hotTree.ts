/* The hot functions of the profile that was shown last, in the side bar. */
import * as vscode from 'vscode';
import { HotFunction, Summary } from './summary';
import { percent, samples, visible } from './text';

export class HotTree implements vscode.TreeDataProvider<HotFunction> {
    private readonly changed = new vscode.EventEmitter<void>();
    readonly onDidChangeTreeData = this.changed.event;
    private functions: HotFunction[] = [];
    private profile: vscode.Uri | undefined;

    show(summary: Summary | undefined, profile: vscode.Uri | undefined): void {
        this.functions = summary?.hotFunctions ?? [];
        this.profile = profile;
        this.changed.fire();
    }

    getChildren(parent?: HotFunction): HotFunction[] {
        return parent === undefined ? this.functions : [];
    }

    getTreeItem(hot: HotFunction): vscode.TreeItem {
        const item = new vscode.TreeItem(visible(hot.name) || '(no name)');
        const place = hot.file === '' ? 'its source is not known' : `${visible(hot.file, 1000)}:${hot.line}`;
        item.description = `${percent(hot.selfPct)} self · ${percent(hot.totalPct)} total`;
        item.tooltip = `${visible(hot.name, 1000)}\n${place}\nself ${samples(hot.selfSamples)}, total ${samples(hot.totalSamples)}`;
        item.accessibilityInformation = { label: `${visible(hot.name)}, ${item.description}` };
        if (hot.file !== '') {
            item.command = {
                command: 'osprey.profiler.openSource',
                title: 'Open Source',
                arguments: [hot.file, Math.max(1, hot.line), this.profile],
            };
        }
        return item;
    }
}
