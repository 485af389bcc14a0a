import { afterEach, describe, expect, test } from 'vitest';
import { createSandboxFetch, type SandboxServerOptions, startSandbox } from '../../src/sandbox/index.ts';

/** Each option with a valid value. */
const OPTIONS: Required<SandboxServerOptions> = {
  log: 'silent',
  token: 'secret',
  anonymous: false,
  seed: 'a',
  latency: 0,
  failureRate: 0,
  cors: false,
  allowHosts: ['sandbox.example'],
  allowAnyCard: false,
  journalBytes: 5000,
  strict: false,
  port: 0,
  host: '127.0.0.1',
  docs: false,
  requestTimeout: 1000,
  clock: 'manual',
  webhook: 'http://127.0.0.1:9/hooks',
  allowRemoteWebhooks: false,
  state: '/tmp/unused',
  keep: 100,
  keepAccounts: 10,
  snapshotBytes: 1_000_000,
  settle: '1s',
  pixPaidAfter: { seconds: 5 },
  pixExpiresAfter: '1d',
  boletoGraceDays: 5,
  idempotency: true,
  accounts: 'one',
  assume: { 'refund-rules': 'keeps-paid-amount' },
  publicUrl: 'http://localhost:4010',
};
const NAMES = Object.keys(OPTIONS) as (keyof SandboxServerOptions)[];
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
const FINE: Partial<Record<keyof SandboxServerOptions, (value: unknown) => boolean>> = {
  log: (value) => typeof value === 'function',
  seed: (value) => typeof value === 'string',
  latency: () => false,
  failureRate: () => false,
  state: (value) => typeof value === 'string',
  assume: (value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0,
};

describe.each(NAMES)('the option %s', (name) => {
  const open: AsyncDisposable[] = [];
  afterEach(async () => {
    for (const sandbox of open.splice(0)) await sandbox[Symbol.asyncDispose]();
  });

  test('may be undefined', async () => {
    const options = { port: 0, [name]: undefined };
    const sandbox = name === 'port' ? createSandboxFetch({}) : await startSandbox(options);
    open.push(sandbox);
    expect(await sandbox.clock.now()).toBeInstanceOf(Date);
  });

  test.each(NONSENSE.filter((value) => !FINE[name]?.(value)).map((value) => ({ value })))(
    'is named by the error for $value',
    async ({ value }) => {
      await expect(startSandbox({ ...OPTIONS, state: undefined, [name]: value } as never)).rejects.toThrow(name);
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
    expect(() => createSandboxFetch({ clock: clock as never })).toThrow(
      'clock: must be system, manual, a Date or a time',
    );
  },
);

test.each(['2026-11-20T12:00:00Z', new Date('2026-11-20T12:00:00Z')])('a clock may start at %s', async (clock) => {
  await using sandbox = createSandboxFetch({ clock });
  expect(await sandbox.clock.now()).toEqual(new Date('2026-11-20T12:00:00Z'));
});
