import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { installPrism, packageFile } from '../package-files.js';

const PRISM = '@stoplight/prism-cli';

/** Runs `prism mock openapi.yaml` with the arguments, and resolves to its exit code. */
export async function mock(args: readonly string[]): Promise<number> {
  // Prism of the user's project, or the copy that npx installs next to this package.
  const prism = [process.cwd(), packageFile('.')].map(prismOf).find((found) => found !== undefined);
  if (prism === undefined) throw new Error(`mock: needs Prism: ${installPrism(PRISM)}`);
  const child = spawn(process.execPath, [prism, 'mock', packageFile('openapi.yaml'), ...args], { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}

function prismOf(folder: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(PRISM);
  } catch {
    return undefined;
  }
}
