import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { simulateFees } from '../../src/codes/fee-simulation.js';
import { readContract, readOperations } from '../../src/contract/contract.js';
import { type Exchange, judgeExchanges, type Report } from '../../src/verify/index.js';
import { runs } from '../property-runs.ts';
import { exchange } from './exchanges.ts';
import { example } from './shop.ts';

const pix = example('createTransaction.pix.response');
const request = example('createTransaction.pix.request');

function verdictOf(report: Report, key: string) {
  const entry = report.entries.find((one) => one.key === key);
  if (!entry) throw new Error(`no entry ${key}`);
  return entry;
}

describe('a verdict', () => {
  test('is not settled if there were no exchanges', async () => {
    const report = await judgeExchanges([]);
    expect(new Set(report.entries.map(({ verdict }) => verdict))).toEqual(new Set(['not settled']));
  });

  test('is consistent if a schema matches but the statement needs more evidence', async () => {
    const { pix_qr_code: _, ...withoutCode } = pix;
    const report = await judgeExchanges([
      exchange('GET', '/v1/transactions/1002', 200, { ...withoutCode, status: 'paid' }),
    ]);
    expect(verdictOf(report, 'amount-centavos')).toMatchObject({ verdict: 'consistent', touched: 1 });
    expect(verdictOf(report, 'transaction-statuses').verdict).toBe('consistent');
  });

  test('is confirmed only if every required place is confirmed', async () => {
    const page = example('listPlans.first_page.response');
    const report = await judgeExchanges([exchange('GET', '/v1/plans', 200, page)]);
    const { verdict, confirmed, of } = verdictOf(report, 'resource-paths');
    expect({ verdict, confirmed }).toEqual({ verdict: 'consistent', confirmed: 1 });
    expect(of).toBeGreaterThan(10);
    expect(verdictOf(report, 'list-envelope').verdict).toBe('confirmed');
  });

  test('is never confirmed if the register leaves the entry to a person', async () => {
    const report = await judgeExchanges([exchange('GET', '/v1/transactions/1002', 200, pix)]);
    const byPerson = report.entries.filter(({ settle }) => settle.by === 'person');
    expect(byPerson.length).toBeGreaterThan(5);
    expect(byPerson.map(({ verdict }) => verdict)).not.toContain('confirmed');
  });
});

describe('the unit of amounts', () => {
  const coded = (amount: number) => ({ ...pix, status: 'waiting_payment', amount });

  test('is confirmed by the code of an unpaid PIX, which states the amount in reais', async () => {
    const report = await judgeExchanges([exchange('POST', '/v1/transactions', 200, coded(15990), request)]);
    expect(verdictOf(report, 'amount-centavos').verdict).toBe('confirmed');
  });

  test('is refuted if the code and the field state the same number', async () => {
    const report = await judgeExchanges([exchange('GET', '/v1/transactions/1002', 200, coded(159.9))]);
    expect(verdictOf(report, 'amount-centavos').verdict).toBe('refuted');
  });

  test('is not settled by the code of a paid PIX or by a code with another amount', async () => {
    const paid = exchange('GET', '/v1/transactions/1', 200, { ...coded(15990), status: 'paid' });
    const other = exchange('GET', '/v1/transactions/2', 200, coded(777));
    for (const one of [paid, other]) {
      expect(verdictOf(await judgeExchanges([one]), 'amount-centavos').verdict).toBe('consistent');
    }
  });
});

describe('a redacted value', () => {
  test('never violates a schema', async () => {
    const hidden = JSON.parse(JSON.stringify(pix), (key, value: unknown) =>
      ['customer', 'amount', 'card', 'items', 'id', 'created_at'].includes(key) ? '[redacted]' : value,
    );
    const report = await judgeExchanges([exchange('GET', '/v1/transactions/1002', 200, hidden)]);
    expect([...report.deviations, ...report.entries.filter(({ verdict }) => verdict === 'refuted')]).toEqual([]);
  });
});

describe('several exchanges with the same resource', () => {
  test('refute an update that changes a field the client did not send', async () => {
    const plan = { id: 201, name: 'Clube', description: '250 g', status: 'active' };
    const report = await judgeExchanges([
      exchange('GET', '/v1/plans/201', 200, plan),
      exchange('PUT', '/v1/plans/201', 200, { ...plan, name: 'Novo', description: null }, { name: 'Novo' }),
    ]);
    expect(verdictOf(report, 'update-request-fields').verdict).toBe('refuted');
  });

  test('refute a status change that no permitted chain explains', async () => {
    const at = (status: string) => exchange('GET', '/v1/transactions/1002', 200, { ...pix, status });
    expect(verdictOf(await judgeExchanges([at('refunded'), at('paid')]), 'transaction-transitions').verdict).toBe(
      'refuted',
    );
    expect(
      verdictOf(await judgeExchanges([at('processing'), at('refunded')]), 'transaction-transitions').verdict,
    ).not.toBe('refuted');
    expect(
      verdictOf(await judgeExchanges([at('processing'), at('unheard_of')]), 'transaction-transitions').verdict,
    ).not.toBe('refuted');
  });

  test('distinguish an unknown id from a missing path', async () => {
    const unknown = exchange('GET', '/v1/plans/9', 404, { errors: ['not found'] });
    expect(verdictOf(await judgeExchanges([unknown]), 'resource-paths').verdict).toBe('not settled');
    const collection = exchange('GET', '/v1/plans', 404, { errors: ['not found'] });
    expect(verdictOf(await judgeExchanges([collection]), 'resource-paths').verdict).toBe('refuted');
  });
});

