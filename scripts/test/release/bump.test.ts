import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { bump } from '../../release/bump.ts';

const manifests = ['', 'core/', 'sandbox/', 'verify/'].map((folder) => `${folder}package.json`);
const files = [...manifests, 'package-lock.json', 'openapi.yaml', '.npmrc'];
let folder: string;
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

beforeEach(() => {
  folder = temporaryFolder('bump');
  for (const file of files) cpSync(file, join(folder, file));
});

test('a bump sets every version, and changes nothing else of the lock file', { tags: 'long' }, () => {
  const before = JSON.parse(read('package-lock.json')).packages;
  bump(folder, '9.8.7-rc.1');
  const written = manifests.map((file) => JSON.parse(read(file)));
  expect(written.map(({ version }) => version)).toEqual(Array(4).fill('9.8.7-rc.1'));
  const [contract, core, ...programs] = written;
  const needed = [core, ...programs].map(({ peerDependencies }) => peerDependencies[contract.name]);
  needed.push(...programs.map(({ dependencies }) => dependencies[core.name]));
  expect(needed).toEqual(Array(5).fill('9.8.7-rc.1'));
  expect(parse(read('openapi.yaml')).info.version).toBe('9.8.7-rc.1');
  const { packages } = JSON.parse(read('package-lock.json'));
  const changed = Object.keys({ ...before, ...packages }).filter(
    (path) => JSON.stringify(before[path]) !== JSON.stringify(packages[path]),
  );
  expect(changed.sort()).toEqual(['', 'core', 'sandbox', 'verify']);
  expect(changed.map((path) => packages[path].version)).toEqual(Array(4).fill('9.8.7-rc.1'));
});

test.each([
  ...['', 'v1.2.3', '1.2', 'latest', '01.2.3', '1.02.3', '1.2.03', '1.2.3-', '1.2.3-rc..1', '1.2.3-01', '1.2.3-a_b'],
  ...['1.2.3+build', '1.2.3\n', `1.2.${'3'.repeat(1)}-${'-'.repeat(100_000)}!`],
])('%j is not a version', (version) => {
  expect(() => bump(folder, version)).toThrow(`${version}: must be a version such as 1.2.3`);
  expect(read('package.json')).toBe(readFileSync('package.json', 'utf8'));
});
