import { describe, expect, test } from 'vitest';
import { createSandboxFetch, startSandbox } from '../../src/index.ts';
import { SANDBOX_OPTIONS } from '../../src/options/sandbox-options.ts';

const NAMES = Object.keys(SANDBOX_OPTIONS) as (keyof typeof SANDBOX_OPTIONS)[];
const NONSENSE: readonly unknown[] = [
  null,
  Number.NaN,
  -1,
  1.5,
  Number.POSITIVE_INFINITY,
  'x\ny',
  {},
  [1],
  () => {},
  10n,
  Symbol('s'),
];
/** Unusual values that an option accepts. */
const FINE: Partial<Record<(typeof NAMES)[number], (value: unknown) => boolean>> = {
  log: (value) => typeof value === 'function',
  seed: (value) => typeof value === 'string',
  latency: () => false,
  failureRate: () => false,
  state: (value) => typeof value === 'string',
  assume: (value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0,
};

test('each option may be undefined', async () => {
  const options = Object.fromEntries(NAMES.map((name) => [name, undefined]));
  await using sandbox = await startSandbox({ ...options, port: 0 });
  expect(await sandbox.clock.now()).toBeInstanceOf(Date);
});

describe.each(NAMES)('the option %s', (name) => {
  test.each(NONSENSE.filter((value) => !FINE[name]?.(value)).map((value) => ({ value })))(
    'is named by the error for $value',
    async ({ value }) => {
      await expect(startSandbox({ port: 0, [name]: value } as never)).rejects.toThrow(name);
      expect(() => createSandboxFetch({ [name]: value } as never)).toThrow(name);
    },
  );
});

test('an unknown option is refused by name', async () => {
  await expect(startSandbox({ webhooks: 'http://127.0.0.1:1' } as never)).rejects.toThrow('webhooks: is not an option');
});

test('a receiver on another machine needs permission', async () => {
  await expect(startSandbox({ port: 0, webhook: 'http://8.8.8.8/' })).rejects.toThrow(/^webhook: .*/);
  await using sandbox = await startSandbox({ port: 0, webhook: 'http://8.8.8.8/', allowRemoteWebhooks: true });
  expect(sandbox.url).toMatch(/^http:/);
});

test.each(['soon', '2026-11-20', '', {}, null, Object.create(null), Symbol('x'), Number.NaN, new Date(Number.NaN)])(
  'a clock cannot start at %#',
  (clock) => {
    expect(() => createSandboxFetch({ clock: clock as never })).toThrow('clock: must be system, manual or a time');
  },
);

test.each(['2026-11-20T12:00:00Z', new Date('2026-11-20T12:00:00Z')])('a clock may start at %s', async (clock) => {
  await using sandbox = createSandboxFetch({ clock });
  expect(await sandbox.clock.now()).toEqual(new Date('2026-11-20T12:00:00Z'));
});

test('the state in memory needs no option, and :memory: does not name a file', async () => {
  await expect(startSandbox({ port: 0, state: ':memory:' })).rejects.toThrow(
    'state: must be a file; without the option, the state is in memory',
  );
});
