import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import type { Store } from '../../src/stores/index.js';
import { type Position, type Row, START } from '../../src/stores/store.js';
import { describeSharedPlaces } from '../places.js';

const ACCOUNTS = ['a', 'b'];

const row: fc.Arbitrary<Row> = fc.record({
  key: fc.constantFrom('k', 'l', 'm', 'n'),
  value: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
});
const step = fc.record({
  step: fc.constantFrom(
    'commit',
    'commit',
    'commit',
    'commit',
    'stale',
    'replace',
    'changes',
    'changes',
    'drop',
    'lists',
  ),
  connection: fc.nat(1),
  account: fc.constantFrom(...ACCOUNTS),
  rows: fc.array(row, { maxLength: 4 }),
  wake: fc.option(fc.nat(20), { nil: undefined }),
  /** Selects the past position that a call starts from. */
  past: fc.nat(10),
});

/** The simplest store: the rows, and the keys that changed after each position. */
class Model {
  rows = new Map<string, string>();
  /** Each position with the keys that changed after it. `undefined` after a replacement. */
  positions: { at: Position; changed: Set<string> | undefined }[] = [{ at: START, changed: undefined }];
  wake: number | undefined;
  isListed = false;

  get current(): Position {
    return this.positions.at(-1)?.at ?? START;
  }

  write(at: Position, rows: readonly Row[], { isReplaced = false } = {}): void {
    if (isReplaced) this.rows.clear();
    for (const known of this.positions) {
      if (isReplaced) known.changed = undefined;
      for (const { key } of rows) known.changed?.add(key);
    }
    for (const { key, value } of rows) {
      if (value === undefined) this.rows.delete(key);
      else this.rows.set(key, value);
    }
    this.positions.push({ at, changed: new Set() });
  }

  /** Returns the rows that a process at a past position lacks. */
  since(past: number): { full: boolean; rows: [string, string | undefined][] } {
    const { changed } = this.positions[past] ?? {};
    const keys = changed ?? this.rows.keys();
    return { full: changed === undefined, rows: [...keys].map((key) => [key, this.rows.get(key)]) };
  }
}

const byKey = (rows: readonly [string, string | undefined][]) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));

describeSharedPlaces('Any sequence of calls', (newPlace) => {
  test('behaves like a simple model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), async (steps) => {
        const place = newPlace();
        const stores = [await place.open(), await place.open()] as [Store, Store];
        const models = new Map(ACCOUNTS.map((account) => [account, new Model()]));
        const expectChanges = (model: Model, past: number, actual: Awaited<ReturnType<Store['changes']>>) => {
          const { full, rows } = model.since(past);
          expect({ sequence: actual.sequence, tag: actual.tag, lost: actual.lost }).toEqual({
            ...model.current,
            lost: false,
          });
          expect(actual.full).toBe(full);
          expect(byKey(actual.rows.map(({ key, value }) => [key, value]))).toEqual(byKey(rows));
        };
        for (const { step, connection, account, rows, wake, past: anyPast } of steps) {
          const store = stores[connection] as Store;
          const model = models.get(account) as Model;
          const past = anyPast % model.positions.length;
          const at = model.positions[past]?.at ?? START;
          if (step === 'commit' || step === 'replace') {
            const isReplaced = step === 'replace';
            const result = await store.commit(account, model.current, rows, { wake, replace: isReplaced });
            expect(result).toMatchObject({ ok: true, sequence: model.current.sequence + 1 });
            expect(model.positions.map((one) => one.at.tag)).not.toContain(result.tag);
            model.write({ sequence: result.sequence, tag: result.tag }, rows, { isReplaced });
            Object.assign(model, { wake, isListed: true });
          } else if (step === 'stale') {
            if (at === model.current) continue;
            const result = await store.commit(account, at, rows, { wake });
            if (result.ok) expect.fail('a commit at a past position succeeded');
            expectChanges(model, past, result);
          } else if (step === 'changes') {
            expectChanges(model, past, await store.changes(account, at));
          } else if (step === 'drop') {
            await store.drop(account);
            if (model.current === START) continue;
            const { sequence, tag } = await store.changes(account, START);
            model.write({ sequence, tag }, [], { isReplaced: true });
            Object.assign(model, { wake: undefined, isListed: false });
          } else {
            const listed = ACCOUNTS.filter((name) => models.get(name)?.isListed);
            expect([...(await store.accounts())].sort()).toEqual(listed);
            const due = ACCOUNTS.map((name) => ({
              account: name,
              at: models.get(name)?.wake ?? Number.POSITIVE_INFINITY,
            }));
            expect([...(await store.due(10))].sort((a, b) => (a.account < b.account ? -1 : 1))).toEqual(
              due.filter(({ at }) => at < 10),
            );
          }
        }
        for (const [account, model] of models) {
          for (const [past, { at }] of model.positions.entries()) {
            expectChanges(model, past, await stores[0].changes(account, at));
          }
        }
        for (const store of stores) await store.close();
      }),
      { numRuns: runs(100) },
    );
  });
});
