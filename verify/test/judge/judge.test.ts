import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { simulateFees } from '../../../core/src/codes/fee-simulation.js';
import { contractOf } from '../../../core/src/contract/contract.js';
import { readContract } from '../../../core/src/contract/document.js';
import { runs } from '../../../test/property-runs.ts';
import { type Exchange, judgeExchanges, type Report } from '../../src/index.js';
import { example, exchange } from '../exchanges.ts';

const pix = example('createTransaction.pix.response');
const request = example('createTransaction.pix.request');

function verdictOf(report: Report, key: string) {
  const entry = report.entries.find((one) => one.key === key);
  if (!entry) throw new Error(`no entry ${key}`);
  return entry;
}

/** Judges exchanges, and returns the entry. */
const judged = async (key: string, ...exchanges: readonly Exchange[]) =>
  verdictOf(await judgeExchanges(exchanges), key);
/** Judges exchanges, and returns the verdict about the entry. */
const verdict = async (key: string, ...exchanges: readonly Exchange[]) => (await judged(key, ...exchanges)).verdict;

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

test('whether a date is past is decided by the clock of the gateway', async () => {
  const sent = { ...request, expiration_date: '2025-03-10 12:00:00' };
  const accepted = exchange('POST', '/v1/transactions', 200, pix, sent);
  const behind = {
    ...accepted.response,
    headers: { ...accepted.response.headers, date: 'Mon, 10 Mar 2025 11:00:00 GMT' },
  };

  const [here, there] = [await judgeExchanges([accepted]), await judgeExchanges([{ ...accepted, response: behind }])];

  const isPast = (report: Report) =>
    JSON.stringify(verdictOf(report, 'pix-flow')).includes('expiration date in the past');
  expect([here, there].map(isPast)).toEqual([true, false]);
});

describe('the unit of amounts', () => {
  const coded = (amount: number) => ({ ...pix, status: 'waiting_payment', amount });

  test('is confirmed by the code of an unpaid Pix, which states the amount in reais', async () => {
    const paid = exchange('POST', '/v1/transactions', 200, coded(15990), request);
    expect(await verdict('amount-centavos', paid)).toBe('confirmed');
  });

  test('is refuted if the code and the field state the same number', async () => {
    expect(await verdict('amount-centavos', exchange('GET', '/v1/transactions/1002', 200, coded(159.9)))).toBe(
      'refuted',
    );
  });

  test('is not settled by the code of a paid Pix or by a code with another amount', async () => {
    const paid = exchange('GET', '/v1/transactions/1', 200, { ...coded(15990), status: 'paid' });
    const other = exchange('GET', '/v1/transactions/2', 200, coded(777));
    for (const one of [paid, other]) expect(await verdict('amount-centavos', one)).toBe('consistent');
  });
});

test('a redacted value never violates a schema', async () => {
  const hidden = JSON.parse(JSON.stringify(pix), (key, value: unknown) =>
    ['customer', 'amount', 'card', 'items', 'id', 'created_at'].includes(key) ? '[redacted]' : value,
  );
  const report = await judgeExchanges([exchange('GET', '/v1/transactions/1002', 200, hidden)]);
  expect([...report.deviations, ...report.entries.filter(({ verdict }) => verdict === 'refuted')]).toEqual([]);
});

describe('an id in a request', () => {
  const byId = (customer_id: number | string, customer: unknown = { id: 77 }) =>
    exchange(
      'POST',
      '/v1/transactions',
      200,
      { ...pix, customer },
      { amount: 100, payment_method: 'pix', customer_id },
    );

  test('confirms its type only in a body, once as an integer and once as a string', async () => {
    const read = exchange('GET', '/v1/customers/77', 200, { id: 77 });
    expect((await judged('id-type', read, read)).confirmed).toBe(0);
    expect(await verdict('id-type', byId(77))).toBe('consistent');
    expect(await verdict('id-type', byId(77), byId('77'))).toBe('confirmed');
  });

  test('confirms nothing if the response shows another customer, because the server may have ignored it', async () => {
    const entry = await judged('id-type', byId(77), byId('77', { id: 78 }), byId('77', null));
    expect(entry).toMatchObject({ verdict: 'consistent', confirmed: 1 });
  });
});

