import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The package as users have it, compiled from the sources as they are now; answers its folder, below the repository's. */
export function compiledPackage(): string {
  const folder = join(root, 'dist/test-cli');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--outDir', join(folder, 'dist'), '--incremental', 'false', '--declaration', 'false', '--noCheck'];
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, [tsc, '-p', join(root, 'src'), ...options]);
  for (const file of ['package.json', 'openapi.yaml', 'generated/openapi.json']) {
    cpSync(join(root, file), join(folder, file));
  }
  return folder;
}
