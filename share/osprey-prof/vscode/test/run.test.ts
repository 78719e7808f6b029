import assert from 'node:assert/strict';
import * as os from 'node:os';
import { test } from 'node:test';
import { startRun } from '../src/run';

const sh = (script: string, print: (text: string) => void = () => {}) => startRun('/bin/sh', ['-c', script], os.tmpdir(), print);

function alive(pid: number): boolean {
    try {
        process.kill(pid, 0);
        return true;
    } catch {
        return false;
    }
}

test('a run gives its status and what it printed, both streams', async () => {
    const { status, output } = await sh('echo out; echo err >&2; exit 3').done;
    assert.equal(status, 3);
    assert.match(output, /out/);
    assert.match(output, /err/);
});

test('a signal ends the whole group, and the status tells which', async () => {
    let said = '';
    let hear = () => {};
    const heard = new Promise<void>((resolve) => (hear = resolve));
    const run = sh('sleep 1000 & echo "$!"; wait', (text) => {
        said += text;
        if (said.endsWith('\n')) hear();
    });
    await heard;
    run.signal('SIGTERM');
    assert.equal((await run.done).status, 143);
    const child = Number(said);
    assert.ok(child > 0);
    while (alive(child)) await new Promise((resolve) => setImmediate(resolve)); // a zombie until init has taken it
    run.signal('SIGTERM'); // nothing is left: no harm
});

test('what a program prints without end is not all shown', async () => {
    let shown = 0;
    const { status } = await sh('yes | head -c 5000000', (text) => (shown += text.length)).done;
    assert.equal(status, 0);
    assert.ok(shown < 2_000_000, String(shown));
});

test('a command that is not there is an error', async () => {
    await assert.rejects(startRun('/no/such/osprey', [], os.tmpdir(), () => {}).done, /ENOENT/);
});

test('input is at its end from the start', async () => {
    assert.equal((await sh('cat; echo done').done).output, 'done\n');
});
