import assert from 'node:assert/strict';
import { test } from 'node:test';
import { driverArguments, findDriver, profilable, reasonIn, stemOf, verdict } from '../src/driver';

const probe = (executables: string[], drivers = executables) => ({
    executable: (file: string) => executables.includes(file),
    isDriver: (file: string) => drivers.includes(file),
});
const places = { setting: '', path: '/one:/two:relative:', extension: '/usr/share/osprey-prof/vscode' };

test('the setting names the driver, before PATH', () => {
    assert.equal(findDriver({ ...places, setting: '/my/osprey' }, probe(['/my/osprey', '/one/osprey'])), '/my/osprey');
});

test('a setting that names no program is an error that says so', () => {
    assert.throws(() => findDriver({ ...places, setting: '/my/osprey' }, probe(['/one/osprey'])), /\/my\/osprey.*setting osprey\.profiler\.driver/);
});

test('the Osprey compiler on PATH is passed over: it has the same name', () => {
    assert.equal(findDriver(places, probe(['/one/osprey', '/two/osprey'], ['/two/osprey'])), '/two/osprey');
});

test('relative and empty entries of PATH are not searched: they would run what lies in a workspace', () => {
    assert.throws(() => findDriver(places, probe(['relative/osprey', 'osprey', './osprey'])));
});

test('the driver beside the extension is found in an installed, a built and a source tree', () => {
    assert.equal(findDriver(places, probe(['/usr/bin/osprey'])), '/usr/bin/osprey');
    assert.equal(findDriver({ ...places, extension: '/src/share/osprey-prof/vscode' }, probe(['/src/build/bin/osprey'])), '/src/build/bin/osprey');
});

test('without a driver the message says what to do', () => {
    assert.throws(() => findDriver(places, probe([])), /install osprey-prof, or name it in the setting/);
});

test('files are named after the source less its suffix, as the driver does it', () => {
    assert.deepEqual(['/w/a.c', 'b.x.osp', 'c.ospml', 'd.ll', 'prog', '.c', 'e.rs'].map(stemOf), ['a', 'b.x', 'c', 'd', 'prog', '.c', 'e.rs']);
});

test('sources that the driver knows, and executables, can be profiled', () => {
    assert.deepEqual(['a.osp', 'a.ospml', 'a.c', 'a.ll', 'a.rs', 'a.txt'].map((file) => profilable(file, false)), [true, true, true, true, false, false]);
    assert.equal(profilable('prog', true), true);
});

test('no file name and no argument is taken for an option', () => {
    assert.deepEqual(driverArguments('/w/-x.c', 997, []), ['./-x.c', '--run', '--profile', '--hz', '997']);
    assert.deepEqual(driverArguments('/w/a.c', 50, ['--hz', '']).slice(3), ['--hz', '50', '--', '--hz', '']);
});

test('the reason of a failure is the last line of the driver', () => {
    assert.equal(reasonIn('a.c:3: error\nosprey: a.c: it does not compile\nmore'), 'a.c: it does not compile');
    assert.equal(reasonIn('nothing'), undefined);
});

test('each ending of a run has its own message, and a good one none', () => {
    assert.equal(verdict('a.c', 0, '', true), undefined);
    assert.match(verdict('a.c', 3, '', true) ?? '', /ended with status 3; its profile is of that run/);
    assert.match(verdict('a.c', 125, 'osprey: a.c: it does not compile\n', false) ?? '', /not profiled: a\.c: it does not compile/);
    assert.match(verdict('a.c', 2, '', false) ?? '', /status 2/);
    const jq = 'osprey: the summary needs jq, which is not installed\nosprey: a.profile.json was not written\nosprey: wrote a.folded\n';
    assert.match(verdict('a.c', 125, jq, true) ?? '', /the summary needs jq/);
});

test('a source is named as it is, so that paths in the profile are plain', () => {
    assert.equal(driverArguments('/w/a.c', 997, [])[0], 'a.c');
});
