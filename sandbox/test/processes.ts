import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Job, Result } from './process.ts';

const MODULE = fileURLToPath(new URL('./process.ts', import.meta.url));

/** An engine in another process. */
export interface EngineProcess {
  readonly child: ChildProcess;
  /** Rejects if the process ends before it answers. */
  run(job: Job, account?: string): Promise<Result>;
  /** Kills the process at once, like a power failure. */
  kill(): Promise<void>;
}

/** Returns a function that starts engines on a state. They stop after the tests. */
export function engineProcesses(): (state: string | undefined, receiver?: string) => Promise<EngineProcess> {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  return async (state = '', receiver = '') => {
    const execArgv = ['--no-warnings', '--import', './scripts/typescript.mjs'];
    const child = fork(MODULE, [state, receiver], { execArgv });
    children.push(child);
    const waiting = new Map<number, (result: Result | undefined) => void>();
    let last = 0;
    child.on('message', (message: { number: number; result: Result }) => {
      waiting.get(message.number)?.(message.result);
      waiting.delete(message.number);
    });
    const ended = once(child, 'exit').then(() => {
      for (const end of waiting.values()) end(undefined);
    });
    const isReady = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)]);
    if (!isReady) throw new Error('the process ended before it was ready');
    return {
      child,
      async run(job, account = 'default') {
        const number = ++last;
        const result = await new Promise<Result | undefined>((resolve) => {
          waiting.set(number, resolve);
          child.send({ number, account, job });
        });
        if (result === undefined) throw new Error('the process ended');
        return result;
      },
      async kill() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  };
}
