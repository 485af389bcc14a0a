import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.cwd();
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleDetection: 'force',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  paths: {
    'payment-gateway-contract': [join(root, 'src/index.ts')],
    'payment-gateway-contract/*': [join(root, 'src/*/index.ts'), join(root, 'src/*.ts')],
  },
};

/**
 * Returns the compiler errors of programs, as `name: message`. The programs can import this package by its name, and
 * each other.
 */
export function complaintsOf(programs: Record<string, string>): string[] {
  mkdirSync('dist', { recursive: true });
  // The folder is inside the repository, so that imports find its packages.
  const folder = mkdtempSync(join('dist', 'compiled-'));
  try {
    for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(programs) }));
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const complaints = [...stdout.matchAll(/^(.+?)\(\d+,\d+\): error TS\d+: (.*)$/gm)].map(
      ([, name, message]) => `${name}: ${message}`,
    );
    if ((status === 0) !== (complaints.length === 0)) throw new Error(`the compiler says:\n${stdout}${stderr}`);
    return complaints;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
