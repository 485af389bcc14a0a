import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs, some } from '../../../test/property-runs.ts';
import { oneLine } from '../../contract/text.ts';
import { translatableStrings } from '../../translation/overlay.ts';
import { splitMarkdown } from '../../translation/segments.ts';
import { ownContract } from '../docs/contract.ts';

const joined = (text: string) =>
  splitMarkdown(text)
    .map((piece) => piece.text)
    .join('');
const prose = (text: string) => splitMarkdown(text).flatMap((piece) => (piece.prose ? [oneLine(piece.text)] : []));

describe('the parts of a text', () => {
  /** What Markdown gives a meaning to, in any order. */
  const markdown = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...['\n', '\n\n', ' ', '`', '```', '```ts\n', '|', '\\|', '# ', '- ', '1. ', '> ', '**', '. ', '? '],
        ),
        fc.constantFrom(
          ...['](#/a)', '<!-- b -->', '<br>', '<p>\n', '// c', 'e.g. ', 'A', 'word', 'É', '\r\n', '\t', '(', '"'],
        ),
        fc.string(),
      ),
    )
    .map((parts) => parts.join(''));

  test('are the text again, one after another', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(joined(text)).toBe(text);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('are so for every text of the contract and the guide', () => {
    const guide = 'scripts/docs/guide/en/';
    const texts = [
      ...[...translatableStrings(ownContract().written)].map(({ text }) => text),
      ...readdirSync(guide).map((name) => readFileSync(guide + name, 'utf8')),
    ];
    expect(texts.length).toBeGreaterThan(500);
    for (const text of texts) expect(joined(text)).toBe(text);
  });

  test('have no prose that is empty or begins with a blank, so that each is found in a dictionary', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        for (const piece of splitMarkdown(text)) if (piece.prose) expect(piece.text).toMatch(/^\S(?:[\s\S]*\S)?$/u);
      }),
    );
  });

  test.each(
    some([
      ...['`', '](', '<', '<!--', '|', '\\', ')', '. ', '.)'],
      ...['- ', '#', '> ', ' ', '\n', '`a` ', '1. ', '```\n', '// '],
    ]),
  )(
    'come at once for a long run of %j',
    (part) => {
      const text = `A.${part.repeat(200_000)}`;
      expect(joined(text)).toBe(text);
    },
    20_000,
  );
});

describe('prose', () => {
  test('is a sentence, even across line breaks', () => {
    expect(prose('One thing.\nAnother\nthing? (A third.) "A fourth."\n')).toEqual([
      'One thing.',
      'Another thing?',
      '(A third.)',
      '"A fourth."',
    ]);
  });

  test('ends after bold, and before code, bold and a link', () => {
    expect(prose('**First.** `b` is c. **D** e. [F](g) h.')).toEqual([
      '**First.**',
      '`b` is c.',
      '**D** e.',
      '[F](g) h.',
    ]);
  });

  test('does not end inside code, an address, a number or an abbreviation', () => {
    expect(prose('Takes `a. B` at https://c.d/E. F is 1.5, e.g. Two. G')).toEqual([
      'Takes `a. B` at https://c.d/E. F is 1.5, e.g. Two.',
      'G',
    ]);
  });

  test('is the text of headings, items and cells, without their marks', () => {
    expect(prose('## A `b` c\n- d\n  e\n1. f\n> g\n\n| h | i \\| `j|k` |\n|---|--:|\n| `l` | m |\n')).toEqual([
      'A `b` c',
      'd e',
      'f',
      'g',
      'h',
      'i \\| `j|k`',
      'm',
    ]);
  });

  test('of a code block is only its comments, without placeholders', () => {
    expect(prose('```ts\nconst a = "https://b"; // sends c\n# d\nreturn e;\n```\n\n<!-- states -->\n\nf')).toEqual([
      'sends c',
      'd',
      'f',
    ]);
  });

  test('is nothing where all languages have the same: code, files and names', () => {
    expect(prose('```ts\n// pay.ts\n```\n\n| [llms.txt](/llms.txt) | `a` | mock.reset() | See pay.ts. |\n')).toEqual([
      'See pay.ts.',
    ]);
  });

  test('is plain in headings and comments, where HTML would end up in an anchor or in a program', () => {
    const plain = splitMarkdown('# A\n\nB.\n\n```\n// C\n```\n').filter((piece) => piece.plain);
    expect(plain.map(({ text }) => text)).toEqual(['A', 'C']);
  });
});
