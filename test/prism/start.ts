import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Prism extends AsyncDisposable {
  url: string;
  /** Resolves when the process has ended. */
  ended: Promise<unknown>;
}

/** Runs `prism mock openapi.yaml`; resolves when it is ready. */
export async function startPrism(): Promise<Prism> {
  const port = await freePort();
  const main = `${root}/node_modules/@stoplight/prism-cli/dist/index.js`;
  const options = ['--port', String(port), '--verboseLevel', 'silent'];
  const child = spawn(process.execPath, [main, 'mock', 'openapi.yaml', ...options], { cwd: root, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const response = await fetch(url).catch(() => undefined);
    if (response) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (child.exitCode !== null) throw new Error(`prism mock openapi.yaml ended with ${child.exitCode}`);
  return {
    url,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
