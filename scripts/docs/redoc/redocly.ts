import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Where Redocly's command line stands. */
export const redoclyFolder = dirname(require.resolve('@redocly/cli/package.json'));

export interface RunOptions {
  /** Added to the environment. */
  env?: Record<string, string>;
  /** Options of Node itself. */
  hooks?: string[];
}

/** Runs a command of Redocly's command line. Rejects with what it printed. */
export function redocly(args: string[], { env = {}, hooks = [] }: RunOptions = {}): Promise<void> {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const child = spawn(process.execPath, [...hooks, join(redoclyFolder, 'bin', 'cli.js'), ...args], {
    env: { ...process.env, ...quiet, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    const printed: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`redocly ${args[0]} failed with exit code ${code}:\n${Buffer.concat(printed)}`));
    });
  });
}
