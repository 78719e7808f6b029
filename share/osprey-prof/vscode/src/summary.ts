/* <stem>.profile.json, as osprey-prof(7) describes it: read, checked, and cut down to what the editor shows. */

export interface HotFunction {
    name: string;
    file: string;
    line: number;
    selfPct: number;
    totalPct: number;
    selfSamples: number;
    totalSamples: number;
}

/** The totals are absent in summaries of older versions. */
export interface HotLine {
    file: string;
    line: number;
    pct: number;
    samples: number;
    totalPct?: number;
    totalSamples?: number;
}

export interface Summary {
    program: string;
    wallSeconds: number;
    hotFunctions: HotFunction[];
    hotLines: HotLine[];
}

type Fields = Record<string, unknown>;

function fields(value: unknown, what: string): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new Error(`${what} is no object`);
    }
    return value as Fields;
}

function text(from: Fields, key: string, what: string): string {
    const value = from[key];
    if (typeof value !== 'string') {
        throw new Error(`${what} has no text "${key}"`);
    }
    return value;
}

function count(from: Fields, key: string, what: string): number {
    const value = from[key];
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
        throw new Error(`${what} has no number "${key}"`);
    }
    return value;
}

function optional(from: Fields, key: string, what: string): number | undefined {
    return from[key] === undefined ? undefined : count(from, key, what);
}

function list<T>(from: Fields, key: string, read: (entry: Fields, what: string) => T): T[] {
    const value = from[key];
    if (!Array.isArray(value)) {
        throw new Error(`it has no list "${key}"`);
    }
    return value.map((entry, i) => read(fields(entry, `${key}[${i}]`), `${key}[${i}]`));
}

function hotFunction(from: Fields, what: string): HotFunction {
    return {
        name: text(from, 'name', what),
        file: text(from, 'file', what),
        line: count(from, 'line', what),
        selfPct: count(from, 'selfPct', what),
        totalPct: count(from, 'totalPct', what),
        selfSamples: count(from, 'selfSamples', what),
        totalSamples: count(from, 'totalSamples', what),
    };
}

function hotLine(from: Fields, what: string): HotLine {
    return {
        file: text(from, 'file', what),
        line: count(from, 'line', what),
        pct: count(from, 'pct', what),
        samples: count(from, 'samples', what),
        totalPct: optional(from, 'totalPct', what),
        totalSamples: optional(from, 'totalSamples', what),
    };
}

function parse(json: string): unknown {
    if (json.trim() === '') {
        throw new Error('it is empty');
    }
    try {
        return JSON.parse(json);
    } catch {
        throw new Error('it is cut off, or no JSON');
    }
}

/** Throws an Error whose message says what is wrong with the file. */
export function parseSummary(json: string): Summary {
    const root = fields(parse(json), 'the whole');
    if (root.version !== 1) {
        throw new Error(root.version === undefined ? 'it is no profile summary' : `its version is ${String(root.version)}, not 1`);
    }
    return {
        program: text(root, 'program', 'it'),
        wallSeconds: count(root, 'wallSeconds', 'it'),
        hotFunctions: list(root, 'hotFunctions', hotFunction),
        hotLines: list(root, 'hotLines', hotLine),
    };
}
