/* [PROF-VSCODE-HEAT] Paints the heat of lines: text after the line, a bar behind it, a mark in the overview ruler, a hover. */
import * as vscode from 'vscode';
import { FileHeat, HeatLine, hover, label, level, LEVELS } from './heat';

interface Paint {
    bars: vscode.TextEditorDecorationType[];
    text: vscode.TextEditorDecorationType;
}

/** From pale to strong; the ruler has no text below it and is always opaque. */
const RULER = ['#f3d9a4', '#f0bd6a', '#eb9c3f', '#e2742a', '#d1491f', '#b3151d'];

function bar(step: number, stale: boolean): vscode.TextEditorDecorationType {
    const share = (step + 1) / LEVELS;
    const colour = (rgb: string, most: number) => `rgba(${stale ? '128, 128, 128' : rgb}, ${(share * most).toFixed(3)})`;
    return vscode.window.createTextEditorDecorationType({
        isWholeLine: true,
        light: { backgroundColor: colour('226, 92, 20', 0.32) },
        dark: { backgroundColor: colour('235, 110, 40', 0.38) },
        overviewRulerColor: stale ? '#808080' : RULER[step],
        overviewRulerLane: vscode.OverviewRulerLane.Right,
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    });
}

function paint(stale: boolean): Paint {
    const color = new vscode.ThemeColor(`osprey.profiler.${stale ? 'staleHeatText' : 'heatText'}`);
    return {
        bars: Array.from({ length: LEVELS }, (_, step) => bar(step, stale)),
        text: vscode.window.createTextEditorDecorationType({
            after: { margin: '0 0 0 3em', color },
            rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
        }),
    };
}

/** An editor of a tab of its own. One side of a comparison, a peek, or a notebook's cell has no such tab. */
function isPlain(editor: vscode.TextEditor): boolean {
    const group = vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn === editor.viewColumn);
    const input = group?.activeTab?.input;
    return input instanceof vscode.TabInputText && String(input.uri) === String(editor.document.uri);
}

function hoverOf(line: HeatLine): vscode.MarkdownString {
    return new vscode.MarkdownString().appendText(hover(line).join('\n'));
}

export class HeatPainter implements vscode.Disposable {
    private readonly fresh = paint(false);
    private readonly stale = paint(true);

    show(editor: vscode.TextEditor, heat: FileHeat | undefined, threshold: number): void {
        const lines = heat !== undefined && isPlain(editor) ? heat.lines.filter(({ self }) => self >= threshold) : [];
        const there = lines.filter(({ line }) => line < editor.document.lineCount);
        const isStale = heat?.freshness === 'stale';
        this.put(editor, this.fresh, isStale ? [] : there, 'fresh');
        this.put(editor, this.stale, isStale ? there : [], 'stale');
    }

    private put(editor: vscode.TextEditor, { bars, text }: Paint, lines: HeatLine[], freshness: 'fresh' | 'stale'): void {
        bars.forEach((type, step) => {
            const ofStep = lines.filter(({ self }) => level(self) === step);
            editor.setDecorations(type, ofStep.map((heat) => ({ range: editor.document.lineAt(heat.line).range, hoverMessage: hoverOf(heat) })));
        });
        editor.setDecorations(text, lines.map((heat) => {
            const { end } = editor.document.lineAt(heat.line).range;
            return { range: new vscode.Range(end, end), renderOptions: { after: { contentText: label(heat, freshness) } } };
        }));
    }

    dispose(): void {
        for (const { bars, text } of [this.fresh, this.stale]) {
            [...bars, text].forEach((type) => type.dispose());
        }
    }
}
