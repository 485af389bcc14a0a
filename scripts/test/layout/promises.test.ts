/** Each sentence that SECURITY.md promises has an id (`<!-- S12 -->`), and a test whose title ends with the id (`[S12]`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BEGIN, END } from '../../generate/readme.ts';
import { TEST_FOLDERS } from '../../tasks/tasks.ts';

const [, promises = ''] = /\n## What the package promises\n(.*?)\n## /s.exec(readFileSync('SECURITY.md', 'utf8')) ?? [];
const ids = Array.from(promises.matchAll(/<!-- (S\d+) -->/g), ([, id]) => id);

/** Returns the words before each sentence end that no id follows. The rows of the table belong to the sentence before it. */
function sentencesWithoutId(text: string): string[] {
  const written = text.replace(new RegExp(`${BEGIN}.*?${END}`, 's'), '').replaceAll(/`[^`]+`/g, 'code');
  return Array.from(written.matchAll(/[^\n.]*(?:\.(?=\s|$)|:(?=\n\n|$))/g), ([words]) => words);
}

/** Returns the ids at the ends of titles. */
const idsIn = (text: string): string[] =>
  Array.from(text.matchAll(/\[(S\d+(?:, S\d+)*)\]['"`]/g), ([, list = '']) => list.split(', ')).flat();

const carried = TEST_FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/node_modules|promises\.test/.test(file))
    .flatMap((file) => idsIn(readFileSync(join(folder, file), 'utf8'))),
);

test('a sentence without an id is found', () => {
  expect(sentencesWithoutId('It reads 1.3.<!-- S1 --> It writes `a. b`. It says:<!-- S2 -->\n')).toEqual([
    '<!-- S1 --> It writes code.',
  ]);
});

test('ids are found at the ends of titles only', () => {
  const titles = ["test('one [", "S1]', ...)", "test.each(x)('%s [", "S2, S3]')", '[', 'S4]'].join('');
  expect(idsIn(titles)).toEqual(['S1', 'S2', 'S3']);
});

test('each sentence that SECURITY.md promises has a unique id', () => {
  expect(sentencesWithoutId(promises)).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('each promise has a test, and tests name only known promises', () => {
  expect(ids.filter((id) => !carried.includes(String(id)))).toEqual([]);
  expect(carried.filter((id) => !ids.includes(id))).toEqual([]);
});
