import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileHeat, fingerprint, heatByFile, HeatLine, hover, label, level, LEVELS, shift } from '../src/heat';

const heat = (...lines: number[]): HeatLine[] => lines.map((line) => ({ line, self: 10, selfSamples: 5 }));
const linesOf = (all: HeatLine[]) => all.map(({ line }) => line);
const change = (from: [number, number], to: [number, number], text: string) => ({
    start: { line: from[0], character: from[1] },
    end: { line: to[0], character: to[1] },
    text,
});

test('the text after a line has its share with one decimal, and its samples', () => {
    assert.equal(label({ line: 0, self: 70.62, selfSamples: 697 }, 'fresh'), '70.6% · 697 samples');
    assert.equal(label({ line: 0, self: 100, selfSamples: 1 }, 'fresh'), '100.0% · 1 sample');
    assert.match(label({ line: 0, self: 0.5, selfSamples: 3 }, 'stale'), /^0\.5% · 3 samples \(stale/);
});

test('the hover tells self and total apart', () => {
    const [self, total] = hover({ line: 0, self: 12.5, selfSamples: 5, total: 50, totalSamples: 20 });
    assert.match(self ?? '', /Self: 12\.5%.*5 samples/);
    assert.match(total ?? '', /Total.*50\.0%.*20 samples/);
    assert.equal(hover({ line: 0, self: 12.5, selfSamples: 5 }).length, 1);
});

test('the bar grows with the share, over all levels', () => {
    const steps = [0, 0.5, 2, 4, 8, 20, 30, 60, 100].map(level);
    assert.deepEqual(steps, [...steps].sort((a, b) => a - b));
    assert.equal(level(0), 0);
    assert.equal(level(100), LEVELS - 1);
    assert.equal(new Set(steps).size, LEVELS);
});

test('one file under two paths has each line once, with the sum', () => {
    const real = (file: string) => file.replace('/link/', '/real/');
    const lines = [
        { file: '/real/a.c', line: 5, pct: 10, samples: 100, totalPct: 20, totalSamples: 200 },
        { file: '/link/a.c', line: 5, pct: 5, samples: 50, totalPct: 6, totalSamples: 60 },
        { file: '/link/a.c', line: 6, pct: 1, samples: 10 },
    ];
    const files = heatByFile(lines, real);
    assert.deepEqual([...files.keys()], ['/real/a.c']);
    assert.deepEqual(files.get('/real/a.c'), [
        { line: 4, self: 15, selfSamples: 150, total: 26, totalSamples: 260 },
        { line: 5, self: 1, selfSamples: 10, total: undefined, totalSamples: undefined },
    ]);
});

test('lines of files that are not there, and line 0, have no heat', () => {
    const lines = [
        { file: '/gone.c', line: 1, pct: 1, samples: 1 },
        { file: '/a.c', line: 0, pct: 1, samples: 1 },
    ];
    assert.equal(heatByFile(lines, (file) => (file === '/a.c' ? file : undefined)).size, 0);
});

test('lines below an edit move with it, lines above stay', () => {
    assert.deepEqual(linesOf(shift(heat(2, 10), [change([5, 0], [5, 0], 'a\nb\n')])), [2, 12]);
    assert.deepEqual(linesOf(shift(heat(2, 10), [change([5, 0], [8, 0], '')])), [2, 7]);
    assert.deepEqual(linesOf(shift(heat(2, 10), [change([5, 0], [5, 0], 'a\r\nb\r\n')])), [2, 12]);
});

test('a line keeps its heat when it is edited, or split at its end', () => {
    assert.deepEqual(linesOf(shift(heat(5), [change([5, 4], [5, 9], 'x')])), [5]);
    assert.deepEqual(linesOf(shift(heat(5), [change([5, 20], [5, 20], '\n\t')])), [5]);
});

test('a line moves when another is put before its start', () => {
    assert.deepEqual(linesOf(shift(heat(5), [change([5, 0], [5, 0], 'new\n')])), [6]);
    assert.deepEqual(linesOf(shift(heat(5), [change([4, 8], [4, 8], '\nnew')])), [6]);
});

test('a line that is deleted has no heat any more, the next one keeps its own', () => {
    assert.deepEqual(linesOf(shift(heat(5, 6), [change([5, 0], [6, 0], '')])), [5]);
    assert.deepEqual(linesOf(shift(heat(5, 6, 7), [change([4, 3], [7, 2], '')])), [4]);
});

test('several edits at once, in any order, are one', () => {
    const changes = [change([1, 0], [1, 0], 'a\n'), change([8, 0], [9, 0], ''), change([3, 0], [3, 0], 'b\n')];
    assert.deepEqual(linesOf(shift(heat(2, 5, 10), changes)), [3, 7, 11]);
    assert.deepEqual(linesOf(shift(heat(2, 5, 10), changes.reverse())), [3, 7, 11]);
});

test('heat is stale while a file is edited, and fresh again after undo', () => {
    const file = new FileHeat(heat(1, 2), fingerprint('a\nb\nc\n'));
    file.edit([change([0, 0], [2, 0], '')]);
    file.judge('c\n', true);
    assert.equal(file.freshness, 'stale');
    assert.deepEqual(linesOf(file.lines), [0]);
    file.edit([change([0, 0], [0, 0], 'a\nb\n')]);
    file.judge('a\nb\nc\n', true);
    assert.equal(file.freshness, 'fresh');
    assert.deepEqual(linesOf(file.lines), [1, 2]);
});

test('heat is gone when another file is saved, and back when the one that ran is', () => {
    const file = new FileHeat(heat(1), fingerprint('a\nb\n'));
    file.judge('a\nB\n', false);
    assert.equal(file.freshness, 'gone');
    assert.deepEqual(file.lines, []);
    file.judge('a\nb\n', false);
    assert.deepEqual(linesOf(file.lines), [1]);
});

test('line ends and a byte order mark make no other file', () => {
    assert.equal(fingerprint('\ufeffa\r\nb\r\n'), fingerprint('a\nb\n'));
    assert.notEqual(fingerprint('a\nb'), fingerprint('a\nb\n'));
});
