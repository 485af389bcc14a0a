import { describe, expect, test } from 'vitest';
import {
  commandLine,
  fitted,
  hasColors,
  shortened,
  styled,
  table,
  withParts,
  wrapped,
} from '../../src/util/terminal.ts';

const columns = [
  { name: 'id', cells: ['7', '1001'], isNumber: true },
  { name: 'customer', cells: ['Ana', 'Maria Aparecida dos Santos e Silva'], canShrink: true },
  { name: 'url', cells: ['http://a.example/pay/x', ''] },
  { name: 'created', cells: ['2026-11-20 12:00:00', ''], isOptional: true },
];

describe('a table', () => {
  test('cuts names where it is too wide, but keeps everything that you may copy', () => {
    expect(table(columns, 66)).toEqual([
      '  id  customer         url                     created',
      '   7  Ana              http://a.example/pay/x  2026-11-20 12:00:00',
      '1001  Maria Aparecid…',
    ]);
  });

  test('leaves a column out where names alone do not help, and uses its room', () => {
    expect(table(columns, 50)).toEqual([
      '  id  customer              url',
      '   7  Ana                   http://a.example/pay/x',
      '1001  Maria Aparecida dos…',
    ]);
  });

  test('puts an address below its row', () => {
    const below = columns.map((column) => ({ ...column, goesBelow: column.name === 'url' }));
    expect(table(below, 66)[1]).toBe(
      '   7  Ana                                 2026-11-20 12:00:00\n        http://a.example/pay/x',
    );
  });

  test('has whole rows for a pipe', () => {
    expect(table(columns, Number.POSITIVE_INFINITY)[2]).toBe('1001  Maria Aparecida dos Santos e Silva');
  });
});

test('a line that is too long goes on below its last column', () => {
  expect(fitted('  2  POST /v1/plans      wrote 1001, active, and then the answer was lost\nshort', 48)).toBe(
    [
      '  2  POST /v1/plans      wrote 1001, active, and',
      '                         then the answer was',
      '                         lost',
      'short',
    ].join('\n'),
  );
});

test('a command line can be copied in several lines', () => {
  const line = 'npx explore --only "createPlan (1st): response lost" --jobs 4 -- \'php pay.php\'';
  expect(commandLine('  ', line, { width: 56 })).toBe(
    ['  npx explore --only "createPlan (1st): response lost" \\', "  --jobs 4 -- 'php pay.php'"].join('\n'),
  );
});

test('a command line of several lines stays as it is, because a break in quotes would change it', () => {
  const words = `npx explore --orders 'node ${'a/'.repeat(30)}orders.mjs orders' -- php pay.php`;
  const line = commandLine('  repeat it    ', words, { width: 60 });
  expect(fitted(line, 60)).toBe(line);
});

test('a color takes no room', () => {
  const red = styled('red', 'charged twice', true);
  expect(wrapped('  ', `order-1 was ${red} today`, { width: 34 }).split('\n')).toEqual([`  order-1 was ${red} today`]);
  expect(fitted(`${red} ${'word '.repeat(4)}end`, 37)).not.toContain('\n');
  expect(withParts(red, [red], 4, 28)).toBe(`${red}  ${red}`);
});

test('parts that do not fit get lines below, each one its own', () => {
  expect(withParts('13:05  GET', ['1001', 'a long reason', 'x'], 4, 18)).toBe(
    '13:05  GET  1001\n    a long reason\n    x',
  );
  expect(withParts('13:05  GET', ['1001', 'a long reason'], 4, Number.POSITIVE_INFINITY)).not.toContain('\n');
});

test('a path loses its middle', () => {
  expect(shortened('/v1/transactions/{id}/refund', 16)).toBe('/v1/tran…/refund');
  expect(shortened('/v1/plans', 9)).toBe('/v1/plans');
  for (const most of [1, 2, 3]) expect(shortened('x'.repeat(100_000), most)).toHaveLength(most);
});

test('only a terminal with colors gets colors', () => {
  expect(hasColors({ isTTY: true, hasColors: () => true })).toBe(true);
  for (const output of [{}, { isTTY: true }, { hasColors: () => true }, { isTTY: true, hasColors: () => false }])
    expect(hasColors(output)).toBe(false);
  expect(styled('red', 'x', false)).toBe('x');
});