describe('the fields that all payment methods share', () => {
  const FIELDS = { payment_direct: true, async: true, capture: true, installments: 1, items: [], metadata: '{}' };
  const paid = (payment_method: string, sent: object) =>
    exchange('POST', '/v1/transactions', 200, { ...pix, payment_method }, { amount: 100, payment_method, ...sent });

  test('are not confirmed by one payment method, or by some of the fields', async () => {
    const { payment_direct: _, ...some } = FIELDS;
    const entry = await judged('form-fields-shared', paid('credit_card', FIELDS), paid('pix', some));
    expect(entry).toMatchObject({ verdict: 'consistent', confirmed: 1, of: 5 });
  });

  test('are confirmed by a card, a Pix and a boleto, and a Pix for a stored customer', async () => {
    const { id } = pix.customer as { id: number };
    const all = ['credit_card', 'pix', 'boleto'].map((method) => paid(method, { ...FIELDS, customer_id: id }));
    expect(await verdict('form-fields-shared', ...all)).toBe('confirmed');
  });
});

describe('a second payment with the same key', () => {
  const sent = { amount: 100, payment_method: 'pix', reference_key: 'order-1001-checkout-1' };
  test.each([
    ['is refuted as refused if it is another payment', 200, { ...pix, id: 9999 }, 'refuted', 0],
    ['is not judged if it is the first payment', 200, pix, 'consistent', 0],
    ['is not judged if the refusal does not name the key', 422, { errors: ['customer: is required'] }, 'consistent', 0],
    [
      'is confirmed as refused if the refusal names the key',
      422,
      { errors: ['reference_key: in use'] },
      'consistent',
      1,
    ],
  ])('%s', async (_, status, returned, expected, confirmed) => {
    const [first, second] = [
      exchange('POST', '/v1/transactions', 200, pix, sent),
      exchange('POST', '/v1/transactions', status, returned, sent),
    ];
    expect(await judged('reference-key', first, second)).toMatchObject({ verdict: expected, confirmed });
  });
});

test('a time that comes back as it was sent does not prove that the gateway reads it as UTC', async () => {
  const sent = { ...request, expiration_date: pix.pix_expiration_date };
  const verdictWith = (returned: object) =>
    verdict('pix-expiration', exchange('POST', '/v1/transactions', 200, returned, sent));
  expect(await verdictWith(pix)).toBe('consistent');
  expect(await verdictWith({ ...pix, pix_expiration_date: '2030-01-01 00:00:00' })).toBe('refuted');
  const inSaoPaulo = new Date(Date.parse(`${pix.pix_expiration_date}Z`) - 3 * 3_600_000).toISOString();
  const local = inSaoPaulo.slice(0, 19).replace('T', ' ');
  expect(await verdictWith({ ...pix, pix_expiration_date: local })).toBe('consistent');
});

test.each([200, 204])(
  'a deletion with %i and no body refutes the form of the response, not the path',
  async (status) => {
    const report = await judgeExchanges([exchange('DELETE', '/v1/plans/201', status, undefined)]);
    expect(verdictOf(report, 'deletion-shape').verdict).toBe('refuted');
    expect(verdictOf(report, 'resource-paths').verdict).not.toBe('refuted');
  },
);

test('an address for 3DS of a payment that does not wait for it refutes the assumed status', async () => {
  const sent = { amount: 100, payment_method: 'credit_card', threeDSecure: {} };
  const withStatus = (status: string) => {
    const returned = { ...pix, payment_method: 'credit_card', status, threeDSecure: { url: 'https://bank.example/' } };
    return verdict('three-d-secure-response', exchange('POST', '/v1/transactions', 200, returned, sent));
  };
  expect(await withStatus('request_authentication')).toBe('confirmed');
  expect(await withStatus('processing')).toBe('refuted');
});

test('a refusal of a document that another customer has says nothing about upper case', async () => {
  const sent = { external_id: '7', name: 'Ana', country: 'BR', documents: [{ type: 'CPF', number: '11144477735' }] };
  const saying = (message: string) =>
    verdict('document-type-case', exchange('POST', '/v1/customers', 422, { errors: [message] }, sent));
  expect(await saying('CPF já cadastrado')).not.toBe('refuted');
  expect(await saying('documents: CPF is not valid')).toBe('refuted');
});

describe('an operation that changes a resource', () => {
  const held = { ...pix, status: 'authorized' };
  const capture = (status: string) => exchange('POST', '/v1/transactions/1002/capture', 200, { ...pix, status }, {});

  test('refutes its entry by a status that the contract does not list after it', async () => {
    const report = await judgeExchanges([exchange('GET', '/v1/transactions/1002', 200, held), capture('canceled')]);
    expect(verdictOf(report, 'capture-rules')).toMatchObject({
      verdict: 'refuted',
      reason: 'captureTransaction returned the status canceled, and the contract lists paid.',
    });
    expect(verdictOf(report, 'capture-path').verdict).toBe('confirmed');
  });

  test('does not confirm its behavior by a success alone', async () => {
    const report = await judgeExchanges([
      capture('paid'),
      ...[
        'links/401',
        'customers/77',
        'webhooks/501',
        'plans/201',
        'prices/301',
        'receivers/601',
        'subscriptions/701',
      ].map((path) => exchange('PUT', `/v1/${path}`, 200, { id: 1 }, {})),
    ]);
    const entries = ['capture-rules', 'update-request-fields'].map((key) => verdictOf(report, key));
    expect(entries.map(({ confirmed }) => confirmed)).toEqual([0, 0]);
  });
});

