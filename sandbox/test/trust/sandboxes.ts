/** Two sandboxes of one store, in processes that are killed, paused, and whose clock jumps. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commandLine } from '../../../test/cli/compiled.ts';

const CLOCK = pathToFileURL(fileURLToPath(new URL('./jumping-clock.mjs', import.meta.url))).href;

export interface Sandboxes extends AsyncDisposable {
  /** The addresses. That of a killed sandbox changes when it is back. */
  readonly urls: readonly string[];
  /** Kills a sandbox at once, and starts it again. */
  kill(index: number): Promise<void>;
  /** Stops a sandbox for a while. */
  pause(index: number, milliseconds: number): Promise<void>;
  /** Sets the clock of the host, which is that of all sandboxes, to this distance from the true one. Milliseconds. */
  jump(distance: number): void;
  /** How often a sandbox was killed, paused or set to another time. */
  disturbed(): number;
}

export async function startSandboxes(state: string, count = 2): Promise<Sandboxes> {
  const folder = mkdtempSync(join(tmpdir(), 'histories-'));
  const clock = join(folder, 'clock');
  writeFileSync(clock, '0');
  const printed: string[] = [];
  let disturbed = 0;
  const start = async () => {
    const args = ['start', '--port', '0', '--log', 'silent', '--state', state, '--accounts', 'per-token'];
    const child = spawn(process.execPath, ['--no-warnings', '--import', CLOCK, ...commandLine(...args)], {
      env: { ...process.env, CLOCK_JUMP: clock },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr.on('data', (text) => printed.push(String(text)));
    const [address] = await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => {
        throw new Error(`a sandbox ended: ${printed.join('')}`);
      }),
    ]);
    return { child, url: String(address).trim() };
  };
  const running = await Promise.all(Array.from({ length: count }, start));
  const at = (index: number) => running[index % count] as { child: ChildProcess; url: string };
  return {
    get urls() {
      return running.map(({ url }) => url);
    },
    disturbed: () => disturbed,
    async kill(index) {
      disturbed++;
      await end(at(index).child);
      running[index % count] = await start();
    },
    async pause(index, milliseconds) {
      disturbed++;
      const { child } = at(index);
      child.kill('SIGSTOP');
      await sleep(milliseconds);
      child.kill('SIGCONT');
    },
    jump(distance) {
      disturbed++;
      writeFileSync(clock, String(distance));
      for (const { child } of running) child.kill('SIGWINCH');
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map(({ child }) => end(child)));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
