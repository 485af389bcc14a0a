import { describe, expect, test } from 'vitest';
import { commandLine, fitted, table } from '../../src/cli/layout.ts';

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