describe('several exchanges with the same resource', () => {
  test('refute an update that changes a field the client did not send', async () => {
    const plan = { id: 201, name: 'Clube', description: '250 g', status: 'active' };
    const changed = { ...plan, name: 'Novo', description: null };
    const read = exchange('GET', '/v1/plans/201', 200, plan);
    const update = exchange('PUT', '/v1/plans/201', 200, changed, { name: 'Novo' });
    expect(await verdict('update-request-fields', read, update)).toBe('refuted');
  });

  test('refute a status change that no permitted chain explains', async () => {
    const change = (...statuses: string[]) =>
      verdict(
        'transaction-transitions',
        ...statuses.map((status) => exchange('GET', '/v1/transactions/1002', 200, { ...pix, status })),
      );
    expect(await change('refunded', 'paid')).toBe('refuted');
    expect(await change('processing', 'refunded')).not.toBe('refuted');
    expect(await change('processing', 'unheard_of')).not.toBe('refuted');
  });

  test.each(['pix', 'boleto'])(
    'name the variant of a canceled %s that is paid, and not a contradiction',
    async (method) => {
      const at = (status: string) =>
        exchange('GET', '/v1/transactions/1002', 200, { ...pix, payment_method: method, status });
      const report = await judgeExchanges([at('canceled'), at('paid')]);
      const entry = verdictOf(report, `${method}-flow`);
      expect(entry.verdict).toBe('refuted');
      expect(entry.findings.map(({ variant }) => variant)).toContain(`${method}-flow=paid-after-cancel`);
      expect(verdictOf(report, 'transaction-transitions').verdict).not.toBe('refuted');
      expect(await verdict('transaction-transitions', at('canceled'), at('refunded'))).not.toBe('refuted');
    },
  );

  test('refute a canceled card payment that is paid', async () => {
    const at = (status: string) =>
      exchange('GET', '/v1/transactions/1002', 200, { ...pix, payment_method: 'credit_card', status });
    expect(await verdict('transaction-transitions', at('canceled'), at('paid'))).toBe('refuted');
  });

  test('distinguish an unknown id from a missing path', async () => {
    const unknown = exchange('GET', '/v1/plans/9', 404, { errors: ['not found'] });
    expect(await verdict('resource-paths', unknown)).toBe('not settled');
    const collection = exchange('GET', '/v1/plans', 404, { errors: ['not found'] });
    expect(await verdict('resource-paths', collection)).toBe('refuted');
  });
});

test('a body with an unlisted status code is checked against the schema of a success or error', async () => {
  const report = await judgeExchanges([exchange('POST', '/v1/transactions', 201, { ...pix, id: 'abc' }, request)]);
  expect(report.deviations.map(({ place }) => place)).toContain('#/components/schemas/Transaction/properties/id');
  expect(report.discoveries.map(({ kind }) => kind)).toEqual(['status']);
});

describe('a simulation', () => {
  test('of another sale than the published one confirms the formula, and a wrong part refutes it', async () => {
    const sent = example('simulateTax.customer.request');
    const returned = example('simulateTax.customer.response');
    const simulation = (changes: object, more: object = {}) =>
      exchange('POST', '/v1/simulate/tax', 200, { ...returned, ...changes }, { ...sent, ...more });
    expect(await verdict('simulation-units', simulation({}))).toBe('confirmed');
    expect(await judged('simulation-formula', simulation({}))).toMatchObject({ verdict: 'consistent', confirmed: 2 });
    expect((await judged('simulation-formula', simulation({}, { brand: 'visa' }))).confirmed).toBe(3);
    expect(await verdict('simulation-formula', simulation({ antecipatedAmount: 300 }))).toBe('refuted');
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
        expect(verdictOf(report, key).confirmed).toBeGreaterThan(0);
        if (feeResponsible === 'customer') expect(verdictOf(report, 'simulation-rate').verdict).toBe('confirmed');

        const monthly = returned.installments.map((part, index) => ({
          ...part,
          previsionPaymentDate: `${new Date(Date.UTC(2027, index, 15)).toISOString().slice(0, 10)}T00:00:00`,
        }));
        const wrong = { ...returned, installments: monthly };
        expect(await verdict(key, exchange('POST', '/v1/simulate/tax', 200, wrong, sent))).toBe('refuted');
      }
    },
  );
});

test('judges any exchange without throwing', async () => {
  const operations = contractOf(readContract()).operations;
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
