/** Restores snapshots whose rows someone changed and whose digest is right: refused, or an account that answers every request. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { pathsOf, withValueAt } from '../../../verify/test/judge/hostile-values.ts';
import type { Snapshot } from '../../src/index.ts';
import { StateVersionError } from '../../src/index.ts';
import { APPROVED_CARD, inProcess, PIX, send, shared } from '../entrances.ts';

const LISTS = ['transactions', 'customers', 'payment-links', 'cards', 'plans', 'subscriptions', 'webhooks'];
const OWN = ['status', 'clock', 'faults', 'events', 'requests', 'scenario', 'assumptions', 'snapshot'];

/** Returns the snapshot with other rows, and the digest that belongs to them. */
function forged(snapshot: Snapshot, changed: Record<string, string>): Snapshot {
  const rows = { ...snapshot.rows, ...changed };
  const hash = createHash('sha256');
  for (const key of Object.keys(rows).sort()) hash.update(JSON.stringify([key, rows[key]]));
  return { ...snapshot, rows, digest: hash.digest('hex') };
}

const entered = await shared(inProcess, {
  clock: '2026-11-20T12:00:00Z',
  webhook: 'http://127.0.0.1:1/',
  log: 'silent',
});
const post = (path: string, body: object) => send(entered, 'POST', path, body);
await post('/v1/transactions', { ...PIX, async: true, split: undefined });
const customer = { email: 'ana@example.com', name: 'Ana' };
await post('/v1/transactions', { amount: 900, payment_method: 'credit_card', card: APPROVED_CARD, customer });
await post('/v1/payment-links', { amount: 100, type: 'payment', name: 'link' });
await entered.sandbox.populate({ transactions: 3 });
await entered.sandbox.failNext('createTransaction', { fault: 503 });
const snapshot = await entered.sandbox.snapshot();
beforeEach(() => entered.sandbox.restore(snapshot));

test('an unchanged snapshot is accepted with its digest made anew', async () => {
  await entered.sandbox.restore(forged(snapshot, {}));
  expect(await entered.sandbox.snapshot()).toEqual(snapshot);
});

test.each<[row: string, json: string, sentence: RegExp]>([
  ['transactions/1001', '{}', /^snapshot: the row transactions\/1001 was not written by a sandbox: kind: is required$/],
  ['clock', '{"kind":"frozen","at":"now"}', /^snapshot: the row clock was not written by a sandbox: at: /],
  ['last', 'null', /the row last was not written by a sandbox: is not a JSON object$/],
  ['delivery/1', '{"a":{}}', /the row delivery\/1 was not written by a sandbox: a.event: is required$/],
  ['nothing/7', '{}', /the row nothing\/7 was not written by a sandbox: no object has this kind$/],
  ['transactions/x', '{}', /the row transactions\/x was not written by a sandbox: the key has another form$/],
])('the row %s with %s is refused and changes nothing', async (row, json, sentence) => {
  await expect(entered.sandbox.restore(forged(snapshot, { [row]: json }))).rejects.toThrow(sentence);
  expect(await entered.sandbox.snapshot()).toEqual(snapshot);
});

test('property: a row with any other value is refused, or no request gets a 500', async () => {
  const places = Object.entries(snapshot.rows).flatMap(([row, text]) =>
    pathsOf(JSON.parse(text)).map((path) => ({ row, text, path })),
  );
  const value = fc.oneof(fc.constantFrom(null, [], {}, '', 'x', -1, 0.5, 1e300, [null], [[1]]), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), value, async ({ row, text, path }, other) => {
      try {
        await entered.sandbox.restore(
          forged(snapshot, { [row]: JSON.stringify(withValueAt(JSON.parse(text), path, other)) }),
        );
      } catch (error) {
        expect(error).toBeInstanceOf(StateVersionError);
        return;
      }
      const ids = Object.keys(snapshot.rows).flatMap((key) => /^transactions\/(\d+)$/.exec(key)?.[1] ?? []);
      const paths = [
        ...LISTS.map((list) => `/v1/${list}`),
        ...ids.flatMap((id) => [`/v1/transactions/${id}`, `/_sandbox/transactions/${id}`]),
        ...OWN.map((path) => `/_sandbox/${path}`),
      ];
      for (const path of paths) expect([path, (await send(entered, 'GET', path)).status]).not.toEqual([path, 500]);
      const paid = await send(entered, 'POST', '/v1/transactions', PIX);
      expect(paid.status).not.toBe(500);
      await entered.sandbox.clock.advance('2d');
    }),
    { numRuns: runs(20) },
  );
});
