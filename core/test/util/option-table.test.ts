import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SANDBOX_OPTIONS } from '../../../sandbox/src/options/sandbox-options.js';
import { optionTable } from '../../../scripts/docs/guide/tables.ts';
import { english } from '../../../scripts/docs/language.ts';
import { runs } from '../../../test/property-runs.ts';
import { defineCommand } from '../../src/cli/command.js';
import { choice, flag, flagOf, helpOf, readOptions, text, webAddress, whole } from '../../src/util/option-table.js';

const TABLE = {
  maxItems: { ...whole(1, 50, 'items'), default: 10, help: 'how many items to keep' },
  mode: { ...choice(['fast', 'slow']), help: 'how to work' },
  dryRun: { ...flag, help: 'changes nothing' },
  callback: { ...webAddress(), isRequired: true, variable: 'TEST_CALLBACK', help: 'where to report' },
  name: { ...text('one word', /^\S+$/), help: 'the name' },
} as const;

/** Runs a command with the table, and returns the values that it receives. */
async function read(...args: string[]): Promise<unknown> {
  let found: unknown;
  const command = defineCommand({
    examples: ['test'],
    options: TABLE,
    run: async ({ values, given }) => {
      found = { values, given };
      return 0;
    },
  });
  await command.run('test', args);
  return found;
}

describe('one entry of a table', () => {
  test('defines the flag, its check and its default', async () => {
    expect(await read('--max-items', '7', '--callback=http://127.0.0.1:1/', '--dry-run')).toEqual({
      values: { maxItems: 7, mode: undefined, dryRun: true, callback: 'http://127.0.0.1:1/', name: undefined },
      given: { maxItems: 7, callback: 'http://127.0.0.1:1/', dryRun: true },
    });
    expect(await read('--max-items', '51', '--callback=http://127.0.0.1:1/')).toBeUndefined();
    expect(await read('--max-items', '7')).toBeUndefined();
  });

  test('adds a line to the help', () => {
    const help = defineCommand({ examples: ['test'], options: TABLE, run: async () => 0 }).help(
      'npx payment-gateway-contract',
      'test',
      'Test',
    );
    expect(help).toContain('npx payment-gateway-contract test --callback <url> [options]');
    expect(help).toMatch(/^ {2}--max-items <number> +how many items to keep \(default: 10\)$/m);
    expect(help).toMatch(/^ {2}--mode <fast\|slow> +how to work$/m);
    expect(help).toMatch(/^ {2}--callback <url> +where to report \(default: TEST_CALLBACK\)$/m);
  });

  test('is checked in code, where undefined means the default', () => {
    expect(readOptions(TABLE, { maxItems: undefined, mode: 'slow' })).toMatchObject({ maxItems: 10, mode: 'slow' });
    expect(() => readOptions(TABLE, { maxItems: 1.5 })).toThrow('maxItems: must be');
    expect(() => readOptions(TABLE, { maxItems: Number.NaN })).toThrow(
      'maxItems: must be a whole number of items from 1 to 50',
    );
    expect(() => readOptions(TABLE, { maxitems: 1 } as never)).toThrow(
      /^maxitems: is not an option; .* maxItems, mode/,
    );
    for (const options of [null, undefined, 1, 'x']) {
      expect(() => readOptions(TABLE, options as never)).toThrow('options: must be an object');
    }
  });

  test('accepts a value, or names the option in a one-line error', () => {
    const table = { ...SANDBOX_OPTIONS, ...TABLE };
    const value = fc.oneof(fc.anything({ withBigInt: true, withDate: true }), fc.constant('x'.repeat(100_000)));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(table)), value, (name, given) => {
        try {
          readOptions(table, { [name]: given } as never);
        } catch (error) {
          const { message } = error as Error;
          expect(message.startsWith(`${name} `) || message.startsWith(`${name}:`)).toBe(true);
          expect(message).not.toContain('\n');
          // The list of all assumptions is the longest.
          expect(message.length).toBeLessThan(1_000);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

test.each([['sandbox', SANDBOX_OPTIONS]] as const)('the docs list the options of the %s', (server, table) => {
  const rows = optionTable(server, english).split('\n').slice(2);
  for (const row of rows) {
    const [, names = '', , help] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, option] = Object.entries(table).find(([key]) => names.split('<br>').includes(`\`${key}\``)) ?? [];
    expect(option?.help).toBe(help);
  }
  expect(rows.length).toBeGreaterThan(5);
});

test('the variable of an option is beside its name, so the effect has room', () => {
  const [row = ''] = optionTable('sandbox', english)
    .split('\n')
    .filter((line) => line.includes('PAYMENT_GATEWAY_STATE'));
  const [, names = '', usual] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
  expect([names.split('<br>').at(-1), usual]).toEqual(['`PAYMENT_GATEWAY_STATE`', '']);
});

test('no two options have the same flag, and every option has a help line', () => {
  const entries = Object.entries(SANDBOX_OPTIONS);
  const flags = entries.flatMap(([name, option]) => flagOf(name, option) ?? []);
  expect(new Set(flags).size).toBe(flags.length);
  for (const [, option] of entries) expect(helpOf(option)).not.toMatch(/undefined|\n|\.$/);
});
