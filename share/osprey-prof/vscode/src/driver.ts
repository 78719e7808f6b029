/* Finds osprey-prof's command `osprey`, and says how it is called. */
import * as path from 'node:path';

export const SUFFIXES = ['.osp', '.ospml', '.c', '.ll', '.bc'];

/** What the search needs of the system: is it an executable file, and is it osprey-prof's own driver? The Osprey compiler
 * has the same name. */
export interface Probe {
    executable(file: string): boolean;
    isDriver(file: string): boolean;
}

export interface Places {
    setting: string;
    path: string;
    extension: string;
}

/** Beside: the extension lies in share/osprey-prof/vscode of an installed, a built, or a source tree. */
function beside(extension: string): string[] {
    return ['bin/osprey', 'build/bin/osprey'].map((part) => path.resolve(extension, '../../..', part));
}

/** Throws an Error that says what to do. */
export function findDriver(places: Places, probe: Probe): string {
    if (places.setting !== '') {
        if (probe.executable(places.setting)) {
            return places.setting;
        }
        throw new Error(`${places.setting} is no program that can be run: correct the setting osprey.profiler.driver`);
    }
    const onPath = places.path.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
    const tried = [...onPath.map((folder) => path.join(folder, 'osprey')), ...beside(places.extension)];
    const found = tried.find((file) => probe.executable(file) && probe.isDriver(file));
    if (found === undefined) {
        throw new Error("osprey-prof's command osprey was not found on PATH: install osprey-prof, or name it in the setting osprey.profiler.driver");
    }
    return found;
}

/** What the driver names its files after. */
export function stemOf(file: string): string {
    const name = path.basename(file);
    const suffix = SUFFIXES.find((s) => name.endsWith(s) && name !== s);
    return suffix === undefined ? name : name.slice(0, -suffix.length);
}

export function profilable(file: string, executable: boolean): boolean {
    return stemOf(file) !== path.basename(file) || executable;
}

export function driverArguments(file: string, rate: number, programArguments: string[]): string[] {
    const name = path.basename(file);
    const own = [name.startsWith('-') ? `./${name}` : name, '--run', '--profile', '--hz', String(rate)];
    return programArguments.length === 0 ? own : [...own, '--', ...programArguments];
}

/** The last of the driver's own lines, without its name: why it failed. */
export function reasonIn(output: string): string | undefined {
    const lines = output.split('\n').filter((line) => line.startsWith('osprey: '));
    return lines.at(-1)?.slice('osprey: '.length);
}

/** A sentence about how the run ended, or nothing when all is well. `wrote`: there is a new profile. */
export function verdict(name: string, status: number, output: string, wrote: boolean): string | undefined {
    const reason = reasonIn(output);
    if (!wrote) {
        return `${name} was not profiled: ${reason ?? `osprey ended with status ${status}`}`;
    }
    if (status === 125) {
        return `${name} was profiled, but not all of it was written: ${lastButOne(output) ?? 'see the output'}`;
    }
    return status === 0 ? undefined : `${name} ended with status ${status}; its profile is of that run`;
}

/** With status 125 and a profile, the line before "wrote …" tells what is missing. */
function lastButOne(output: string): string | undefined {
    const lines = output.split('\n').filter((line) => /^osprey: (?!wrote )/.test(line));
    return lines[0]?.slice('osprey: '.length);
}
