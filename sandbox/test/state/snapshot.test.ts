/** Restores snapshots from outside: a damaged one changes nothing, and an accepted one leaves a working account. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { pathsOf, withValueAt } from '../../../verify/test/judge/hostile-values.ts';
import { type Snapshot, StateVersionError, startSandbox } from '../../src/index.ts';
import { checkSnapshot } from '../../src/state/snapshot.ts';
import { STORE_VERSION } from '../../src/stores/store.ts';
import { APPROVED_CARD, inProcess, PIX, send, shared } from '../entrances.ts';

// The receiver does not answer, so the snapshot has waiting deliveries.
const options = { clock: '2026-11-20T12:00:00Z', webhook: 'http://127.0.0.1:1/', keep: 3 };
const entered = await shared(inProcess, options);
for (let count = 0; count < 4; count++) await send(entered, 'POST', '/v1/transactions', PIX);
await send(entered, 'POST', '/v1/transactions', { ...PIX, payment_method: 'credit_card', card: APPROVED_CARD });
await entered.sandbox.failNext('createTransaction', { fault: 503 });
await entered.sandbox.events.disturb({ duplicates: 1 });
await entered.sandbox.clock.advance('1h');
const valid: Snapshot = JSON.parse(JSON.stringify(await entered.sandbox.snapshot()));
beforeEach(() => entered.sandbox.restore(valid));

const withValue = (path: readonly string[], value: unknown) => withValueAt(valid, path, value) as Snapshot;

test.each<[path: string, value: unknown]>([
  ['digest', 'other'],
  ['rows', null],
  ['rows.last', { id: 1001, event: 1 }],
])('a snapshot whose %s is %j is refused and changes nothing', async (path, value) => {
  const before = await entered.sandbox.snapshot();
  const restored = entered.sandbox.restore(withValue(path.split('.'), value));
  await expect(restored).rejects.toBeInstanceOf(StateVersionError);
  await expect(restored).rejects.toThrow('snapshot: was changed after it was taken; take a new one');
  expect(await entered.sandbox.snapshot()).toEqual(before);
});

test('a snapshot too deep for JSON is refused as changed', async () => {
  let rows = {};
  for (let depth = 0; depth < 100_000; depth++) rows = { rows };
  const restored = entered.sandbox.restore({ ...(await entered.sandbox.snapshot()), rows });
  await expect(restored).rejects.toThrow('snapshot: was changed after it was taken; take a new one');
});

test('a snapshot can be stored with its fields in another order', async () => {
  const reversed = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, field]) => [key, reversed(field)] as const)
        .reverse(),
    );
  };
  await entered.sandbox.restore(reversed(valid) as Snapshot);
  expect(await entered.sandbox.snapshot()).toEqual(valid);
});

test.each([undefined, null, 7, 'text', [], {}, { format: 'other' }])('%j is not a snapshot', async (value) => {
  expect(() => checkSnapshot(value)).toThrow('snapshot: is not from a sandbox; pass the result of snapshot()');
  await expect(entered.sandbox.restore(value as never)).rejects.toThrow(
    /^(?:snapshot: is not from a sandbox|body: |format: is required|version: is required)/,
  );
});

test.each([1, STORE_VERSION - 1, STORE_VERSION + 1, '4', undefined, null])(
  'a snapshot of version %j is refused',
  async (version) => {
    const restored = entered.sandbox.restore({ ...valid, version } as never);
    await expect(restored).rejects.toThrow(
      /^(?:version: (?:is required|must be an integer)|snapshot: has state version (\d|unknown), but this version)/,
    );
  },
);

test('a snapshot with any other value is refused and changes nothing', async () => {
  const paths = pathsOf(valid.rows).map((path) => ['rows', ...path]);
  const before = await entered.sandbox.snapshot();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue(), async (path, value) => {
      const changed = withValue(path, value);
      fc.pre(!isDeepStrictEqual(changed, valid));
      await expect(entered.sandbox.restore(changed)).rejects.toBeInstanceOf(StateVersionError);
      expect(await entered.sandbox.snapshot()).toEqual(before);
    }),
    { numRuns: runs(60) },
  );
});

test('a deeply nested snapshot is refused with one sentence', async () => {
  const nested = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const text = JSON.stringify({ ...valid, rows: 'nested' }).replace('"nested"', nested);
  const headers = { 'content-type': 'application/json' };
  const response = await entered.fetch(`${entered.url}/_sandbox/snapshot`, { method: 'PUT', headers, body: text });
  const { errors } = await response.json();
  expect([response.status, errors]).toEqual([400, [expect.stringMatching(/^[^\n]{1,200}$/)]]);
});

test('the control API limits the size of a snapshot, and accepts several at the same time', async () => {
  await using sandbox = await startSandbox({ port: 0, snapshotBytes: 60_000 });
  const target = { url: sandbox.url, fetch };
  await sandbox.populate({ transactions: 5 });
  const saved = await sandbox.snapshot();
  const answers = await Promise.all(Array.from({ length: 3 }, () => send(target, 'PUT', '/_sandbox/snapshot', saved)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
  await sandbox.populate({ transactions: 60 });
  const large = await send(target, 'PUT', '/_sandbox/snapshot', await sandbox.snapshot());
  expect(large.status).toBe(413);
  expect(large.body.errors[0]).toMatch(/^body: must be at most 60000 bytes; raise --snapshot-bytes/);
});
