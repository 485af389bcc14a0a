/** Starts the sandbox as users do, with example data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export interface Served {
  readonly url: string;
  ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export async function serve(...options: string[]): Promise<Served> {
  const args = [cli, 'start', '--port', '0', '--log', 'silent', '--clock', '2026-11-20T12:00:00Z', ...options];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(createInterface(child.stdout), 'line');
  return {
    url,
    async ask(method, path, body = {}) {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: 'Bearer any-token', 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
      });
      return await response.json();
    },
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
