import { execFile, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { ownFolder } from '../../scripts/build/folder.ts';
import { built } from '../built/built.ts';
import { programOf } from './in-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What each package needs of its folder. */
const BUILT = {
  contract: ['dist/src', 'dist/generated', 'dist/derived', 'generated/openapi.json', 'evidence.yaml', 'openapi.yaml'],
  core: ['dist/src', 'dist/generated', 'generated/evidence.json'],
  sandbox: ['dist/src', 'dist/generated', 'dist/derived'],
  verify: ['dist/src', 'src/recordings/exchange.schema.json', 'src/report/report.schema.json'],
};

// Fails with the lines of the compiler if the packages do not compile.
await built('compiled');

/** The folder with the packages as users install them, compiled from the current sources. It is inside the repository. */
const modules = copyBuilt();

/** The folder of the contract package in it. */
export const packageFolder = join(modules, 'payment-gateway-contract');

/** Returns the arguments of Node that run a command: `verify` names a program, any other word a command. */
export function commandLine(...words: string[]): string[] {
  const [program, args] = programOf(words);
  return [join(modules, program.name, 'dist/src/cli/main.js'), ...args];
}

/** Runs a command in a separate process and returns its output and exit code. in-process.ts runs it in this process. */
export async function cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, commandLine(...args))) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

/** Starts a sandbox and waits until it prints its address. */
export const startSandbox = (...args: string[]) => start('start', '--port', '0', ...args);

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
  const child = spawn(process.execPath, commandLine(...args), {
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
  const { path: folder } = ownFolder(join(root, 'dist'), 'test-cli');
  for (const [name, paths] of Object.entries(BUILT)) {
    const from = name === 'contract' ? root : join(root, name);
    const to = join(folder, 'node_modules', `payment-gateway-${name}`);
    for (const path of [...paths, 'package.json', 'package-root.cjs'])
      cpSync(join(from, path), join(to, path), { recursive: true });
  }
  return join(folder, 'node_modules');
}
