import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { problemsOf } from '../../release/ready.ts';

const folder = temporaryFolder('ready');
const FILES = ['package.json', 'CHANGELOG.md', 'scripts/release/released.json'];
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const change = (file: string, from: RegExp, to: string) =>
  writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace(from, to));

beforeEach(() => {
  for (const file of FILES) cpSync(file, join(folder, file));
  change('CHANGELOG.md', /^## .*$/m, `## ${version}, 2026-12-01`);
  change('scripts/release/released.json', /false/, 'true');
});

test('a repository whose tag, version, changelog and switch agree is ready', () => {
  expect(problemsOf(folder, `v${version}`)).toEqual([]);
});

test.each([`${'9.9.9'}`, 'v9.9.9', '', `v${version}-rc.1`])('the tag %j is not that of the version', (tag) => {
  expect(problemsOf(folder, tag)).toEqual([`The tag is ${tag}, and the version ${version}: tag v${version}.`]);
});

test.each([
  `${version}, not yet released`,
  version,
  '0.0.1, 2026-12-01',
  `${version}, 2026-12-01, not yet released`,
  '',
])('the heading %j of the changelog is refused', (heading) => {
  change('CHANGELOG.md', /^## .*$/m, `## ${heading}`);
  expect(problemsOf(folder, `v${version}`)).toEqual([
    `The newest heading of CHANGELOG.md is "${heading}": write "${version}, " and the date as YYYY-MM-DD.`,
  ]);
});

test('a repository that says that nothing is released is not released', () => {
  change('scripts/release/released.json', /true/, 'false');
  expect(problemsOf(folder, `v${version}`)).toEqual([
    expect.stringContaining('set it to true, and run `npm run generate`'),
  ]);
});
