/** Words that all texts write alike: names, units and amounts. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

interface Word {
  readonly what: string;
  readonly wrong: RegExp;
  /** The texts that it concerns. Default: all files, with comments and messages. */
  readonly only?: RegExp;
}

const ENGLISH = /^(?!.*LEIAME).*(?:\.md|openapi\.yaml)$/;

const words: readonly Word[] = [
  { what: 'the name is Pix', wrong: /\bPIX\b/g },
  { what: 'a blank follows R$', wrong: /R\$(?=\d)/g, only: /\.(?:md|yaml)$/ },
  { what: 'a comma groups thousands: R$ 1,061.90', wrong: /R\$ (?:\d{4,}|\d+\.\d{3}\b)/g, only: ENGLISH },
  { what: 'a point comes before the centavos: R$ 159.90', wrong: /R\$ [\d.]+,\d\d\b/g, only: ENGLISH },
];

/** Returns a program without its names. Python and PHP name constants in capitals, too. */
function withoutNames(file: string, text: string): string {
  if (/\.(?:py|php)$/.test(file)) return text.replace(/\bPIX\b(?! or| code)/g, '');
  if (!/\.tsx?$/.test(file)) return text;
  const names: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return names.reduceRight((rest, name) => rest.slice(0, name.getStart()) + rest.slice(name.end), text);
}

/** Returns a Markdown text without its code, which follows the API. */
const withoutCode = (file: string, text: string): string =>
  file.endsWith('.md') ? text.replace(/^ *```[\s\S]*?^ *```$|`[^`\n]+`/gm, '') : text;

function mistakesIn(file: string, text: string): string[] {
  return words
    .filter(({ only = /^/ }) => only.test(file))
    .flatMap(({ what, wrong }) => (text.match(wrong) ?? []).map((found) => `${file}: "${found}": ${what}`));
}

test('each text writes Pix and amounts alike', () => {
  const found = execFileSync('git', ['grep', '-lE', 'PIX|R\\$'], { encoding: 'utf8' }).trim().split('\n');
  const files = found.filter((file) => !file.startsWith('generated/') && !file.endsWith('words.test.ts'));
  const mistakes = files.flatMap((file) => {
    const text = withoutCode(file, readFileSync(file, 'utf8'));
    return mistakesIn(file, /PIX/.test(text) ? withoutNames(file, text) : text);
  });
  expect(files).toEqual(expect.arrayContaining(['openapi.yaml', 'README.md']));
  expect(mistakes).toEqual([]);
});

test.each([
  ['a.md', 'Pay by PIX.', 1],
  ['a.md', 'Pay by Pix with `PIX`, for R$ 1,061.90.', 0],
  ['a.md', 'R$159.90, R$ 159,90, R$ 1061.90 and R$ 1.061,90', 5],
  ['LEIAME.md', 'R$ 1.061,90', 0],
  ['a.ts', "const PIX = 1; // a PIX\nconst text = 'a PIX';", 2],
])('%s: %s', (file, text, count) => {
  expect(mistakesIn(file, withoutNames(file, withoutCode(file, text)))).toHaveLength(count);
});
