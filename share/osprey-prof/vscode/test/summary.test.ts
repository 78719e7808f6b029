import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSummary } from '../src/summary';

const WHOLE = {
    version: 1,
    program: 'fib',
    wallSeconds: 1.5,
    hotFunctions: [{ name: 'fib', file: '/w/fib.c', line: 2, selfPct: 70, totalPct: 90, selfSamples: 7, totalSamples: 9, kind: 'user' }],
    hotLines: [{ file: '/w/fib.c', line: 3, pct: 70, samples: 7, totalPct: 90, totalSamples: 9 }],
};

const without = (key: string) => JSON.stringify({ ...WHOLE, [key]: undefined });

test('a summary is read with its functions and lines', () => {
    const { program, hotFunctions, hotLines } = parseSummary(JSON.stringify(WHOLE));
    assert.equal(program, 'fib');
    assert.equal(hotFunctions[0]?.totalSamples, 9);
    assert.deepEqual(hotLines, WHOLE.hotLines);
});

test('a summary whose lines have no totals is read', () => {
    const old = { ...WHOLE, hotLines: [{ file: '/w/fib.c', line: 3, pct: 70, samples: 7 }] };
    assert.equal(parseSummary(JSON.stringify(old)).hotLines[0]?.totalSamples, undefined);
});

test('unknown fields of a summary are passed over', () => {
    assert.equal(parseSummary(JSON.stringify({ ...WHOLE, later: [1] })).program, 'fib');
});

for (const [what, json, message] of [
    ['an empty file', ' \n', /empty/],
    ['a cut file', JSON.stringify(WHOLE).slice(0, 90), /cut off/],
    ['another kind of file', '{"nodes":[]}', /no profile summary/],
    ['a list', '[]', /no object/],
    ['a later version', JSON.stringify({ ...WHOLE, version: 2 }), /version is 2/],
    ['one without lines', without('hotLines'), /no list "hotLines"/],
    ['a line that is a text', JSON.stringify({ ...WHOLE, hotLines: [{ ...WHOLE.hotLines[0], line: '3' }] }), /hotLines\[0\] has no number "line"/],
    ['a negative count', JSON.stringify({ ...WHOLE, hotLines: [{ ...WHOLE.hotLines[0], samples: -1 }] }), /"samples"/],
    ['a line that is null', JSON.stringify({ ...WHOLE, hotLines: [null] }), /hotLines\[0\] is no object/],
    ['a function without a name', JSON.stringify({ ...WHOLE, hotFunctions: [{}] }), /hotFunctions\[0\] has no text "name"/],
] as const) {
    test(`a summary is refused with the reason: ${what}`, () => {
        assert.throws(() => parseSummary(json), message);
    });
}
