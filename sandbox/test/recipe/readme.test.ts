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
const portuguese = readFileSync('sandbox/README.pt-BR.md', 'utf8');
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
  const [pix = [], boleto = [], refused = [], threeDS = [], refund = [], lost = []] = rowsOf(readme);
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

  test.each([
    ['a Pix', pix[0]],
    ['a boleto', boleto.join(', ')],
  ])('%s is paid, or expires', async (_, fields = '') => {
    const [, pay = '', expire = ''] = pix;
    expect(await (await paymentWith(fields)).statusAfter(pay)).toBe('paid');
    expect(await (await paymentWith(fields)).statusAfter(expire)).toBe('canceled');
  });

  test('a card is refused', async () => {
    const { payment } = await paymentWith("payment_method: 'credit_card'", refused[0]);
    expect(payment.status).toBe(refused[1]);
  });

  test('a debit card, and one credit card, needs 3DS', async () => {
    const [debit, secure, authenticate = '', card] = threeDS;
    const { payment, statusAfter } = await paymentWith(`${debit}, ${secure}`, '4111111111111111');
    expect(payment.status).toBe('request_authentication');
    expect(await statusAfter(authenticate)).toBe('paid');
    const credit = await paymentWith(`payment_method: 'credit_card', ${secure}`, card);
    expect(credit.payment.status).toBe('request_authentication');
  });

  test('a partial refund lowers the paid amount', async () => {
    expect(refund).toEqual(['POST /v1/transactions/{id}/refund', 'amount', 'paid_amount']);
    const { client, payment } = await paymentWith("payment_method: 'credit_card'", '4111111111111111');
    const params = { path: { id: payment.id } };
    const { paid_amount } = await unwrap(
      client.POST('/v1/transactions/{id}/refund', { params, body: { amount: 300 } }),
    );
    expect(paid_amount).toBe(700);
  });

  test('a response is lost after the payment exists', async () => {
    const [failNext = '', error] = lost;
    const { client, account } = await newAccount();
    await new Function('account', `return ${failNext}`)(account);
    const body = { amount: 1000, payment_method: 'pix' } as const;
    await expect(unwrap(client.POST('/v1/transactions', { body }))).rejects.toMatchObject({ name: error });
    expect(await unwrap(client.GET('/v1/transactions'))).toMatchObject({ data: [{ amount: 1000 }] });
  });
});
