/* Text from profiles and file names for places that show plain text. Symbol names are anybody's: control characters,
 * line ends and bidirectional controls would forge what a reader sees. */

const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Shows what can't be seen by its code, and cuts what is longer than a line is wide. */
export function visible(text: string, limit = 200): string {
    const shown = text.replace(UNSEEN, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`);
    return shown.length > limit ? `${shown.slice(0, limit - 1)}…` : shown;
}

/** For notifications, which make links of [text](target). */
export function unlinked(text: string): string {
    return visible(text, 500).replace(/\]\(/g, '] (');
}

export function percent(share: number): string {
    return `${share.toFixed(1)}%`;
}

export function samples(count: number): string {
    return count === 1 ? '1 sample' : `${count} samples`;
}
