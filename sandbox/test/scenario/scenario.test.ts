import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contractOf } from '../../../core/src/contract/contract.js';
import { readContract } from '../../../core/src/contract/document.js';
import { successOf } from '../../../core/src/contract/operation.js';
import type { JsonObject } from '../../../core/src/util/json.js';
import { testValues } from '../../../generated/test-values.js';
import { runs } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { ACTS } from '../../src/acts/index.js';
import { createSandboxFetch, type SandboxFetch, type Scenario } from '../../src/index.js';
import { sectionSchema, sections } from '../../src/scenario/file.js';
import { send } from '../entrances.ts';
import { byCard } from '../rules/requests.ts';

const folder = temporaryFolder('scenario');

/** The fields of responses that an export omits: the sandbox gives them again, or they follow from the state. */
const OMITTED: Readonly<Record<string, readonly string[]>> = {
  customers: ['birthday'],
  cards: ['card_id', 'card_first_digits', 'card_last_digits', 'brand', 'fingerprint', 'valid'],
  receivers: ['status'],
  plans: [],
  prices: [],
  subscriptions: ['price', 'current_period_start', 'current_period_end', 'canceled_at'],
  links: ['url', 'expires_at'],
  transactions: [
    ...['ip_address', 'tid', 'payment_type', 'ref_id', 'pix_qr_code', 'pix_expiration_date', 'pix_additional_fields'],
    ...['session', 'local_time', 'refused_reason', 'subscription_id'],
  ],
  webhooks: [],
};

function fileOf(text: string): string {
  const file = join(folder, 'shop.yaml');
  writeFileSync(file, text);
  return file;
}

const numberOf = (wanted: string) => testValues.cards.find(({ outcome }) => outcome === wanted)?.card_number ?? '';

/** Returns a sandbox as `send` takes it. */
const at = (sandbox: SandboxFetch) => ({ url: 'http://sandbox.test', fetch: sandbox });

const open = () => createSandboxFetch({ clock: '2026-11-20T12:00:00Z', refuseWarnings: true });

const PIX = { amount: 900, payment_method: 'pix' };
const CARD = { amount: 900, payment_method: 'credit_card', card: 'approved' };
const BOLETO = { amount: 900, payment_method: 'boleto' };
const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/no' };

describe('a scenario file', () => {
  test('creates named objects in their states', async () => {
    await using sandbox = open();
    const loaded = await sandbox.load('sandbox/testing/shop.yaml');
    const scenario = parse(readFileSync('sandbox/testing/shop.yaml', 'utf8'));
    for (const [section, objects] of Object.entries(scenario)) {
      expect(Object.keys(loaded[section] ?? {})).toEqual(Object.keys(objects as object));
    }
    const { ana } = loaded.customers ?? {};
    for (const [name, { status }] of Object.entries(scenario.transactions as Record<string, { status: string }>)) {
      const id = loaded.transactions?.[name]?.id ?? 0;
      expect(await sandbox.retrieve(id), name).toMatchObject({ status });
    }
    expect(await sandbox.retrieve(loaded.transactions?.waiting?.id ?? 0)).toMatchObject({
      customer: { id: ana?.id, name: 'Ana Souza' },
      pix_qr_code: expect.stringContaining('000201'),
    });
    expect(loaded.transactions?.['partly-refunded']).toMatchObject({ paid_amount: 7000, installments: 3 });
    expect(loaded.subscriptions?.['ana-club']).toMatchObject({ status: 'paid', customer: { id: ana?.id } });
    expect((await sandbox.events.list()).length).toBeGreaterThan(5);
  });

  test.each([
    { ...PIX, status: 'refunded' },
    { ...BOLETO, status: 'paid' },
    { ...BOLETO, status: 'paid', capture_amount: 1000 },
    { ...CARD, status: 'pending_refund' },
    { ...BOLETO, status: 'pending_refund', pending_refund_amount: 899 },
    { ...CARD, status: 'canceled', capture: false },
    { ...CARD, card: 'processing', status: 'refused' },
    { ...CARD, payment_method: 'debit_card', threeDSecure, status: 'refused' },
  ])('brings a payment into its state: %o', async (transaction) => {
    await using sandbox = open();
    const loaded = await sandbox.load({ transactions: { order: transaction } });
    expect(loaded.transactions?.order).toMatchObject({ status: transaction.status });
  });

  test('names a payment of a link', async () => {
    await using sandbox = open();
    const loaded = await sandbox.load({
      links: { order: { amount: 500 }, old: { amount: 500, status: 'expired' } },
      transactions: { paid: { link_id: 'order', amount: 500, payment_method: 'pix', status: 'paid' } },
    });
    expect(loaded.links?.old?.status).toBe('expired');
    const { body } = await send(at(sandbox), 'GET', `/v1/links/${loaded.links?.order?.id}/transactions`);
    expect(body).toMatchObject({ total: 1, data: [{ id: loaded.transactions?.paid?.id }] });
  });
});

