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

test('a redacted value never violates a schema', async () => {
  const hidden = JSON.parse(JSON.stringify(pix), (key, value: unknown) =>
    ['customer', 'amount', 'card', 'items', 'id', 'created_at'].includes(key) ? '[redacted]' : value,
  );
  const report = await judgeExchanges([exchange('GET', '/v1/transactions/1002', 200, hidden)]);
  expect([...report.deviations, ...report.entries.filter(({ verdict }) => verdict === 'refuted')]).toEqual([]);
});

const got = (path: string, body: unknown, status = 200) => exchange('GET', `/v1/${path}`, status, body);
const at = (status: string, more: object = {}) => got('transactions/1002', { ...pix, ...more, status });
const coded = (amount: number, status = 'waiting_payment') => at(status, { amount });
const paid = (sent: object, returned: object = {}, status = 200) =>
  exchange('POST', '/v1/transactions', status, returned, { amount: 100, payment_method: 'pix', ...sent });
const withId = (customer_id: number | string, customer: unknown = { id: 77 }) =>
  paid({ customer_id }, { ...pix, customer });
const shared = (payment_method: string, sent: object) => paid({ payment_method, ...sent }, { ...pix, payment_method });
const keyed = (returned: object, status = 200) => paid({ reference_key: 'order-1001' }, returned, status);
const expiring = (time: unknown) =>
  paid({ expiration_date: pix.pix_expiration_date }, { ...pix, pix_expiration_date: time });
const with3ds = (status: string) => {
  const card = { payment_method: 'credit_card', threeDSecure: { url: 'https://bank.example/' } };
  return paid({ ...card, threeDSecure: {} }, { ...pix, ...card, status });
};
const refusedDocument = (message: string) => {
  const sent = { external_id: '7', name: 'Ana', country: 'BR', documents: [{ type: 'CPF', number: '11144477735' }] };
  return exchange('POST', '/v1/customers', 422, { errors: [message] }, sent);
};

const FIELDS = { payment_direct: true, async: true, capture: true, installments: 1, items: [], metadata: '{}' };
const { payment_direct: _, ...SOME_FIELDS } = FIELDS;
const { id: customer_id } = pix.customer as { id: number };
const IN_SAO_PAULO = new Date(Date.parse(`${pix.pix_expiration_date}Z`) - 3 * 3_600_000).toISOString();
const PLAN = { id: 201, name: 'Clube', description: '250 g', status: 'active' };

