/* What can be told about a *.speedscope.json before the page reads it. The page tells the rest. */

/** The bytes pass through the extension host and the window, as a copy in each. */
export const LARGEST = 512 * 1024 * 1024;

const MEGABYTE = 1024 * 1024;

export function tooLarge(size: number): string | undefined {
    if (size <= LARGEST) {
        return undefined;
    }
    const megabytes = Math.round(size / MEGABYTE);
    return `it has ${megabytes} MB, more than the ${LARGEST / MEGABYTE} MB that an editor can hold: profile a shorter time, or at a lower rate`;
}

function isSpace(byte: number | undefined): boolean {
    return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** A message that says what is wrong and what to do, or nothing. */
export function faultOf(bytes: Uint8Array): string | undefined {
    let first = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    let last = bytes.length - 1;
    while (isSpace(bytes[first])) first++;
    while (last > first && isSpace(bytes[last])) last--;
    if (first >= bytes.length) {
        return 'it is empty: profile again';
    }
    if (bytes[first] !== 0x7b) {
        return 'it is no speedscope file: one is a JSON object';
    }
    return bytes[last] === 0x7d ? undefined : 'it is cut off: profile again, or wait until it is written whole';
}
