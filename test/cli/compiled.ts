import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The package as users have it, compiled from the sources as they are now, in a folder below the repository's. */
export const packageFolder = compile();
export const main = join(packageFolder, 'dist/src/cli/main.js');

/** Runs the command line to its end. */
export async function cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [main, ...args])) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a mock and waits until it says that it is there. */
export async function startMock(...args: string[]) {
  const child = spawn(process.execPath, [main, 'mock', '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
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

function compile(): string {
  // One folder per worker: test files run side by side.
  const folder = join(root, 'dist', `test-cli-${process.env.VITEST_POOL_ID ?? 0}`);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--outDir', join(folder, 'dist'), '--incremental', 'false', '--declaration', 'false', '--noCheck'];
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, [tsc, '-p', join(root, 'src'), ...options]);
  for (const file of [
    'package.json',
    'openapi.yaml',
    'verify.arazzo.yaml',
    'generated/openapi.json',
    'generated/openapi.portable.json',
  ]) {
    cpSync(join(root, file), join(folder, file));
  }
  return folder;
}
