/* Which files of a profile may be opened. Paths in a profile are anybody's: they are opened when they resolve inside the
 * workspace, links followed, and after asking elsewhere. */
import * as path from 'node:path';

export type Verdict =
    | { kind: 'open'; path: string }
    | { kind: 'ask'; path: string }
    | { kind: 'missing' };

/** What the rules need of a file system: the real path of a regular file, else nothing. */
export type RealFile = (path: string) => string | undefined;

function inside(file: string, folder: string): boolean {
    const relative = path.relative(folder, file);
    return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The places to look for a file: relative ones are looked for in the given folders, in their order. */
export function candidates(file: string, folders: string[]): string[] {
    if (file === '' || file.includes('\0')) {
        return [];
    }
    return path.isAbsolute(file) ? [path.normalize(file)] : folders.map((folder) => path.resolve(folder, file));
}

export function findFile(file: string, folders: string[], realFile: RealFile): string | undefined {
    for (const candidate of candidates(file, folders)) {
        const found = realFile(candidate);
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}

/** `workspace` holds real paths of folders. */
export function judgePath(found: string | undefined, workspace: string[]): Verdict {
    if (found === undefined) {
        return { kind: 'missing' };
    }
    return { kind: workspace.some((folder) => inside(found, folder)) ? 'open' : 'ask', path: found };
}
