import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { judgeExchanges } from '../../src/index.js';
import { example, exchange } from '../exchanges.ts';
import { judge, type Recorded, recordRun } from '../recorded-run.ts';
import { HOSTILE_VALUES, pathsOf, withValueAt } from './hostile-values.ts';

let recorded: readonly Recorded[];
beforeAll(async () => {
  recorded = await recordRun();
});

/** Returns the exchange with a value in the place of one field of its response, or of its request. */
function replaced({ exchange, intent }: Recorded, place: number, value: unknown, isSent: boolean): Recorded {
  const name = isSent ? 'request' : 'response';
  const message = exchange[name];
  const paths = pathsOf(message.body);
  const body = withValueAt(message.body, paths[place % paths.length] ?? [], value);
  return { intent, exchange: { ...exchange, [name]: { ...message, body } } };
}

const unjudged = (all: readonly Recorded[]) =>
  judge(all).discoveries.filter(({ reason }) => reason.includes('cannot be judged'));

test('any value in the place of any field of any exchange can be judged, and the run goes on', () => {
  // Each exchange of the run has one wrong field, so a run of the property tries hundreds of fields.
  const place = fc.record({
    path: fc.nat(),
    // The number of a hostile value, or beyond them any JSON. fast-check cannot print the deepest value.
    value: fc.nat({ max: HOSTILE_VALUES.length + 20 }),
    json: fc.jsonValue(),
    isSent: fc.boolean(),
  });
  const { length } = recorded;
  fc.assert(
    fc.property(fc.array(place, { minLength: length, maxLength: length, size: 'max' }), (places) => {
      const all = recorded.map((one, at) => {
        const { path = 0, value = 0, json, isSent = false } = places[at] ?? {};
        return replaced(one, path, value < HOSTILE_VALUES.length ? HOSTILE_VALUES[value] : json, isSent);
      });
      expect(unjudged(all)).toEqual([]);
    }),
    { numRuns: Math.ceil(runs(60) / 3), endOnFailure: true },
  );
});

test('an exchange that cannot be judged is a finding, and the next one is judged', async () => {
  const unreadable = {
    get id() {
      throw new TypeError('unreadable');
    },
  };
  const report = await judgeExchanges([
    exchange('GET', '/v1/plans/1', 200, unreadable),
    exchange('GET', '/v1/plans', 200, example('listPlans.first_page.response')),
  ]);
  const reason = 'This exchange cannot be judged (TypeError). Please report it.';
  expect(report.discoveries).toMatchObject([{ kind: 'form', place: '#/paths/~1v1~1plans~1{id}/get', reason, at: 1 }]);
  expect(report.entries.find(({ key }) => key === 'list-envelope')?.verdict).toBe('confirmed');
});

test('a list of 100,000 items that all violate their schema', { tags: 'long' }, async () => {
  const item = { id: 'x', status: 1, amount: 'much' };
  const data = Array.from({ length: 100_000 }, () => item);
  const report = await judgeExchanges([exchange('GET', '/v1/transactions', 200, { data, total: 100_000 })]);
  expect(report.exchanges.judged).toBe(1);
  expect(report.deviations.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(/amount/));
});

test('a sale whose dates lie after the year 9999 is not judged', { tags: 'long' }, async () => {
  const sale = { ...example('createTransaction.credit_card.response'), id: 7, installments: 99 };
  const parts = Array.from({ length: 99 }, () => ({ amount: 1, payment_date: '9999-12-31' }));
  const report = await judgeExchanges([
    exchange('GET', '/v1/transactions/7', 200, { ...sale, created_at: '9999-12-15T10:00:00.000000Z' }),
    exchange('GET', '/v1/transactions/7/installments', 200, { data: parts, total: 99 }),
    exchange('GET', '/v1/transactions/8', 200, { ...sale, id: 8, installments: 100_000 }),
    exchange('GET', '/v1/transactions/8/installments', 200, { data: Array.from({ length: 100_000 }, () => ({})) }),
  ]);
  expect(report.entries.find(({ key }) => key === 'installment-dates')?.verdict).not.toBe('confirmed');
});
