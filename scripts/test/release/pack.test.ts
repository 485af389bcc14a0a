import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageManifest } from '../../../src/package-files.ts';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { FOLDERS, packRelease, releaseNotes } from '../../release/pack.ts';
import { publishedText } from '../../release/readme.ts';
import { type Shown, shownOf } from './registry-stub.ts';

const REPOSITORY = 'https://code.example/owner/name';
const TAG = 'v1.2.3';
const folder = temporaryFolder('release-packages');

describe('a package in the registry', { tags: 'long' }, () => {
  const published = some(FOLDERS);
  let shown: readonly Shown[] = [];
  beforeAll(async () => {
    shown = await shownOf(some(packRelease('.', REPOSITORY, TAG, folder)));
  });
  const committed = (one: string) => JSON.parse(readFileSync(join(one, 'package.json'), 'utf8'));

  test('shows the English README', () => {
    expect(shown.map(({ readmeFilename }) => readmeFilename)).toEqual(published.map(() => 'README.md'));
    const texts = published.map((one) =>
      publishedText(readFileSync(join(one, 'README.md'), 'utf8'), one, REPOSITORY, TAG),
    );
    expect(shown.map(({ readme }) => readme)).toEqual(texts);
  });

  test('names its author, its words for the search, and its folder of the repository', () => {
    for (const [index, one] of published.entries()) {
      expect(shown[index]).toMatchObject({
        name: committed(one || '.').name,
        author: { name: expect.stringContaining('authors') },
        keywords: expect.arrayContaining(['payment-gateway']),
        repository: { type: 'git', url: `git+${REPOSITORY}.git`, ...(one && { directory: one }) },
        homepage: `${REPOSITORY}${one && `/tree/HEAD/${one}`}#readme`,
        bugs: { url: `${REPOSITORY}/issues` },
      });
    }
  });

  test('has no script, workspace or path of the clone', () => {
    for (const fields of shown) {
      for (const field of ['scripts', 'workspaces', 'overrides']) expect(fields, fields.name).not.toHaveProperty(field);
      const { dependencies, devDependencies, peerDependencies } = fields;
      expect(JSON.stringify({ dependencies, devDependencies, peerDependencies })).not.toContain('file:');
    }
  });

  test('keeps its entries, its requirements and the versions that its messages name', () => {
    for (const [index, one] of published.entries()) {
      const { exports, files, bin = {}, dependencies = {}, peerDependencies = {} } = committed(one || '.');
      const kept = { exports, files, dependencies, peerDependencies };
      expect(shown[index]).toMatchObject({ ...kept, ...(Object.keys(bin).length > 0 && { bin: expect.anything() }) });
    }
    const { 'payment-gateway-contract': _, ...tools } = packageManifest().devDependencies;
    expect(shown[0]?.devDependencies).toEqual(tools);
  });

  test('has the changelog and the promises, with links into the repository', { tags: 'tar' }, () => {
    for (const one of FOLDERS) {
      const { name, version } = committed(one || '.');
      const read = (file: string) =>
        execFileSync('tar', ['-xzOf', join(folder, `${name}-${version}.tgz`), `package/${file}`], { encoding: 'utf8' });
      expect(read('CHANGELOG.md')).toMatch(/^# Changelog\n/);
      expect(read('SECURITY.md')).toContain(`](${REPOSITORY}/blob/${TAG}/CHANGELOG.md)`);
    }
  });
});

test('packing changes nothing in the clone', { tags: 'long' }, () => {
  for (const one of ['core', 'sandbox', 'verify']) expect(existsSync(join(one, 'SECURITY.md'))).toBe(false);
  expect(JSON.parse(readFileSync('package.json', 'utf8')).workspaces).toEqual(['core', 'sandbox', 'verify']);
});

test.each([
  ['no address', TAG],
  [REPOSITORY, ''],
])('without an address or a tag, nothing is packed (%j, %j)', (repository, tag) => {
  expect(() => packRelease('.', repository, tag, folder)).toThrow('Pass the address of the repository, and the tag.');
});

test('the notes of a release install exactly its version, and have its section of the changelog', () => {
  const notes = releaseNotes('.', 'v1.2.3-rc.1');
  expect(notes).toContain('npm install payment-gateway-contract@1.2.3-rc.1\n');
  expect(notes).toContain('npm install --save-dev payment-gateway-sandbox@1.2.3-rc.1\n');
  expect(notes).toContain('### Contract\n');
  expect(notes).not.toMatch(/^## /m);
});
