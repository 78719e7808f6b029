import * as vscode from 'vscode';

export interface Settings {
    driver: string;
    arguments: string[];
    rate: number;
    heatThreshold: number;
}

/** A settings file may hold anything: what doesn't fit is taken as if it weren't there. */
export function settings(scope?: vscode.Uri): Settings {
    const from = vscode.workspace.getConfiguration('osprey.profiler', scope);
    const list = from.get<unknown>('arguments');
    const rate = Number(from.get('rate'));
    const threshold = Number(from.get('heatThreshold'));
    return {
        driver: String(from.get('driver') ?? '').trim(),
        arguments: Array.isArray(list) ? list.map(String) : [],
        rate: rate >= 10 && rate <= 10000 ? Math.round(rate) : 997,
        heatThreshold: threshold >= 0 ? threshold : 0.5,
    };
}
