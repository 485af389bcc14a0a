/** Restores snapshots from outside: a damaged one changes nothing, and an accepted one leaves a working account. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Snapshot, StateVersionError, startSandbox } from '../../src/sandbox/index.ts';
import { runs } from '../property-runs.ts';
import { APPROVED_CARD, type Entered, entrances, PIX, send } from './entrances.ts';

let entered: Entered;
let valid: Snapshot;
beforeAll(async () => {
  const open = entrances[1]?.open;
  if (open === undefined) throw new Error('there is no entrance without a socket');
  // The receiver does not answer, so the snapshot has waiting deliveries.
  entered = await open({ clock: '2026-11-20T12:00:00Z', webhook: 'http://127.0.0.1:1/', keep: 3 });
  for (let count = 0; count < 4; count++) await send(entered, 'POST', '/v1/transactions', PIX);
  await send(entered, 'POST', '/v1/transactions', { ...PIX, payment_method: 'credit_card', card: APPROVED_CARD });
  await entered.sandbox.failNext('createTransaction', { fault: 503 });
  await entered.sandbox.events.disturb({ duplicates: 1 });
  await entered.sandbox.clock.advance('1h');
  valid = JSON.parse(JSON.stringify(await entered.sandbox.snapshot()));
});
afterAll(() => entered[Symbol.asyncDispose]());
beforeEach(() => entered.sandbox.restore(valid));

/** Runs everything that a shop and its tests do, and expects success. */
async function expectWorking(): Promise<void> {
  const { sandbox } = entered;
  await sandbox.clearFaults();
  const created = await send(entered, 'POST', '/v1/transactions', PIX);
  expect(created.status).toBe(200);
  expect((await send(entered, 'GET', '/v1/transactions')).status).toBe(200);
  expect(await sandbox.pay(created.body.id)).toMatchObject({ status: 'paid' });
  await sandbox.clock.advance('1s');
  expect((await sandbox.events.list()).length).toBeGreaterThan(0);
  await sandbox.restore(JSON.parse(JSON.stringify(await sandbox.snapshot())));
}

