import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { expect, onTestFinished } from 'vitest';

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

function compile(): string {
  // One folder per worker: test files run side by side.
  const folder = join(root, 'dist', `test-cli-${process.env.VITEST_POOL_ID ?? 0}`);
  // File by file, as any stripper of types does: whether the types are right is said elsewhere.
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  for (const sources of ['src', 'generated']) {
    for (const path of readdirSync(join(root, sources), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts')) continue;
      const { outputText } = ts.transpileModule(readFileSync(join(root, sources, path), 'utf8'), { compilerOptions });
      const compiled = join(folder, 'dist', sources, path.replace(/ts$/, 'js'));
      mkdirSync(dirname(compiled), { recursive: true });
      writeFileSync(compiled, outputText);
    }
  }
  const others = ['package.json', 'openapi.yaml', 'verify.arazzo.yaml'];
  for (const file of [
    ...others,
    'generated/openapi.json',
    'generated/openapi.portable.json',
    'generated/sandbox.openapi.json',
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  return folder;
}
