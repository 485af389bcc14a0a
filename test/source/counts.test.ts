import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentCounts as counts } from './operations.ts';

// The documents repeat these numbers, so a test keeps them in sync.
const claims: [pattern: RegExp, count: number][] = [
  [/(\d+)\s+named\s+operations/g, counts.named],
  [/(\d+)\s+HTTP\s+operations/g, counts.http],
  [/^\| documented \|.*\| (\d+) \|$/gm, counts.documented],
  [/^\| observed \|.*\| (\d+) \|$/gm, counts.observed],
  [/^\| assumed \|.*\| (\d+) \|$/gm, counts.assumed],
];

const files = ['README.md', 'README.pt-BR.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'openapi.yaml', 'package.json'];

function claimsOf(text: string): { claimed: string; count: number; said: number }[] {
  return claims.flatMap(([pattern, count]) =>
    [...text.matchAll(pattern)].map(([claimed, said]) => ({ claimed, count, said: Number(said) })),
  );
}

describe('the counts of operations', () => {
  test.each(files)('in %s match the inventory', (file) => {
    for (const { claimed, count, said } of claimsOf(readFileSync(file, 'utf8'))) expect(said, claimed).toBe(count);
  });

  test('occur in the documents', () => {
    const found = files.flatMap((file) => claimsOf(readFileSync(file, 'utf8')));
    expect(found.length).toBeGreaterThanOrEqual(claims.length);
  });
});
