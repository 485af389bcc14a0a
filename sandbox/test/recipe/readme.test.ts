/** Runs what the README shows like a reader would: the test pasted into a file with vitest, then the commands below it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import * as contract from '../../../src/index.js';
import * as webhooks from '../../../src/webhooks/index.js';
import { cli } from '../../../test/cli/in-process.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import * as testing from '../../src/testing/index.js';

const { unwrap } = contract;
const readme = readFileSync('sandbox/README.md', 'utf8');
const portuguese = readFileSync('sandbox/LEIAME.md', 'utf8');
const codeOf = (text: string, fence: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code);
const folder = temporaryFolder('readme');

afterEach(() => vi.unstubAllEnvs());

test("the README's test of a shop passes when pasted, and relies on as many assumptions as the README says", async () => {
  const uses = join(folder, 'uses.jsonl');
  vi.stubEnv('PAYMENT_GATEWAY_ASSUMPTIONS', uses);
  const [snippet = ''] = codeOf(readme, 'ts').filter((code) => code.includes('setUpSandbox'));
  const bodies: (() => Promise<void>)[] = [];
  const hooks: (() => Promise<void>)[] = [];
  const body = vi.fn((_name: string, run: () => Promise<void>) => bodies.push(run));
  const modules: Record<string, object> = {
    vitest: { afterAll: hooks.push.bind(hooks), expect, test: body },
    'payment-gateway-contract': contract,
    'payment-gateway-sandbox/testing': testing,
    'payment-gateway-contract/webhooks': webhooks,
  };
  const { outputText } = ts.transpileModule(snippet, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  new Function('require', 'exports', outputText)((name: string) => modules[name], {});
  expect(bodies).toHaveLength(1);
  await bodies[0]?.();
  expect.assertions(4);
  for (const hook of hooks) await hook();

  const { stdout } = await cli('assumptions', '--from', uses);
  const [first] = stdout.split('\n');
  for (const text of [readme, portuguese]) expect(text).toContain(`\`${first}\``);
});

/** The code in each row of the table of things to test. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (?!`)[^|]*\|(.*)\|$/gm)]
    .map(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))
    .filter((codes) => codes.length > 0);

describe('the table of things to test', () => {
  const newAccount = testing.setUpSandbox(afterAll);
  const [
    pix = [],
    boleto = [],
    cards = [],
    threeDS = [],
    refund = [],
    lost = [],
    split = [],
    renewal = [],
    event = [],
  ] = rowsOf(readme);
  const holder = { card_holder_name: 'ANA SOUZA', card_expiration_date: '1249', card_cvv: '123' };
  const urls = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/fail' };
  const person = { name: 'Ana Souza', email: 'ana@shop.example' };

  /** Creates a payment with the fields of a row. Returns it, and a function that runs a call of the row. */
  async function paymentWith(fields: string, card?: string) {
    const { client, account } = await newAccount({ onEvent: () => undefined });
    const written = new Function('urlSuccess', 'urlFail', 'name', 'email', `return { ${fields} }`);
    const body: object = written(urls.urlSuccess, urls.urlFail, person.name, person.email);
    const sent = { amount: 1000, ...body, ...(card && { card: { ...holder, card_number: card } }) };
    const payment = await unwrap(client.POST('/v1/transactions', { body: sent as never }));
    const path = { id: payment.id };
    return {
      client,
      account,
      payment,
      statusAfter: async (call: string) => {
        await new Function('account', 'id', `return ${call}`)(account, payment.id);
        const { status } = await unwrap(client.GET('/v1/transactions/{id}', { params: { path } }));
        return status;
      },
    };
  }

  test('is the same in both languages', () => {
    expect(rowsOf(portuguese)).toEqual(rowsOf(readme));
  });

  test('a new Pix has the status of the row', async () => {
    expect((await paymentWith(pix[0] ?? '')).payment.status).toBe(pix[3]);
  });

  test.each([
    ['a Pix', pix[0]],
    ['a boleto', boleto.join(', ')],
  ])('%s is paid, or expires', async (_, fields = '') => {
    const [, pay = '', expire = '', , payLate = ''] = pix;
    expect(await (await paymentWith(fields)).statusAfter(pay)).toBe('paid');
    const expired = await paymentWith(fields);
    expect(await expired.statusAfter(expire)).toBe('canceled');
    expect(await expired.statusAfter(payLate)).toBe('paid');
  });

  test('a card is refused, or authorized, captured and disputed', async () => {
    const [number, status, authorize, capture, dispute = ''] = cards;
    const refused = await paymentWith("payment_method: 'credit_card'", number);
    expect(refused.payment.status).toBe(status);

    expect(capture).toBe('POST /v1/transactions/{id}/capture');
    const { client, payment, statusAfter } = await paymentWith(
      `payment_method: 'credit_card', ${authorize}`,
      '4111111111111111',
    );
    expect(payment.status).toBe('authorized');
    const params = { path: { id: payment.id } };
    const captured = await unwrap(client.POST('/v1/transactions/{id}/capture', { params }));
    expect(captured?.status).toBe('paid');
    expect(await statusAfter(dispute)).toBe('chargedback');
  });

  test('a debit card, and one credit card, needs 3DS', async () => {
    const [debit, secure, authenticate = '', card, ...others] = threeDS;
    const { payment, statusAfter } = await paymentWith(`${debit}, ${secure}`, '4111111111111111');
    expect(payment.status).toBe('request_authentication');
    expect(await statusAfter(authenticate)).toBe('paid');
    for (const outcome of others) {
      const credit = await paymentWith(`payment_method: 'credit_card', ${secure}`, card);
      expect(credit.payment.status).toBe('request_authentication');
      expect(await credit.statusAfter(authenticate.replace('approved', outcome))).toBe('refused');
    }
    expect.assertions(2 + 2 * others.length);
  });

  test('a partial refund lowers the paid amount, without an event', async () => {
    expect(refund).toEqual(['POST /v1/transactions/{id}/refund', 'amount', 'paid_amount']);
    const { client, account, payment } = await paymentWith("payment_method: 'credit_card'", '4111111111111111');
    const params = { path: { id: payment.id } };
    const { paid_amount } = await unwrap(
      client.POST('/v1/transactions/{id}/refund', { params, body: { amount: 300 } }),
    );
    expect(paid_amount).toBe(700);
    expect((await account.events.list({ id: payment.id })).map(({ name }) => name)).toEqual(['transaction.created']);
  });

  test('a response is lost after the payment exists', async () => {
    const [failNext = '', error, loseEvents = ''] = lost;
    const bodies: string[] = [];
    const { client, account } = await newAccount({ onEvent: (body) => bodies.push(body) });
    for (const call of [failNext, loseEvents]) await new Function('account', `return ${call}`)(account);
    const body = { amount: 1000, payment_method: 'pix' } as const;
    await expect(unwrap(client.POST('/v1/transactions', { body }))).rejects.toMatchObject({ name: error });
    expect(await unwrap(client.GET('/v1/transactions'))).toMatchObject({ data: [{ amount: 1000 }] });
    await account.events.settled();
    expect([bodies.length, (await account.events.list()).length]).toEqual([0, 2]);
  });

  test('a split has a receiver that is liable and pays the fee', async () => {
    const [call, fields, rule = ''] = split;
    expect([call, fields]).toEqual(['POST /v1/receivers', '{ name, document }']);
    const { client } = await newAccount();
    const receiver = { name: 'Padaria Exemplo Ltda', document: '11222333000181' };
    const { id: receiver_id } = await unwrap(client.POST('/v1/receivers', { body: receiver }));
    const body = {
      amount: 1000,
      payment_method: 'pix',
      ...new Function('receiver_id', `return { ${rule} }`)(receiver_id),
    };
    expect(await unwrap(client.POST('/v1/transactions', { body }))).toMatchObject({
      split: [{ receiver_id, percentage: 100 }],
    });
  });

  test('a subscription is renewed, or its renewal fails', async () => {
    const [advance = '', settled = '', created, link = '', fail = '', refused, waiting] = renewal;
    const { client, account } = await newAccount();
    const { id: plan_id } = await unwrap(client.POST('/v1/plans', { body: { name: 'Club' } }));
    const price = { plan_id, amount: 4990, interval: 'month' } as const;
    const { id: price_id } = await unwrap(client.POST('/v1/prices', { body: price }));
    const card = { ...holder, card_number: '4111111111111111' };
    const body = { price_id, payment_method: 'credit_card', customer: person, card } as const;
    const { id } = await unwrap(client.POST('/v1/subscriptions', { body }));
    const statusAfter = async (call: string) => {
      await new Function('account', 'subscriptionId', `return ${call}`)(account, id);
      return (await account.retrieve(id)).status;
    };
    expect(await statusAfter(advance)).toBe('paid');
    await new Function('account', `return ${settled}`)(account);
    const newest = async () => (await account.events.list())[0];
    expect(await newest()).toMatchObject({ name: created, payload: { [link]: id, status: 'paid' } });
    expect(await statusAfter(fail)).toBe('paid');
    expect(await statusAfter(advance)).toBe(waiting);
    expect(await newest()).toMatchObject({ name: created, payload: { [link]: id, status: refused } });
  });

  test('an event is late, repeated or forged', async () => {
    const [hold = '', release = '', repeat = '', forge = ''] = event;
    const bodies: string[] = [];
    const { client, account, receiver } = await newAccount({ onEvent: (body) => bodies.push(body) });
    const run = (call: string) => new Function('account', `return ${call}`)(account);
    const pay = { amount: 1000, payment_method: 'credit_card', card: { ...holder, card_number: '4111111111111111' } };

    await run(hold);
    const transaction = await unwrap(client.POST('/v1/transactions', { body: pay as never }));
    const { id } = transaction;
    await account.events.waitFor('transaction.created', { id });
    expect(bodies).toHaveLength(0);
    await run(release);
    await account.events.settled();
    expect(bodies).toHaveLength(1);

    await run(repeat);
    await account.chargeback(id, { delivered: true });
    expect(bodies).toHaveLength(3);

    const forging = new Function('buildWebhookEvent', 'transaction', `return ${forge}`);
    const forged = forging(webhooks.buildWebhookEvent, transaction);
    await fetch(receiver.url, { method: 'POST', body: JSON.stringify(forged) });
    expect(bodies).toHaveLength(4);
  });
});
