/* What the pure rules need of the disk. */
import * as fs from 'node:fs';
import { Probe } from './driver';

/** The real path of a regular file, or nothing: no folder, no device, no pipe is a source. */
export function realFile(path: string): string | undefined {
    try {
        const real = fs.realpathSync.native(path);
        return fs.statSync(real).isFile() ? real : undefined;
    } catch {
        return undefined;
    }
}

export function realFolder(path: string): string | undefined {
    try {
        return fs.realpathSync.native(path);
    } catch {
        return undefined;
    }
}

export function isExecutable(file: string): boolean {
    try {
        fs.accessSync(file, fs.constants.X_OK);
        return fs.statSync(file).isFile();
    } catch {
        return false;
    }
}

/** Changes when a file is replaced or written to. */
export function stampOf(file: string): string {
    try {
        const { ino, mtimeMs, size } = fs.statSync(file);
        return `${ino} ${mtimeMs} ${size}`;
    } catch {
        return 'none';
    }
}

/** The driver says in its text that it is one. */
export const diskProbe: Probe = {
    executable: isExecutable,
    isDriver(file) {
        try {
            return fs.readFileSync(file, 'latin1').includes('osprey-prof driver');
        } catch {
            return false;
        }
    },
};
