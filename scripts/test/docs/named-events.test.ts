import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { vocabularies } from '../../../src/index.ts';

const ENDINGS = ['astro', 'md', 'mjs', 'php', 'py', 'ts', 'tsx', 'yaml'];
/** Data that an older version wrote. */
const OLD = 'sandbox/test/variants/stored-before';
const known: readonly string[] = vocabularies.WebhookEventName;
const endings = new Set(['created', 'changed', 'paid', 'updated', ...known.map((name) => name.replace(/.*\./, ''))]);
/** Diagrams break long names into two lines, texts have them after an escape, and patterns escape their dot. */
const NAME = new RegExp(
  String.raw`(?:\b|(?<=\\[nrt]))(?:transaction|link|customer)\\?\.(?:\\n)?(?:${[...endings].join('|')}|[a-z]+_changed)\b(?!\()`,
  'g',
);

test('each event that sources, texts and tests name is an event of the contract', () => {
  const paths = [...ENDINGS.map((ending) => `*.${ending}`), `:!${OLD}`];
  const files = execFileSync('git', ['ls-files', '-z', '--', ...paths], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
  const named = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      [...line.matchAll(NAME)].map(([name]) => ({ place: `${file}:${index + 1}`, name: name.replace(/\\n?/g, '') })),
    );
  });
  expect(named.length).toBeGreaterThan(100);
  const unknown = named.filter(({ name }) => !known.includes(name)).map(({ place, name }) => `${place} ${name}`);
  expect(unknown, 'Rename them, or add the event to openapi.yaml').toEqual([]);
});
