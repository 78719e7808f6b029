import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { realFile } from '../src/files';
import { candidates, findFile, judgePath } from '../src/paths';

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'osprey-paths.')));
after(() => fs.rmSync(root, { recursive: true }));

const workspace = path.join(root, 'ws');
fs.mkdirSync(path.join(workspace, 'sub'), { recursive: true });
fs.mkdirSync(path.join(root, 'ws-other'));
fs.writeFileSync(path.join(workspace, 'sub', 'in.c'), '');
fs.writeFileSync(path.join(workspace, '..odd.c'), '');
fs.writeFileSync(path.join(root, 'secret'), '');
fs.writeFileSync(path.join(root, 'ws-other', 'near.c'), '');
fs.symlinkSync('../secret', path.join(workspace, 'innocent.c'));
fs.symlinkSync(path.join(workspace, 'sub', 'in.c'), path.join(root, 'link.c'));

const judge = (file: string) => judgePath(findFile(file, [workspace], realFile), [workspace]);

test('a file inside the workspace opens, however it is named', () => {
    const inside = path.join(workspace, 'sub', 'in.c');
    for (const name of [inside, 'sub/in.c', './sub/../sub/in.c', path.join(root, 'link.c')]) {
        assert.deepEqual(judge(name), { kind: 'open', path: inside });
    }
    assert.equal(judge('..odd.c').kind, 'open');
});

test('a file outside the workspace opens after asking only, with its real path', () => {
    const secret = path.join(root, 'secret');
    for (const name of [secret, '../secret', 'sub/../../secret', path.join(workspace, 'innocent.c')]) {
        assert.deepEqual(judge(name), { kind: 'ask', path: secret });
    }
});

test('a folder whose name begins as the workspace does is outside', () => {
    assert.equal(judge(path.join(root, 'ws-other', 'near.c')).kind, 'ask');
});

test('what is no regular file never opens', () => {
    for (const name of ['', 'no.c', workspace, 'sub', '/dev/zero', 'a\0b', 'sub/in.c\0.png']) {
        assert.deepEqual(judge(name), { kind: 'missing' });
    }
});

test('without a workspace every file is asked about', () => {
    assert.equal(judgePath(path.join(root, 'secret'), []).kind, 'ask');
});

test('a relative path is looked for in each folder, in their order', () => {
    assert.deepEqual(candidates('x/a.c', ['/one', '/two']), ['/one/x/a.c', '/two/x/a.c']);
    assert.deepEqual(candidates('/x/../a.c', ['/one']), ['/a.c']);
});
