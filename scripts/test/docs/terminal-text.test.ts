import { stripVTControlCharacters } from 'node:util';
import { beforeEach, expect, test, vi } from 'vitest';
import { terminalText } from '../../docs/search/terminal-text.ts';

/** Makes standard output a terminal, with or without colors. */
function terminal(isColored: boolean) {
  const stdout = { isTTY: true, columns: 60, hasColors: () => isColored };
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(stdout as never);
}

beforeEach(() => terminal(true));

const bodyOf = (text: string, most = 100): string[] =>
  terminalText({ title: 'T', about: 'a', text }, most).split('\n').slice(3);

test('shows bold, code and links without their marks', () => {
  expect(bodyOf('Pay **once**, with `find`, as [the guide](../guides/pix.md#x) says.')).toEqual([
    'Pay \u001b[1monce\u001b[0m, with \u001b[36mfind\u001b[0m, as the guide says.',
  ]);
  expect(bodyOf('## A heading\n\n```ts\nconst a = `**b**`;\n```')).toEqual([
    '\u001b[1mA heading\u001b[0m',
    '',
    '  \u001b[36mconst a = `**b**`;\u001b[0m',
  ]);
});

test('without colors, code keeps its marks', () => {
  terminal(false);
  expect(bodyOf('Pay **once**, with `find`.')).toEqual(['Pay once, with `find`.']);
});

test('joins the lines of a paragraph, and breaks them at the width of the terminal', () => {
  const lines = bodyOf(`A paragraph\nof two lines. ${'word '.repeat(30)}\n\nAnother one.`).map(
    stripVTControlCharacters,
  );
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
  expect(lines[0]).toMatch(/^A paragraph of two lines\. word/);
  expect(lines.slice(-2)).toEqual(['', 'Another one.']);
});

test('shows a list with its lines below each other', () => {
  expect(bodyOf(`- first ${'word '.repeat(14)}\n- second\n  line\n1. third`).map(stripVTControlCharacters)).toEqual([
    '- first word word word word word word word word word word',
    '  word word word word',
    '- second line',
    '1. third',
  ]);
});

test('shows a row of a table as its name and a text', () => {
  const table = '| To test | Write |\n|---|---|\n| Pix | `pay(id)`, or a \\| b |\n| card | number | more |';
  expect(bodyOf(table).map(stripVTControlCharacters)).toEqual(['Pix: pay(id), or a | b', 'card: number; more']);
});

test.each([4, 12])('has at most %d lines, and says how many it leaves out', (most) => {
  const text = Array.from({ length: 40 }, (_, index) => `- ${index}`).join('\n');
  const lines = terminalText({ title: 'T', about: 'a', text }, most).split('\n');
  expect(lines.length).toBeLessThanOrEqual(most);
  expect(lines.at(-1)).toContain(`… ${40 - (lines.length - 4)} more lines; --json prints them`);
});

test('takes any text', () => {
  for (const text of ['', '|', '```', '`', '**', '[](', '|'.repeat(10_000), '*'.repeat(10_000), '['.repeat(10_000)])
    expect(terminalText({ title: '', about: '', text }, 12).split('\n').length).toBeLessThanOrEqual(12);
});
