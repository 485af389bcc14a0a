import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** The lines printed after the first one, `ready`. */
  readonly lines: string[];
  readonly ended: Promise<unknown>;
}

/** Starts processes that run `child.ts` and end with the test. `shell` runs before, for example to set limits. */
export function children(): (address: string, name: string, count: number, shell?: string) => Promise<Child> {
  const started: ChildProcessWithoutNullStreams[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });
  return async (address, name, count, shell = ':') => {
    const node = [process.execPath, '--no-warnings', '--import', 'ts-blank-space/register', CHILD];
    const command = ['-c', `${shell}; exec "$@"`, 'sh', ...node, address, name, String(count)];
    const child = spawn('sh', command);
    started.push(child);
    child.stderr.pipe(process.stderr);
    const lines: string[] = [];
    const reader = createInterface({ input: child.stdout });
    const ended = once(reader, 'close');
    const ready = once(reader, 'line');
    reader.on('line', (line) => line !== 'ready' && lines.push(line));
    await Promise.race([ready, ended]);
    return { process: child, lines, ended };
  };
}
