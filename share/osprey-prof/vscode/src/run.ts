/* Runs the driver as a process group of its own, so that what it started ends with it. */
import { spawn } from 'node:child_process';

/** What a program prints is shown up to here: an editor's output panel is no place for gigabytes. */
const SHOWN = 1 << 20;

export interface Run {
    /** The status as a shell gives it, and the last of what was printed. Rejects when it can't be started. */
    readonly done: Promise<{ status: number; output: string }>;
    /** Signals the whole group. Nothing happens when it has ended. */
    signal(signal: NodeJS.Signals): void;
}

const SIGNALS: Partial<Record<NodeJS.Signals, number>> = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGTERM: 15 };

/** Passes text on to `print` until there was too much, and keeps the last of it. */
class Printed {
    private shown = 0;
    tail = '';

    constructor(private readonly print: (text: string) => void) {}

    add(text: string): void {
        this.tail = (this.tail + text).slice(-10_000);
        if (this.shown <= SHOWN) {
            this.print(text);
            this.shown += text.length;
            if (this.shown > SHOWN) {
                this.print('\n… the rest of what it prints is not shown\n');
            }
        }
    }
}

export function startRun(command: string, args: string[], cwd: string, print: (text: string) => void): Run {
    const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed = new Printed(print);
    for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => printed.add(text));
    }
    let ended = false;
    const done = new Promise<{ status: number; output: string }>((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (code, signal) => {
            ended = true;
            resolve({ status: code ?? 128 + ((signal && SIGNALS[signal]) ?? 0), output: printed.tail });
        });
    });
    return {
        done,
        signal(signal) {
            if (!ended && child.pid !== undefined) {
                try {
                    process.kill(-child.pid, signal);
                } catch {
                    // it has just ended
                }
            }
        },
    };
}