describe('an error of a scenario file', () => {
  test.each([
    [
      'names the line of an unknown field and the accepted ones',
      'customers:\n  ana:\n    name: Ana\n    emial: a@b.example',
      /^.*shop\.yaml:4: customers\.ana\.emial: is not known here; did you mean email\? \(known: external_id, name, /,
    ],
    [
      'names an unknown section',
      'custommers: {}',
      /:1: custommers: is not known here; did you mean customers\? \(known: assume, customers, cards/,
    ],
    [
      'refuses card numbers without showing them',
      'transactions:\n  a:\n    amount: 1\n    payment_method: credit_card\n    card: "4111111111111111"',
      /:5: transactions\.a\.card: must be one of approved, /,
    ],
    [
      'says how to name a card',
      'cards:\n  a:\n    card_number: "4111111111111111"',
      /:3: cards\.a\.card_number: a scenario has no card data; name a card by its outcome/,
    ],
    [
      'names the line of a missing name',
      'transactions:\n  a:\n    amount: 1\n    payment_method: pix\n    customer_id: ana',
      /:5: transactions\.a\.customer_id: no object in customers has this name; its names are: none/,
    ],
    ['names a wrong type', 'links:\n  a:\n    amount: a lot', /:3: links\.a\.amount: must be an integer, not a string/],
    ['names a missing field', 'links:\n  a:\n    name: x', /:2: links\.a: amount: is required/],
    [
      'names a state that cannot be reached',
      'transactions:\n  a:\n    amount: 1\n    payment_method: pix\n    status: authorized',
      /:5: transactions\.a: status: cannot become authorized; it begins as waiting_payment/,
    ],
    [
      'names a refund of everything',
      'transactions:\n  a: { amount: 9, payment_method: pix, status: paid, paid_amount: 10 }',
      /:2: transactions\.a: paid_amount: must be from 1 to 9/,
    ],
    [
      'names a pending refund of everything',
      'transactions:\n  a: { amount: 9, payment_method: pix, pending_refund_amount: 9 }',
      /:2: transactions\.a: pending_refund_amount: must be from 1 to 8, and the status must be pending_refund$/,
    ],
    [
      'names a dispute of everything',
      'transactions:\n  a: { amount: 9, payment_method: pix, disputed_amount: 9 }',
      /:2: transactions\.a: disputed_amount: must be from 1 to 8, and the status must be paid$/,
    ],
    ['names a bad name', 'links:\n  "": { amount: 1 }', /:2: links.*a name begins with a letter/],
    ['names the line of broken YAML', 'links:\n  a: {', /shop\.yaml:\d: /],
    ['names a list', '- 1', /shop\.yaml: must be a map of sections/],
    [
      'refuses aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(30)}]\nc: &c [${'*b,'.repeat(30)}]\nd: [${'*c,'.repeat(30)}]`,
      /nested too deeply, or has too many aliases/,
    ],
    ['refuses a file that is too large', '#'.repeat(2 ** 20 + 1), /must be at most 1048576 bytes/],
  ])('%s', (_, text, error) => expectRefusal(text, error));

  test('refuses lists nested 100,000 deep', { tags: 'long' }, () =>
    expectRefusal(`a: ${'['.repeat(100_000)}`, /^[^\n]*nested too deeply, or has too many aliases$/),
  );

  async function expectRefusal(text: string, error: RegExp): Promise<void> {
    await using sandbox = open();
    const loading = sandbox.load(fileOf(text));
    await expect(loading).rejects.toMatchObject({ name: 'ScenarioError', message: expect.stringMatching(error) });
    await expect(loading).rejects.not.toThrow('4111');
    expect(await sandbox.export()).toEqual({});
  }

  test('leaves nothing behind if a later object is refused', async () => {
    await using sandbox = open();
    const scenario = { customers: { ana: { name: 'Ana' } }, transactions: { a: { ...PIX, status: 'authorized' } } };
    await expect(sandbox.load(scenario)).rejects.toThrow(/^transactions\.a: status: cannot become authorized/);
    expect(await sandbox.export()).toEqual({});
    expect(await sandbox.events.list()).toEqual([]);
  });

  test('rejects a file that cannot be read with one short line', async () => {
    await using sandbox = open();
    const files = ['', folder, 'x'.repeat(100_000), new URL('https://example.com/shop.yaml')];
    for (const file of files) {
      const error: Error = await sandbox.load(file).catch((error) => error);
      expect(error.name).toBe('ScenarioError');
      expect(error.message).toMatch(/^[^\n]{0,200}: cannot be read: [^\n]{1,40}$/);
    }
  });

  test('rejects any invalid value with a ScenarioError', { tags: 'long' }, async () => {
    await using sandbox = open();
    const section = fc.constantFrom('customers', 'transactions', 'links', 'cards', 'prices', 'subscriptions', 'x');
    const field = fc.constantFrom('amount', 'card', 'status', 'customer_id', 'payment_method', 'metadata', '__proto__');
    const scenario = fc.dictionary(section, fc.dictionary(fc.string(), fc.dictionary(field, fc.jsonValue())));
    await fc.assert(
      fc.asyncProperty(scenario, async (value) => {
        await sandbox.load(value as Scenario).catch((error) => expect(error.name).toBe('ScenarioError'));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('export', () => {
  test('has each field of a response, or a field of the state in its place', () => {
    const { operation, shapeOf } = contractOf(readContract());
    const found = sections().map((section) => {
      const { properties, 'x-operation': id } = sectionSchema(section);
      const created = operation(String(id));
      const fields = [...shapeOf((created && successOf(created).response?.schema) ?? {}).fields.keys()];
      const times = ['id', 'created_at', 'updated_at'];
      return [section, fields.filter((name) => !times.includes(name) && !Object.hasOwn(Object(properties), name))];
    });
    const advice = 'Save the state of each further field in scenario/save.ts and load.ts, or add the field to OMITTED';
    expect(Object.fromEntries(found), advice).toEqual(OMITTED);
  });

  test('keeps all fields of a request that a scenario can have', async () => {
    const items = [
      { external_id: 'sku-1', title: 'Book', unit_price: 1000, quantity: 1, tangible: true },
      { external_id: 'sku-2', title: 'Course', unit_price: 500, quantity: 2, tangible: false },
    ];
    const { card: _, ...request } = byCard({ amount: 2000, items });
    await using first = open();
    await first.load({ transactions: { order: { ...request, card: 'approved' } } });
    const exported = await first.export();
    const { billing, shipping, metadata } = request;
    await using second = open();
    await second.load(exported);
    for (const { transactions = {} } of [exported, await second.export()])
      expect(Object.values(transactions)).toMatchObject([{ items, billing, shipping, metadata }]);
  });

  const CARD_DATA = { card_holder_name: 'ANA', card_expiration_date: '1239', card_cvv: '123' };
  const card = (card_number: string, changes = {}) => ({ card: { ...CARD_DATA, card_number, ...changes } });
  const customer = { external_id: 'ana', name: 'Ana', email: 'ana@example.com' };
  const payments = ({ transactions = {} }: Scenario) =>
    Object.values(transactions).map(({ amount, payment_method, status, paid_amount, set_status, split }) =>
      JSON.stringify({ amount, payment_method, status, paid_amount, set_status, split }).replace(/receiver-\d+/g, ''),
    );
  const moneyOf = ({ status, amount, capture_amount, paid_amount }: JsonObject = {}) => ({
    status,
    amount,
    capture_amount,
    paid_amount,
  });

  test.each<[body: object, acts: Record<string, object>, status: string, capture_amount: number, paid_amount: unknown]>(
    [
      [{ capture: false }, { capture: { amount: 600 }, refund: { amount: 100 } }, 'paid', 600, 500],
      [{}, { refund: { amount: 400 }, chargeback: {} }, 'chargedback', 1000, 600],
      [{ capture: false }, { review: {} }, 'pending_review', 0, null],
      [{ capture: false }, { setStatus: { status: 'refunded' } }, 'refunded', 0, null],
    ],
  )('keeps the amounts of a payment with %j after %j', async (body, acts, status, capture_amount, paid_amount) => {
    const money = { status, capture_amount, paid_amount };
    await using first = open();
    await using second = open();
    const [path, payment] = tx({ payment_method: 'credit_card', ...card('4111111111111111'), ...body });
    const { id } = (await send(at(first), 'POST', path, payment)).body;
    for (const [act, options] of Object.entries(acts))
      await send(at(first), 'POST', `/_sandbox/objects/${id}/${act}`, options);
    expect(await first.retrieve(id)).toMatchObject(money);
    const { transactions } = await second.load(await first.export());
    expect(Object.values(transactions ?? {})).toMatchObject([{ amount: 1000, ...money }]);
  });

  test.each([{}, { 'partial-chargeback': 'keeps-paid-amount' }] as const)(
    'keeps a disputed part, which the shop can win, under %o',
    async (assumed) => {
      await using first = open();
      await using second = open();
      await first.assume(assumed);
      const { transactions } = await first.load({ transactions: { order: { ...CARD, status: 'paid' } } });
      const id = Number(transactions?.order?.id);
      await first.refund(id, { amount: 100 });
      await first.chargeback(id, { amount: 200 });
      const before = await first.retrieve(id);

      const exported = await first.export();
      const copy = (await second.load(exported)).transactions?.[`transaction-${id}`]?.id ?? 0;

      expect(exported.transactions).toMatchObject({ [`transaction-${id}`]: { disputed_amount: 200 } });
      expect((await second.retrieve(copy)).paid_amount).toBe(before.paid_amount);
      for (const [sandbox, one] of [
        [first, id],
        [second, copy],
      ] as const)
        await sandbox.winChargeback(one);
      expect((await second.retrieve(copy)).paid_amount).toBe((await first.retrieve(id)).paid_amount);
    },
  );

  test('keeps a partial refund that is pending, and its end', async () => {
    await using first = open();
    await using second = open();
    await first.assume({ 'refund-rules': 'partial-is-pending' });
    const paid = await first.load({ transactions: { order: { ...BOLETO, status: 'paid' } } });
    const order = paid.transactions?.order?.id ?? 0;
    await first.refund(order, { amount: 300 });
    await first.assume({ 'refund-rules': undefined });

    const exported = await first.export();
    const id = (await second.load(exported)).transactions?.[`transaction-${order}`]?.id ?? 0;

    expect(exported.transactions).toMatchObject({ [`transaction-${order}`]: { pending_refund_amount: 300 } });
    expect(await second.retrieve(id)).toMatchObject({ status: 'pending_refund', paid_amount: 900 });
    await second.clock.advance('1m');
    expect(await second.retrieve(id)).toMatchObject({ status: 'paid', paid_amount: 600 });
  });

  test.each([
    ['approved', 'paid'],
    ['refused', 'refused'],
  ])('keeps that the issuer decides later about a card that is %s', async (card, end) => {
    await using first = open();
    await using second = open();
    await first.load({ transactions: { order: { ...CARD, card, async: true } } });

    const { transactions = {} } = await second.load(await first.export());
    const [order] = Object.values(transactions);

    expect(order).toMatchObject({ status: 'processing' });
    await second.clock.advance('1m');
    expect(await second.retrieve(order?.id ?? 0)).toMatchObject({ status: end });
  });

  test('keeps a canceled subscription, and leaves out one that has ended, which would begin again', async () => {
    await using sandbox = open();
    const subscription = { price_id: 'monthly', card: 'approved' };
    const { subscriptions = {} } = await sandbox.load({
      plans: { club: { name: 'Club' } },
      prices: { monthly: { plan_id: 'club', amount: 990 } },
      subscriptions: { ended: subscription, canceled: { ...subscription, status: 'canceled' } },
    });
    await sandbox.expire(subscriptions.ended?.id ?? 0);

    expect(Object.values((await sandbox.export()).subscriptions ?? {})).toMatchObject([{ status: 'canceled' }]);
  });

  const tx = (body: object) => ['/v1/transactions', { amount: 1000, customer, ...body }] as const;

  test('loads again after any sequence of requests, acts and removals', { tags: 'long' }, async () => {
    await using first = createSandboxFetch({ clock: '2026-11-20T12:00:00Z', log: 'silent' });
    await using second = createSandboxFetch({ clock: '2026-11-20T12:00:00Z', log: 'silent' });
    const creation = fc.constantFrom<readonly [path: string, body: object]>(
      tx({ payment_method: 'pix' }),
      tx({ payment_method: 'boleto' }),
      tx({ payment_method: 'credit_card', ...card('4111111111111111') }),
      tx({ payment_method: 'credit_card', capture: false, ...card('4111111111111111') }),
      tx({ payment_method: 'credit_card', ...card('4111111111111111', { card_cvv: '612' }) }),
      tx({ payment_method: 'credit_card', ...card('4111111111111111', { card_expiration_date: '0120' }) }),
      ...['request_authentication', 'processing', 'refused'].map((outcome) =>
        tx({ payment_method: 'credit_card', threeDSecure, ...card(numberOf(outcome)) }),
      ),
      tx({ payment_method: 'debit_card', threeDSecure, ...card('4111111111111111') }),
      tx({
        payment_method: 'pix',
        split: [
          { receiver_id: 1001, percentage: 30, liable: true, charge_processing_fee: true },
          { receiver_id: 1001, percentage: 70 },
        ],
      }),
      tx({
        payment_method: 'pix',
        split: [
          { receiver_id: 1001, amount: 300, liable: true, charge_processing_fee: true },
          { receiver_id: 1001, amount: 700 },
        ],
      }),
      ['/v1/subscriptions', { price_id: 1003, customer, ...card('4111111111111111') }],
      ['/v1/subscriptions', { price_id: 1003, customer, payment_method: 'pix' }],
      ['/v1/links', { type: 'payment', name: 'Order', amount: 500 }],
      ['/v1/customers', customer],
    );
    const act = fc.constantFrom('capture', 'refund', ...ACTS);
    const status = fc.constantFrom('paid', 'refunded', 'authorized', 'pending_refund', 'analyzing', 'in_dispute');
    const id = fc.integer({ min: 1001, max: 1030 });
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ creation }) },
      {
        weight: 4,
        arbitrary: fc.record({
          id,
          act,
          body: fc.constantFrom({}, { amount: 300 }, { amount: 100 }, { amount: 1200 }, { outcome: 'approved' }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ id, act: fc.constant('setStatus'), body: fc.record({ status }) }) },
      fc.record({ id, remove: fc.constantFrom('receivers', 'plans', 'prices', 'customers', 'subscriptions', 'links') }),
      fc.record({ days: fc.integer({ min: 1, max: 40 }) }),
      fc.record({
        refundRules: fc.constantFrom(undefined, 'partial-is-pending', 'pending-for-cards', 'partial-sends-event'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 15 }), async (steps) => {
        await Promise.all([first.reset(), second.reset()]);
        const ask = (method: string, path: string, body?: object) => send(at(first), method, path, body);
        await ask('POST', '/v1/receivers', { name: 'Shop', document: '12345678000195' });
        await ask('POST', '/v1/plans', { name: 'Club' });
        await ask('POST', '/v1/prices', { plan_id: 1002, amount: 990, currency: 'BRL', interval: 'month' });
        for (const one of steps) {
          if ('creation' in one) await ask('POST', ...one.creation);
          else if ('remove' in one) await ask('DELETE', `/v1/${one.remove}/${one.id}`);
          else if ('refundRules' in one) await first.assume({ 'refund-rules': one.refundRules });
          else if ('days' in one) await first.clock.advance({ days: one.days });
          else await ask('POST', `/_sandbox/objects/${one.id}/${one.act}`, one.body);
        }
        const exported = await first.export();
        expect(JSON.stringify(exported)).not.toMatch(/card_number|4111|first_digits/);
        const loaded = await second.load(exported);
        for (const [name, { status, set_status }] of Object.entries(exported.transactions ?? {})) {
          const before = await first.retrieve(Number(name.replace('transaction-', '')));
          expect(moneyOf(loaded.transactions?.[name]), JSON.stringify(exported.transactions?.[name])).toEqual(
            moneyOf(before),
          );
          expect(set_status ?? status ?? before.status, name).toBe(before.status);
        }
        const again = await second.export();
        expect(payments(again)).toEqual(payments(exported));
        // Pending work settles in the same way.
        const ids = Object.entries(loaded.transactions ?? {});
        for (const sandbox of [first, second]) await sandbox.clock.advance('1m');
        for (const [name, { id }] of ids) {
          const there = await first.retrieve(Number(name.replace('transaction-', '')));
          expect(moneyOf(await second.retrieve(id)), JSON.stringify(exported.transactions?.[name])).toEqual(
            moneyOf(there),
          );
        }
        await first.reset();
        await first.load(again);
      }),
      { numRuns: runs(40) },
    );
  });
});
