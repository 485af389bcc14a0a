import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editionDefinitions } from '../../docs/editions.ts';
import { guidesIn } from './guides.ts';

/** Returns the lines of blocks marked `sh` with a brace expansion, which sh does not have. In quotes, braces mean themselves. */
function braceExpansions(markdown: string): string[] {
  return [...markdown.matchAll(/^ *```(?:sh|shell)\n([\s\S]*?)^ *```/gm)]
    .flatMap(([, code = '']) => code.split('\n'))
    .filter((line) => /\{[^{}\s]*(?:,|\.\.)[^{}\s]*\}/.test(line.replace(/'[^']*'|"[^"]*"/g, '')));
}

test('a brace expansion in a block marked sh is found', () => {
  const block = (line: string) => `text\n\n\`\`\`sh\n${line}\n\`\`\`\n`;
  expect(['cp a.{b,c} .', 'rm {1..3}'].flatMap((line) => braceExpansions(block(line)))).toHaveLength(2);
  expect(braceExpansions(block(`curl -d '{"a":1,"b":2}' http://127.0.0.1:{port}/`))).toEqual([]);
});

test('blocks marked sh use only what sh has', () => {
  const files = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
  const guides = editionDefinitions.flatMap((edition) => guidesIn(edition));
  const texts = [
    ...files.map((name) => ({ name, markdown: readFileSync(name, 'utf8') })),
    ...guides.map(({ name, markdown }) => ({ name, markdown })),
  ];
  expect(texts.length).toBeGreaterThan(guides.length);
  expect(texts.flatMap(({ name, markdown }) => braceExpansions(markdown).map((line) => `${name}: ${line}`))).toEqual(
    [],
  );
});
