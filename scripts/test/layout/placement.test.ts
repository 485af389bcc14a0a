/** A test is where its source is: below the `test` of a package or of the scripts, at the path of a source file or of its folder. */
import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { TEST_FOLDERS } from '../../tasks/tasks.ts';

/** Folders with tests of what no single folder of sources has. */
const WHOLE = [
  ...['test/contract', 'test/source', 'test/prism'], // openapi.yaml, the source document, and Prism with the contract
  ...['scripts/test/packages', 'test/consumers', 'test/docker'], // what users install
  ...['sandbox/test/browser', 'sandbox/test/recipe'], // what users do with it
  ...['test/trust', 'sandbox/test/trust', 'scripts/test/layout'],
];

/** The folder with the sources of a folder with tests. */
const sourcesOf = (folder: string): string =>
  folder === 'scripts/test' ? 'scripts' : posix.join(posix.dirname(folder), 'src');

const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));

/** Returns whether a test is named after a file next to it or in the sources, or is in the folder of such a file or of a folder. */
function isPlaced(folder: string, file: string): boolean {
  const sources = posix.join(sourcesOf(folder), posix.dirname(file));
  const name = posix.basename(file).replace(/(?:\.long)?\.test(?:-d)?\.ts$/, '');
  const isFolder = posix.dirname(file) !== '.' && [sources, `${sources}.ts`].some((path) => existsSync(path));
  return isFolder || existsSync(`${sources}/${name}.ts`) || existsSync(`${folder}/${posix.dirname(file)}/${name}.ts`);
}

const tests = TEST_FOLDERS.flatMap((folder) =>
  below(folder)
    .filter((file) => /\.test(?:-d)?\.ts$/.test(file) && !file.includes('node_modules'))
    .map((file) => ({ folder, file, path: `${folder}/${file}` })),
);
const isWhole = (path: string): boolean => WHOLE.some((folder) => path.startsWith(`${folder}/`));

test('each test is at the path of its source, or in a folder for tests of the whole', () => {
  const lost = tests.filter(({ folder, file, path }) => !isWhole(path) && !isPlaced(folder, file));
  expect(lost.map(({ path }) => path)).toEqual([]);
});

test('each folder of sources has its tests at its path', () => {
  // Tested by their only users: commands, generators, browsers and stores.
  const without = new Set(['src/docs', 'scripts/contract', 'scripts/pages', 'sandbox/src/engine']);
  const untested = TEST_FOLDERS.flatMap((folder) =>
    readdirSync(sourcesOf(folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'test' && !existsSync(`${folder}/${entry.name}`))
      .map((entry) => `${sourcesOf(folder)}/${entry.name}`),
  );
  expect(untested.filter((folder) => !without.has(folder))).toEqual([]);
});
