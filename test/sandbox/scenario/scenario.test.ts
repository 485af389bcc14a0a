import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createSandboxFetch, type Scenario } from '../../../src/sandbox/index.js';

const folder = mkdtempSync(join(tmpdir(), 'scenario-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const file = join(folder, 'shop.yaml');
  writeFileSync(file, text);
  return file;
}

const open = () => createSandboxFetch({ clock: '2026-11-20T12:00:00Z', strict: true });

const PIX = { amount: 900, payment_method: 'pix' };
const CARD = { amount: 900, payment_method: 'credit_card', card: 'approved' };

describe('a scenario file', () => {
  test('creates named objects in their states', async () => {
    await using sandbox = open();
    const loaded = await sandbox.load('testing/shop.yaml');
    const scenario = parse(readFileSync('testing/shop.yaml', 'utf8'));
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
    ['pix', { ...PIX, status: 'refunded' }],
    ['pix', { ...PIX, status: 'pending_refund' }],
    ['pix', { ...PIX, status: 'canceled' }],
    ['boleto', { amount: 900, payment_method: 'boleto', status: 'paid' }],
    ['card', { ...CARD, status: 'refunded' }],
    ['card', { ...CARD, status: 'canceled', capture: false }],
    ['card', { ...CARD, card: 'processing', status: 'refused' }],
    ['card', { ...CARD, card: 'processing', status: 'processing' }],
    [
      'debit card',
      {
        ...CARD,
        payment_method: 'debit_card',
        threeDSecure: { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/no' },
        status: 'refused',
      },
    ],
  ])('brings a payment by %s into its state: %o', async (_, transaction) => {
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
    const response = await sandbox(`http://sandbox.test/v1/links/${loaded.links?.order?.id}/transactions`, {
      headers: { authorization: 'Bearer any-token' },
    });
    expect(await response.json()).toMatchObject({ total: 1, data: [{ id: loaded.transactions?.paid?.id }] });
  });
});

describe('an error of a scenario file', () => {
  test.each([
    [
      'names the line of an unknown field and the accepted ones',
      'customers:\n  ana:\n    name: Ana\n    emial: a@b.example',
      /^.*shop\.yaml:4: customers\.ana\.emial: is not known; did you mean email\? Accepted: external_id, name, type, country, documents/,
    ],
    [
      'names an unknown section',
      'custommers: {}',
      /:1: custommers: is not known; did you mean customers\? Accepted: customers, cards/,
    ],
    [
      'names a nested field',
      'customers:\n  ana:\n    documents:\n      - type: cpf\n        nummer: 1',
      /:5: customers\.ana\.documents\[0\]\.nummer: is not known; did you mean number\?/,
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
    ['names a wrong type', 'links:\n  a:\n    amount: a lot', /:3: links\.a\.amount: must be integer/],
    ['names a missing field', 'links:\n  a:\n    name: x', /:2: links\.a: amount: is required/],
    [
      'names a state that cannot be reached',
      'transactions:\n  a:\n    amount: 1\n    payment_method: pix\n    status: authorized',
      /:5: transactions\.a: status: cannot become authorized; it begins as waiting_payment/,
    ],
    [
      'names an unknown state',
      'transactions:\n  a:\n    status: payed',
      /:3: transactions\.a\.status: must be one of processing, /,
    ],
    [
      'names a refund of everything',
      'transactions:\n  a: { amount: 9, payment_method: pix, status: paid, paid_amount: 10 }',
      /:2: transactions\.a: paid_amount: must be from 1 to 9/,
    ],
    ['names a bad name', 'links:\n  "": { amount: 1 }', /:2: links.*a name begins with a letter/],
    ['names the line of broken YAML', 'links:\n  a: {', /shop\.yaml:\d: /],
    ['names a section that is no map', 'links: 5', /:1: links: must be object/],
    ['names a list', '- 1', /shop\.yaml: must be a map of sections/],
    [
      'refuses aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(30)}]\nc: &c [${'*b,'.repeat(30)}]\nd: [${'*c,'.repeat(30)}]`,
      /nested too deeply, or has too many aliases/,
    ],
    ['refuses nesting that is too deep', `a: ${'['.repeat(100_000)}`, /shop\.yaml/],
    ['refuses a file that is too large', '#'.repeat(2 ** 20 + 1), /must be at most 1048576 bytes/],
  ])('%s', { timeout: 60_000 }, async (_, text, error) => {
    await using sandbox = open();
    const loading = sandbox.load(fileOf(text));
    await expect(loading).rejects.toMatchObject({ name: 'ScenarioError', message: expect.stringMatching(error) });
    await expect(loading).rejects.not.toThrow('4111');
    expect(await sandbox.export()).toEqual({});
  });

  test('leaves nothing behind if a later object is refused', async () => {
    await using sandbox = open();
    const scenario = { customers: { ana: { name: 'Ana' } }, transactions: { a: { ...PIX, status: 'authorized' } } };
    await expect(sandbox.load(scenario)).rejects.toThrow(/^transactions\.a: status: cannot become authorized/);
    expect(await sandbox.export()).toEqual({});
    expect(await sandbox.events.list()).toEqual([]);
    for (const value of [undefined, Number.NaN, [1]]) {
      await expect(sandbox.load(value as never)).rejects.toThrow(/^body: /);
    }
    await expect(sandbox.load(join(folder, 'missing.yaml'))).rejects.toThrow(/ENOENT/);
  });

  test('rejects any invalid value with a ScenarioError', { timeout: 60_000 }, async () => {
    await using sandbox = open();
    const section = fc.constantFrom('customers', 'transactions', 'links', 'cards', 'prices', 'subscriptions', 'x');
    const field = fc.constantFrom('amount', 'card', 'status', 'customer_id', 'payment_method', 'metadata', '__proto__');
    const scenario = fc.dictionary(section, fc.dictionary(fc.string(), fc.dictionary(field, fc.jsonValue())));
    await fc.assert(
      fc.asyncProperty(scenario, async (value) => {
        await sandbox.load(value as Scenario).catch((error) => expect(error.name).toBe('ScenarioError'));
      }),
      { numRuns: 50 },
    );
  });
});

describe('export', () => {
  test('prints a scenario that load accepts, with the objects in the same states', async () => {
    await using first = open();
    await first.load('testing/shop.yaml');
    await first.populate({ transactions: 16, links: 2, subscriptions: 1 });
    const exported = await first.export();
    expect(JSON.stringify(exported)).not.toMatch(/card_number|4111|first_digits/);
    await using second = open();
    const loaded = await second.load(exported);
    for (const [name, { status, amount }] of Object.entries(exported.transactions ?? {})) {
      expect(loaded.transactions?.[name], name).toMatchObject({ status, amount });
    }
    // The ids differ, because a scenario creates objects section by section. Later exports are equal.
    const again = await second.export();
    await using third = open();
    await third.load(again);
    expect(await third.export()).toEqual(again);
  });
});
