// Changes sources in one place after another, and lists the changes that no test notices: `npm run check -- mutation FILE…`.
// It runs the tests of the matching folder: test/client/ for src/client/, core/test/codes/ for core/src/codes/. The program has its own
// package.json, because its 167 packages are too many for every `npm ci`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = process.argv.slice(2).map((path) => relative(root, resolve(path)).replaceAll('\\', '/'));
const wrong = files.find(
  (path) => !/^(?:(?:core|sandbox|verify)\/)?src\/.+\.ts$/.test(path) || !existsSync(join(root, path)),
);
if (files.length === 0 || wrong !== undefined) {
  console.error(
    `${wrong ?? 'No file'} to change: npm run check -- mutation src/client/fetch.ts core/src/codes/days.ts`,
  );
  process.exit(1);
}

/** The nearest folder of tests that stands for the folder of a source. */
function beside(path: string): string {
  for (let folder = dirname(path).replace(/\bsrc\b/, 'test'); folder !== '.'; folder = dirname(folder)) {
    if (existsSync(join(root, folder))) return folder;
  }
  throw new Error(`No folder of tests stands for ${path}`);
}

const here = 'test/mutation';
const folders = [...new Set(files.map(beside))];
const stryker = `${here}/node_modules/@stryker-mutator/core/bin/stryker.js`;
const { status } = spawnSync(
  process.execPath,
  [stryker, 'run', `${here}/stryker.config.json`, '--mutate', files.join(',')],
  { cwd: root, stdio: 'inherit', env: { ...process.env, MUTATION_TESTS: folders.join(' ') } },
);
process.exitCode = status ?? 1;
