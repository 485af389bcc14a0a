import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { vocabularies } from '../../../src/index.ts';

const FILES = ['*.md', '*.yaml', 'tables', ...['src', 'pages', 'docs'].map((name) => `**/${name}/**`)];
/** Diagrams break long names into two lines. */
const NAME = /\b(?:transaction|link|customer)\.(?:\\n)?(?:created|changed|paid|updated|[a-z]+_changed)\b(?!\()/g;

test('each event that texts, examples of commands and guides name is an event of the contract', () => {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...FILES], { encoding: 'utf8' }).split('\0');
  const files = listed.filter((file) => /\.(?:astro|md|tsx?|yaml)$/.test(file) && !/(?:^|\/)test\//.test(file));
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(NAME)].map(([name]) => ({ file, name: name.replace('\\n', '') })),
  );
  const known: readonly string[] = vocabularies.WebhookEventName;
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !known.includes(name))).toEqual([]);
});
