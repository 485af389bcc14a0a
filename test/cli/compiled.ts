import { execFile, spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of the package as users install it, compiled from the current sources. It is inside the repository. */
export const packageFolder = copyBuilt();
export const main = join(packageFolder, 'dist/src/cli/main.js');

/** Runs a command in a separate process and returns its output and exit code. in-process.ts runs it in this process. */
export async function cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [main, ...args])) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

/** Starts a mock and waits until it prints its address. */
export const startMock = (...args: string[]) => start('mock', '--port', '0', ...args);

/** Starts a sandbox and waits until it prints its address. */
export const startSandbox = (...args: string[]) => start('sandbox', '--port', '0', ...args);

/**
 * Starts a long-running command and waits until it prints an address. The command stops with the test at the latest.
 */
export const start = (...args: string[]) => startWith({}, ...args);

/** Like `start`, with additional environment variables. */
export async function startWith(env: Readonly<Record<string, string>>, ...args: string[]) {
  const { child, started } = launch(env, ...args);
  // A hook of this module would run only for the first of the files that share it.
  onTestFinished(() => void child.kill('SIGKILL'));
  return started;
}

/** Starts a command that a hook of the caller stops. */
export function launch(env: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const started = new Promise<{ child: typeof child; output: typeof output; url: string }>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`exit code ${code}: ${output.stderr}`)));
    child.stdout.on('data', () => {
      const [, url] = /(http:\/\/[\d.]+:\d+).*\n/.exec(output.stdout) ?? [];
      if (url !== undefined) resolve({ child, output, url });
    });
  });
  return { child, started };
}

function copyBuilt(): string {
  // Each worker has one folder, because test files run in parallel, and some add files to it.
  const folder = join(root, 'dist', `test-cli-${process.env.VITEST_POOL_ID ?? 0}`);
  rmSync(folder, { recursive: true, force: true });
  const others = ['package.json', 'package-root.cjs', 'openapi.yaml'];
  for (const path of ['dist/src', 'dist/generated', 'dist/derived', 'generated/openapi.json', ...others])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  return folder;
}
