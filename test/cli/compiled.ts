import { execFile, spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { built } from '../built/built.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The package as users have it, compiled from the sources as they are now, in a folder below the repository's. */
export const packageFolder = await copyBuilt();
export const main = join(packageFolder, 'dist/src/cli/main.js');

/** Runs the command line to its end, in a process of its own; in-process.ts does it in this one. */
export async function cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [main, ...args])) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

/** Starts a mock and waits until it says that it is there. */
export const startMock = (...args: string[]) => start('mock', '--port', '0', ...args);

/** The same of a sandbox. */
export const startSandbox = (...args: string[]) => start('sandbox', '--port', '0', ...args);

/** Starts a command that goes on until the test ends or tells it to stop, and waits until it has printed an address. */
export const start = (...args: string[]) => startWith({}, ...args);

/** The same with more in its environment. */
export async function startWith(env: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Not a hook of this module: files share it, and its hooks would be those of the first one alone.
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  await expect.poll(() => output.stdout, { timeout: 15_000 }).toMatch(/http:.*\n/);
  const url = /http:\/\/[\d.]+:\d+/.exec(output.stdout)?.[0] ?? '';
  return { child, output, url };
}

async function copyBuilt(): Promise<string> {
  await built('modules');
  // One folder per worker: test files run side by side, and some put other files there.
  const folder = join(root, 'dist', `test-cli-${process.env.VITEST_POOL_ID ?? 0}`);
  rmSync(folder, { recursive: true, force: true });
  const others = ['package.json', 'openapi.yaml', 'verify.arazzo.yaml'];
  const derived = ['openapi.json', 'openapi.portable.json', 'sandbox.openapi.json', 'scenario.schema.json'].map(
    (name) => `generated/${name}`,
  );
  for (const path of ['dist/src', 'dist/generated', ...others, ...derived])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  return folder;
}
