import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export interface Prism extends AsyncDisposable {
  url: string;
  /** Resolves when the process has ended. */
  ended: Promise<unknown>;
}

/** Prism as its makers ship it: the command line on this contract, in a process of its own. */
export async function startPrism(): Promise<Prism> {
  const port = await freePort();
  const main = file('node_modules/@stoplight/prism-cli/dist/index.js');
  const args = [main, 'mock', file('openapi.yaml'), '--port', String(port), '--verboseLevel', 'silent'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
