import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageHtml } from '../src/page';
import { faultOf, LARGEST, tooLarge } from '../src/profileBytes';
import { readMessage } from '../src/protocol';
import { unlinked, visible } from '../src/text';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a whole object is no fault, whatever space is around it', () => {
    for (const text of ['{}', ' \n{"a":1}\n\n', '\ufeff{"a":{}}']) {
        assert.equal(faultOf(bytes(text)), undefined);
    }
});

test('an empty, a cut and a wrong file are told apart', () => {
    assert.match(faultOf(bytes('')) ?? '', /empty/);
    assert.match(faultOf(bytes(' \n\t')) ?? '', /empty/);
    assert.match(faultOf(bytes('{"profiles":[{"samples":[[1,2]')) ?? '', /cut off/);
    assert.match(faultOf(bytes('{')) ?? '', /cut off/);
    assert.match(faultOf(bytes('main;fib 12')) ?? '', /no speedscope file/);
    assert.match(faultOf(new Uint8Array([0x1f, 0x8b, 8, 0])) ?? '', /no speedscope file/);
});

test('a file that is too large is refused before it is read', () => {
    assert.equal(tooLarge(LARGEST), undefined);
    assert.match(tooLarge(600 * 1024 * 1024) ?? '', /600 MB.*lower rate/);
});

test('messages of the page are a closed set', () => {
    assert.deepEqual(readMessage({ type: 'ready', more: 1 }), { type: 'ready' });
    assert.deepEqual(readMessage({ type: 'open', file: '/a.c', line: 3 }), { type: 'open', file: '/a.c', line: 3 });
    assert.deepEqual(readMessage({ type: 'copy', text: 'x' }), { type: 'copy', text: 'x' });
    assert.deepEqual(readMessage({ type: 'state', state: { zoom: 1 } }), { type: 'state', state: { zoom: 1 } });
    for (const bad of [null, 'ready', {}, { type: 'run' }, { type: 'open', line: 1 }, { type: 'open', file: 7 }, { type: 'copy', text: {} }]) {
        assert.equal(readMessage(bad), undefined);
    }
});

test('a line that is none is taken for the first', () => {
    for (const line of [0, -1, 1.5, '3', null, undefined, NaN, Infinity]) {
        assert.deepEqual(readMessage({ type: 'open', file: '/a.c', line }), { type: 'open', file: '/a.c', line: 1 });
    }
});

test('a state that would fill the store is dropped', () => {
    assert.equal(readMessage({ type: 'state', state: 'x'.repeat(2 << 20) }), undefined);
});

test('the page lets scripts run by its nonce only, and loads nothing from elsewhere', () => {
    const html = pageHtml({ script: 's.js', style: 's.css', source: 'https://host', nonce: 'abc' });
    const policy = /content="([^"]*)"/.exec(html)?.[1] ?? '';
    assert.match(policy, /^default-src 'none'/);
    assert.match(policy, /script-src 'nonce-abc'(;|$)/);
    assert.match(policy, /worker-src blob:/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    for (const tag of html.match(/<script[^>]*>/g) ?? []) {
        assert.match(tag, /nonce="abc"/);
    }
});

test('control and bidirectional characters are shown by their codes', () => {
    assert.equal(visible('a\u202eb\nc'), 'a\\u{202e}b\\u{a}c');
    assert.equal(visible('größe→'), 'größe→');
    assert.equal(visible('x'.repeat(300)).length, 200);
});

test('no name makes a link in a notification', () => {
    assert.doesNotMatch(unlinked('[press](command:workbench.action.quit)'), /\]\(/);
});
