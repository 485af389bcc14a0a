import { expect, test } from 'vitest';
import type { Program } from './programs.ts';
import { skippedLines } from './skipped-reporter.ts';

const table: Readonly<Record<string, Program>> = {
  browser: { tests: 'browser', path: undefined, missing: 'browser not found' },
  server: { tests: 'server', path: undefined, missing: 'server not found' },
  here: { tests: 'other', path: '/usr/bin/here', missing: 'here not found' },
};

test('counts the skipped tests of each missing program in one line', () => {
  const skipped = [['browser'], ['browser'], ['server', 'here']].map((tags) => ({ tags }));
  expect(skippedLines(skipped, table)).toEqual([
    'skipped: 2 browser tests (browser not found)',
    'skipped: 1 server test (server not found)',
  ]);
});

test('counts a test that needs two missing programs once', () => {
  expect(skippedLines([{ tags: ['server', 'browser'] }], table)).toEqual([
    'skipped: 1 browser test (browser not found)',
  ]);
});

test('leaves out tests that were skipped for another reason', () => {
  expect(skippedLines([{ tags: [] }, { tags: ['here'] }], table)).toEqual([]);
});