/** Returns the paths of all values. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, below]) => pathsOf(below, [...path, key]))];
}

function withValue(path: readonly string[], value: unknown): Snapshot {
  const [first, ...rest] = path;
  const copy = structuredClone(valid);
  if (first === undefined) return value as Snapshot;
  let at = copy as unknown as Record<string, unknown>;
  let key = first;
  for (const next of rest) {
    at = at[key] as Record<string, unknown>;
    key = next;
  }
  at[key] = value;
  return copy;
}

const DAMAGES: readonly [path: string, value: unknown][] = [
  ['documents.clock', { kind: 'system', offset: 1e300 }],
  ['documents.clock', { kind: 'system', offset: 1e15 }],
  ['documents.clock', { kind: 'frozen', at: -1 }],
  ['documents.clock', { kind: 'frozen', at: 9e15 }],
  ['documents.clock', { kind: 'sundial' }],
  ['documents.faults', { waiting: [null] }],
  ['documents.faults', { waiting: 'all' }],
  ['documents.faults', { waiting: [{ operationId: 'nothing', fault: 500, times: 1 }] }],
  ['documents.deliveries', { duplicates: 1000 }],
  ['documents.unknown', {}],
  ['documents.epoch', { count: 1 }],
  ['documents', []],
  ['documents.last', undefined],
  ['documents.last', 'text'],
  ['documents.last.id', Number.MAX_SAFE_INTEGER],
  ['documents.last.id', 1001],
  ['documents.last.id', 999],
  ['documents.last.id', '9999'],
  ['documents.last.event', 1],
  ['documents.last.event', -1],
  ['documents.dropped/transactions.id', 1e9],
  ['documents.dropped/event.id', 1e9],
  ['documents.dropped/@x', { id: 1 }],
  ['documents.dropped/delivery', { id: 1 }],
  ['documents.constructor', {}],
  ['objects', {}],
  ['objects.0', null],
  ['objects.0.kind', 'event'],
  ['objects.0.kind', 'a/b'],
  ['objects.0.id', 1],
  ['objects.0.value', 'text'],
  ['objects.0.hidden', null],
  ['objects.0.groups', [1]],
  ['objects.0.keys', 'key'],
  ['objects.0.due', 1e300],
  ['objects.0.due', -1],
  ['events', null],
  ['events.0.id', 0],
  ['events.0.time', 9e15],
  ['events.0.name', 7],
  ['events.0.kind', ''],
  ['events.0.object', 0.5],
  ['events.0.payload', []],
  ['events.0.deliveries.0.event', 99],
  ['events.0.deliveries.0.receiver', null],
  ['events.0.deliveries.0.url', 1],
  ['events.0.deliveries.0.lane', []],
  ['events.0.deliveries.0.copies', 1e9],
  ['events.0.deliveries.0.state', 'lost'],
  ['events.0.deliveries.0.attempts', [{ at: 'now', duration: 1 }]],
  ['events.0.deliveries.0.attempts', [{ at: 1, duration: 1, status: 'ok' }]],
  ['events.0.deliveries.0.attempts', [{ at: 1, duration: 1, error: {} }]],
  ['events.0.deliveries.0.tries', -1],
  ['events.0.deliveries.0.notBefore', 1e300],
];

test.each(DAMAGES)('a snapshot whose %s is %j is refused and changes nothing', async (path, value) => {
  const before = await entered.sandbox.snapshot();
  const restored = entered.sandbox.restore(withValue(path.split('.'), value));
  await expect(restored).rejects.toBeInstanceOf(StateVersionError);
  await expect(restored).rejects.toThrow(/^the snapshot is damaged at \S+: take a new one$/);
  expect(await entered.sandbox.snapshot()).toEqual(before);
  await expectWorking();
});

test('refuses a snapshot with the same object, key, event or receiver twice', async () => {
  const [object] = valid.objects;
  const [event] = valid.events;
  const [delivery] = event?.deliveries ?? [];
  if (object === undefined || event === undefined || delivery === undefined) throw new Error('the snapshot is empty');
  const doubled = [
    { ...valid, objects: [...valid.objects, object] },
    { ...valid, objects: valid.objects.map((one) => ({ ...one, kind: 'plans', keys: ['same'] })) },
    { ...valid, events: [...valid.events, event] },
    { ...valid, events: [{ ...event, deliveries: [delivery, delivery] }] },
  ];
  for (const snapshot of doubled) {
    await expect(entered.sandbox.restore(snapshot)).rejects.toThrow(/^the snapshot is damaged at (objects|events)\[/);
  }
});

test.each([undefined, null, 7, 'text', [], {}, { format: 'other' }])('%j is not a snapshot', async (value) => {
  await expect(entered.sandbox.restore(value as never)).rejects.toThrow(
    /^(?:this is not a snapshot of the sandbox|body: |format: is required|version: is required)/,
  );
});

test.each([1, 3, 5, '4', undefined, null])('a snapshot of version %j is refused', async (version) => {
  const restored = entered.sandbox.restore({ ...valid, version } as never);
  await expect(restored).rejects.toThrow(
    /^(?:version: (?:is required|must be an integer)|the snapshot has state version (\d|unknown), and this version)/,
  );
});

test('a snapshot with any value replaced is refused, or the account still works', { timeout: 120_000 }, async () => {
  const paths = pathsOf(valid);
  const value = fc.oneof(
    fc.constantFrom(null, undefined, Number.NaN, -1, 0, 1.5, 1e300, Number.MAX_SAFE_INTEGER, '', 'x', [], [null], {}),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), value, async (path, value) => {
      await entered.sandbox.restore(valid);
      try {
        await entered.sandbox.restore(withValue(path, value));
      } catch (error) {
        expect(error instanceof StateVersionError || error instanceof RangeError).toBe(true);
      }
      await expectWorking();
    }),
    { numRuns: runs(150) },
  );
});

test('the control API limits the size of a snapshot, and accepts several at the same time', async () => {
  await using sandbox = await startSandbox({ port: 0, snapshotBytes: 200_000 });
  const target = { url: sandbox.url, fetch };
  await sandbox.populate({ transactions: 20 });
  const saved = await sandbox.snapshot();
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(target, 'PUT', '/_sandbox/snapshot', saved)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
  await sandbox.populate({ transactions: 200 });
  const large = await send(target, 'PUT', '/_sandbox/snapshot', await sandbox.snapshot());
  expect(large.status).toBe(413);
  expect(large.body.errors[0]).toMatch(/^body: must be at most 200000 bytes; raise --snapshot-bytes/);
});