describe('a body with an unlisted status code', () => {
  test('is checked against the schema of a success or error', async () => {
    const report = await judgeExchanges([exchange('POST', '/v1/transactions', 201, { ...pix, id: 'abc' }, request)]);
    expect(report.deviations.map(({ place }) => place)).toContain('#/components/schemas/Transaction/properties/id');
    expect(report.discoveries.map(({ kind }) => kind)).toEqual(['status']);
  });
});

describe('a simulation', () => {
  test('confirms its units and formula, and refutes the formula if a part is wrong', async () => {
    const sent = example('simulateTax.customer.request');
    const returned = example('simulateTax.customer.response');
    const right = await judgeExchanges([exchange('POST', '/v1/simulate/tax', 200, returned, sent)]);
    expect(verdictOf(right, 'simulation-units').verdict).toBe('confirmed');
    expect(verdictOf(right, 'simulation-formula').verdict).toBe('confirmed');
    const wrong = await judgeExchanges([
      exchange('POST', '/v1/simulate/tax', 200, { ...returned, antecipatedAmount: 300 }, sent),
    ]);
    expect(verdictOf(wrong, 'simulation-formula').verdict).toBe('refuted');
  });

  test.each([0, 7, 200, 4000])(
    'is judged by the spacing of its dates, if the clock of the server is %i days ahead',
    async (days) => {
      const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      for (const feeResponsible of ['customer', 'self'] as const) {
        const sale = { amount: 19000, installments: 12, date, mdr: 2.33, monthlyRate: 2, feeResponsible };
        const returned = { ...example('simulateTax.customer.response'), ...simulateFees(sale), antecipationRate: 2 };
        const sent = { amount: 19000, installments: 12, fee_responsible: feeResponsible };
        const report = await judgeExchanges([exchange('POST', '/v1/simulate/tax', 200, returned, sent)]);
        const key = feeResponsible === 'self' ? 'simulation-self' : 'simulation-formula';
        expect(verdictOf(report, key).verdict).toBe('confirmed');
        if (feeResponsible === 'customer') expect(verdictOf(report, 'simulation-rate').verdict).toBe('confirmed');

        const monthly = returned.installments.map((part, index) => ({
          ...part,
          previsionPaymentDate: `${new Date(Date.UTC(2027, index, 15)).toISOString().slice(0, 10)}T00:00:00`,
        }));
        const wrong = { ...returned, installments: monthly };
        const refuted = await judgeExchanges([exchange('POST', '/v1/simulate/tax', 200, wrong, sent)]);
        expect(verdictOf(refuted, key).verdict).toBe('refuted');
      }
    },
  );
});

test('reports a card number in a response without showing it', async () => {
  const card = { ...example('createCard.visa.response'), card_number: '4111111111111111' };
  const report = await judgeExchanges([exchange('GET', '/v1/cards/501', 200, card)]);
  expect(report.discoveries.map(({ reason }) => reason)).toEqual(['The field card_number is not listed.']);
  expect(JSON.stringify(report)).not.toContain('4111111111111111');
});

test('judges any exchange without throwing', async () => {
  const operations = readOperations(readContract());
  const anyExchange: fc.Arbitrary<Exchange> = fc
    .record({
      operation: fc.constantFrom(...operations),
      status: fc.integer({ min: 100, max: 599 }),
      returned: fc.oneof(fc.jsonValue(), fc.constantFrom(pix, [pix], { data: [pix] })),
      sent: fc.oneof(fc.jsonValue(), fc.constant(request)),
      id: fc.oneof(fc.integer().map(String), fc.webSegment(), fc.constantFrom('%', '%E0%A4%A', '..', '')),
      query: fc.webQueryParameters(),
    })
    .map(({ operation, status, returned, sent, id, query }) =>
      exchange(operation.method, `${operation.path.replaceAll(/\{\w+\}/g, id)}?${query}`, status, returned, sent),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(anyExchange, { maxLength: 5 }), async (exchanges) => {
      const report = await judgeExchanges(exchanges);
      expect(report.exchanges.judged + report.exchanges.ignored).toBe(exchanges.length);
    }),
    { numRuns: runs(30) },
  );
});

test('judges a body that is nested 100,000 levels deep, and a megabyte of one character', async () => {
  let deep: unknown = {};
  for (let depth = 0; depth < 100_000; depth++) deep = { data: deep };
  const wide = { ...pix, pix_qr_code: '0'.repeat(1_000_000), status: 'a'.repeat(1_000_000) };
  const report = await judgeExchanges([
    exchange('GET', '/v1/transactions', 200, deep),
    exchange('GET', '/v1/transactions/1', 200, wide),
  ]);
  expect(report.exchanges.judged).toBe(2);
  expect(JSON.stringify(report).length).toBeLessThan(200_000);
});