type Verdict = 'confirmed' | 'consistent' | 'refuted' | 'not settled';
test.each<[key: string, what: string, expected: Verdict, exchanges: readonly Exchange[], confirmed?: number]>([
  ['amount-centavos', 'the code of an unpaid Pix states the amount in reais', 'confirmed', [coded(15990)]],
  ['amount-centavos', 'the code and the field state the same number', 'refuted', [coded(159.9)]],
  ['amount-centavos', 'the Pix is paid', 'consistent', [coded(15990, 'paid')]],
  ['amount-centavos', 'the code states another amount', 'consistent', [coded(777)]],
  ['id-type', 'the id is a number in a body', 'consistent', [got('customers/77', { id: 77 }), withId(77)], 1],
  ['id-type', 'the id is a number, then a string in a body', 'confirmed', [withId(77), withId('77')]],
  [
    'id-type',
    'the response has no or another customer',
    'consistent',
    [withId(77), withId('77', { id: 78 }), withId('77', null)],
    1,
  ],
  [
    'form-fields-shared',
    'one payment method has some fields only',
    'consistent',
    [shared('credit_card', FIELDS), shared('pix', SOME_FIELDS)],
    1,
  ],
  [
    'form-fields-shared',
    'a card, a Pix and a boleto for a stored customer have all fields',
    'confirmed',
    ['credit_card', 'pix', 'boleto'].map((method) => shared(method, { ...FIELDS, customer_id })),
  ],
  ['reference-key', 'the same key is another payment', 'refuted', [keyed(pix), keyed({ ...pix, id: 9999 })], 0],
  ['reference-key', 'the same key is the first payment', 'consistent', [keyed(pix), keyed(pix)], 0],
  [
    'reference-key',
    'the refusal does not name the key',
    'consistent',
    [keyed(pix), keyed({ errors: ['customer: is required'] }, 422)],
    0,
  ],
  [
    'reference-key',
    'the refusal names the key',
    'consistent',
    [keyed(pix), keyed({ errors: ['reference_key: in use'] }, 422)],
    1,
  ],
  // A time that comes back as it was sent does not show that the gateway reads it as UTC.
  ['pix-expiration', 'the time comes back', 'consistent', [expiring(pix.pix_expiration_date)]],
  [
    'pix-expiration',
    'the time comes back in São Paulo',
    'consistent',
    [expiring(IN_SAO_PAULO.slice(0, 19).replace('T', ' '))],
  ],
  ['pix-expiration', 'another time comes back', 'refuted', [expiring('2030-01-01 00:00:00')]],
  [
    'three-d-secure-response',
    'a payment with an address waits for 3DS',
    'confirmed',
    [with3ds('request_authentication')],
  ],
  ['three-d-secure-response', 'a payment with an address does not wait', 'refuted', [with3ds('processing')]],
  ['document-type-case', 'another customer has the document', 'not settled', [refusedDocument('CPF já cadastrado')]],
  ['document-type-case', 'the document is not valid', 'refuted', [refusedDocument('documents: CPF is not valid')]],
  [
    'update-request-fields',
    'an update changes a field that was not sent',
    'refuted',
    [got('plans/201', PLAN), exchange('PUT', '/v1/plans/201', 200, { ...PLAN, description: null }, { name: 'Novo' })],
  ],
  ['transaction-transitions', 'no permitted chain explains the status', 'refuted', [at('refunded'), at('paid')]],
  ['transaction-transitions', 'a permitted chain explains it', 'not settled', [at('processing'), at('refunded')]],
  ['transaction-transitions', 'another entry is about the change', 'not settled', [at('chargedback'), at('paid')], 0],
  ['transaction-transitions', 'it is unknown', 'not settled', [at('processing'), at('unheard_of')]],
  ['transaction-transitions', 'a canceled Pix is refunded', 'not settled', [at('canceled'), at('refunded')]],
  [
    'transaction-transitions',
    'a canceled card payment is paid',
    'refuted',
    ['canceled', 'paid'].map((status) => at(status, { payment_method: 'credit_card' })),
  ],
  [
    'form-fields-shared',
    'a refusal names another field with a part of the name',
    'consistent',
    [paid({ capture: false }, pix), paid({ capture: false }, { errors: ['capture_method is unknown'] }, 422)],
  ],
  ['resource-paths', 'an id is unknown', 'not settled', [got('plans/9', { errors: ['not found'] }, 404)]],
  ['resource-paths', 'a list is unknown', 'refuted', [got('plans', { errors: ['not found'] }, 404)]],
  ['deletion-shape', '204 has no body', 'refuted', [exchange('DELETE', '/v1/plans/201', 204, undefined)]],
  ['deletion-shape', '200 has no body', 'refuted', [exchange('DELETE', '/v1/plans/201', 200, undefined)]],
  [
    'resource-paths',
    'a deletion with 204 has no body',
    'consistent',
    [exchange('DELETE', '/v1/plans/201', 204, undefined)],
  ],
])('%s if %s: %s', async (key, _, expected, exchanges, confirmed) => {
  const counted = confirmed ?? expect.any(Number);
  expect(await judged(key, ...exchanges)).toMatchObject({ verdict: expected, confirmed: counted });
});

describe('an operation that changes a resource', () => {
  const capture = (status: string) => exchange('POST', '/v1/transactions/1002/capture', 200, { ...pix, status }, {});

  test('refutes its entry by a status that the contract does not list after it', async () => {
    const report = await judgeExchanges([at('authorized'), capture('canceled')]);
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

describe('a customer who was changed', () => {
  const before = { id: 77, external_id: 'a', email: 'a@example.com', name: 'A' };
  const payer = (sent: object, returned: object) => paid({ customer: sent }, { ...pix, customer: returned });
  const changed = { ...before, external_id: 'b', email: 'b@example.com', name: 'C' };
  const history = [
    payer(before, before),
    payer({ ...before, name: 'B' }, { ...before, name: 'B' }),
    exchange('PUT', '/v1/customers/77', 200, changed, { external_id: 'b', email: 'b@example.com', name: 'C' }),
  ];

  test.each([
    ['the name', 'customer-identity', got('customers/77', changed)],
    ['the external_id', 'customer-identity', payer({ ...before, email: 'd@example.com' }, { ...before, id: 78 })],
    ['the e-mail', 'customer-lookup', exchange('POST', '/v1/customers/find', 404, {}, { email: before.email })],
  ])('is not judged by %s of the time before', async (_, key, last) => {
    expect((await judged(key, ...history, last)).findings.filter(({ verdict }) => verdict === 'refuted')).toEqual([]);
  });
});

test.each(['trialing', 'unpaid'])('a customer with a subscription that is %s is not deleted', async (status) => {
  const subscription = { ...example('createSubscription.objects.response'), status };
  const deletion = exchange('DELETE', '/v1/customers/77', 200, { id: 77, deleted: true });
  expect(await verdict('deletion-effects', got('subscriptions/601', subscription), deletion)).toBe('refuted');
});

test.each(['pix', 'boleto'])(
  'a canceled %s that is paid is a variant, and no contradiction',
  async (payment_method) => {
    const report = await judgeExchanges(['canceled', 'paid'].map((status) => at(status, { payment_method })));
    const entry = verdictOf(report, `${payment_method}-flow`);
    expect(entry.verdict).toBe('refuted');
    expect(entry.findings.map(({ variant }) => variant)).toContain(`${payment_method}-flow=paid-after-cancel`);
    expect(verdictOf(report, 'transaction-transitions').verdict).not.toBe('refuted');
  },
);

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
