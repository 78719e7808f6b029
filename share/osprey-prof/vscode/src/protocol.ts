/* The messages between the extension and the flame page: a closed set. What comes from the page is checked, since the page
 * shows names and paths of anybody's. */

export type ToPage =
    | { type: 'profile'; name: string; bytes: Uint8Array; state?: unknown }
    | { type: 'profileError'; message: string };

export type FromPage =
    | { type: 'ready' }
    | { type: 'open'; file: string; line: number }
    | { type: 'copy'; text: string }
    | { type: 'state'; state: unknown };

const LONGEST_STATE = 1 << 20;

function readOpen({ file, line }: Record<string, unknown>): FromPage | undefined {
    if (typeof file !== 'string' || file === '') {
        return undefined;
    }
    const known = typeof line === 'number' && Number.isSafeInteger(line) && line >= 1;
    return { type: 'open', file, line: known ? line : 1 };
}

/** Nothing, when it is none of the set. */
export function readMessage(message: unknown): FromPage | undefined {
    if (typeof message !== 'object' || message === null) {
        return undefined;
    }
    const fields = message as Record<string, unknown>;
    switch (fields.type) {
        case 'ready':
            return { type: 'ready' };
        case 'open':
            return readOpen(fields);
        case 'copy':
            return typeof fields.text === 'string' ? { type: 'copy', text: fields.text } : undefined;
        case 'state':
            return (JSON.stringify(fields.state) ?? '').length <= LONGEST_STATE ? { type: 'state', state: fields.state } : undefined;
        default:
            return undefined;
    }
}
