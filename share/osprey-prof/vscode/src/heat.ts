/* [PROF-VSCODE-HEAT] What is shown on which line of a file, while the file is edited. Lines count from 0, as the editor's. */
import { createHash } from 'node:crypto';
import { HotLine } from './summary';
import { percent, samples } from './text';

export interface HeatLine {
    line: number;
    self: number;
    selfSamples: number;
    total?: number;
    totalSamples?: number;
}

/** fresh: the file is the one that ran; stale: it is being edited; gone: another one lies on the disk. */
export type Freshness = 'fresh' | 'stale' | 'gone';

/** A change that an edit made: the lines that it replaced, and what it put there. */
export interface Change {
    start: { line: number; character: number };
    end: { line: number; character: number };
    text: string;
}

export const LEVELS = 6;

/** 0 to LEVELS - 1. Each level is twice the share of the one below, so that cool lines differ too. */
export function level(share: number): number {
    const halvings = Math.floor(Math.log2(100 / Math.max(share, 0.01)));
    return Math.max(0, LEVELS - 1 - halvings);
}

export function label(line: HeatLine, freshness: Freshness): string {
    const text = `${percent(line.self)} · ${samples(line.selfSamples)}`;
    return freshness === 'stale' ? `${text} (stale: edited since)` : text;
}

export function hover(line: HeatLine): string[] {
    const rows = [`Self: ${percent(line.self)} of the CPU time, ${samples(line.selfSamples)}`];
    if (line.total !== undefined && line.totalSamples !== undefined) {
        rows.push(`Total, with what it calls: ${percent(line.total)}, ${samples(line.totalSamples)}`);
    }
    return rows;
}

function plus(a: number | undefined, b: number | undefined): number | undefined {
    return a === undefined || b === undefined ? undefined : a + b;
}

/** Adds what stands under several paths of the same file: each sample has one of them. */
function add(a: HeatLine, b: HeatLine): HeatLine {
    return {
        line: a.line,
        self: a.self + b.self,
        selfSamples: a.selfSamples + b.selfSamples,
        total: plus(a.total, b.total),
        totalSamples: plus(a.totalSamples, b.totalSamples),
    };
}

/** The lines of each file. `resolve` gives the one path of a file however it was named, or nothing for none. */
export function heatByFile(lines: HotLine[], resolve: (file: string) => string | undefined): Map<string, HeatLine[]> {
    const files = new Map<string, Map<number, HeatLine>>();
    for (const { file, line, pct, samples: selfSamples, totalPct: total, totalSamples } of lines) {
        const path = line >= 1 ? resolve(file) : undefined;
        if (path === undefined) {
            continue;
        }
        const heat = { line: line - 1, self: pct, selfSamples, total, totalSamples };
        const ofFile = files.get(path) ?? new Map<number, HeatLine>();
        const before = ofFile.get(heat.line);
        ofFile.set(heat.line, before ? add(before, heat) : heat);
        files.set(path, ofFile);
    }
    return new Map([...files].map(([path, ofFile]) => [path, [...ofFile.values()]]));
}

/** Where a line is after a change; nothing when it was replaced. */
function moved(line: number, { start, end, text }: Change): number | undefined {
    const growth = text.split('\n').length - 1 - (end.line - start.line);
    if (line < start.line || line > end.line) {
        return line < start.line ? line : line + growth;
    }
    if (start.line === end.line) {
        return start.character === 0 && end.character === 0 ? line + growth : line;
    }
    if (line === start.line && start.character > 0) {
        return line;
    }
    return line === end.line ? line + growth : undefined;
}

export function shift(lines: HeatLine[], changes: readonly Change[]): HeatLine[] {
    const fromBelow = [...changes].sort((a, b) => b.start.line - a.start.line || b.start.character - a.start.character);
    return fromBelow.reduce(
        (left, change) =>
            left.flatMap((heat) => {
                const line = moved(heat.line, change);
                return line === undefined ? [] : [{ ...heat, line }];
            }),
        lines,
    );
}

/** The same for the same lines, whatever ends them on disk or begins the file. */
export function fingerprint(text: string): string {
    return createHash('sha256').update(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')).digest('hex');
}

/** The heat of one file. `ran` is the fingerprint of the file that ran. */
export class FileHeat {
    private current: HeatLine[];
    private state: Freshness = 'fresh';

    constructor(
        private readonly original: HeatLine[],
        private readonly ran: string,
    ) {
        this.current = original;
    }

    get lines(): HeatLine[] {
        return this.state === 'gone' ? [] : this.current;
    }

    get freshness(): Freshness {
        return this.state;
    }

    edit(changes: readonly Change[]): void {
        this.current = shift(this.current, changes);
    }

    /** To be called after each change, with the whole text and whether it is not saved. */
    judge(text: string, dirty: boolean): void {
        if (fingerprint(text) === this.ran) {
            this.current = this.original;
            this.state = 'fresh';
        } else {
            this.state = dirty ? 'stale' : 'gone';
        }
    }
}
