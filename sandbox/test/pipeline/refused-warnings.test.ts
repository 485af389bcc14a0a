import { describe, expect, test } from 'vitest';
import { operations } from '../../../core/generated/operations.ts';
import type { SandboxOptions } from '../../src/index.js';
import { APPROVED_CARD as card } from '../entrances.ts';
import { askedBy, CASES } from '../server/request/warnings/cases.ts';
import { openSandbox, sendTo } from '../server/send.ts';

type Asked = readonly [method: string, path: string, body?: unknown, headers?: Record<string, string>];

type Ids = Readonly<Record<string, number>>;
type Target = Parameters<typeof sendTo>[0];

const TOKEN = { authorization: 'Bearer test-token' };

const send = (sandbox: Target, [method, path, body, headers = TOKEN]: Asked) =>
  sendTo(sandbox, method, path, body === undefined ? undefined : JSON.stringify(body), {
    'content-type': 'application/json',
    ...headers,
  });

/** The time of the contract's examples, which the table of warnings assumes. */
const OPTIONS = { clock: '2026-11-20T13:05:41Z' } as const;

/** Sends a request to a sandbox that warns, and to one that refuses. `arrange` prepares both. */
async function expectRefusal(
  status: number,
  ask: (ids: Ids) => Asked,
  {
    options = {},
    arrange = async () => ({}),
  }: { options?: SandboxOptions; arrange?: (sandbox: Target) => Promise<Ids> } = {},
) {
  await using lenient = openSandbox({ ...OPTIONS, ...options });
  await using strict = openSandbox({ ...OPTIONS, ...options, refuseWarnings: true });
  const [there, here] = [await arrange(lenient), await arrange(strict)];
  const before = await strict.snapshot();

  const warned = await send(lenient, ask(there));
  const refused = await send(strict, ask(here));

  expect(warned).toMatchObject({ status: 200, warnings: [expect.any(String)] });
  expect(refused).toMatchObject({ status, body: { errors: warned.warnings }, warnings: [] });
  expect(await strict.snapshot()).toEqual(before);
}

/** A card of customer A, and a subscription of customer B. */
async function arrangeCards(sandbox: Target) {
  const post = async (path: string, body: object) => (await send(sandbox, ['POST', path, body])).body;
  const by = (email: string) => ({ payment_method: 'credit_card', card, customer: { email } });
  const { card_id } = (await post('/v1/transactions', { amount: 100, ...by('a@example.com') })).card;
  const { id: plan_id } = await post('/v1/plans', { name: 'Club' });
  const { id: price_id } = await post('/v1/prices', { plan_id, amount: 990, currency: 'BRL', interval: 'month' });
  const { id } = await post('/v1/subscriptions', { price_id, ...by('b@example.com') });
  return { card_id, price_id, id };
}

describe('with refuseWarnings, a request is refused with its warnings and changes nothing:', () => {
  test.each(CASES.filter(([, , ...says]) => says.length > 0))('%s', async (_, given, ...says) => {
    const { operationId, body, query = {} } = askedBy(given);
    const { method, path } = operations[operationId as keyof typeof operations];
    const target = `${path.replace(/\{\w+\}/g, '1001')}?${new URLSearchParams(query)}`;
    await using sandbox = openSandbox({ ...OPTIONS, allowAnyCard: true, refuseWarnings: true });
    const before = await sandbox.snapshot();

    const refused = await send(sandbox, [method, target, body]);

    expect(refused).toMatchObject({ status: 400, body: { errors: expect.arrayContaining(says) }, warnings: [] });
    expect(await sandbox.snapshot()).toEqual(before);
  });

  test.each<[string, number, Asked, SandboxOptions?]>([
    ['a placeholder instead of a token', 401, ['GET', '/v1/cards', undefined, { authorization: 'Bearer undefined' }]],
    ['no token', 401, ['GET', '/v1/cards', undefined, {}], { anonymous: true }],
    ['a number as text', 400, ['POST', '/v1/transactions', { amount: '15990', payment_method: 'pix' }]],
  ])('%s', async (_, status, asked, options = {}) => {
    await expectRefusal(status, () => asked, { options });
  });

  const foreign = { amount: 100, payment_method: 'credit_card', customer: { email: 'b@example.com' } };
  const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/no' };

  test.each<[string, (ids: Ids) => Asked]>([
    [
      'a payment with the card of another customer',
      ({ card_id }) => ['POST', '/v1/transactions', { ...foreign, card_id }],
    ],
    [
      'a subscription with the card of another customer',
      ({ card_id, price_id }) => ['POST', '/v1/subscriptions', { ...foreign, card_id, price_id, amount: undefined }],
    ],
    ['a change to the card of another customer', ({ card_id, id }) => ['PUT', `/v1/subscriptions/${id}`, { card_id }]],
    [
      '3DS with a card that asks for none',
      () => ['POST', '/v1/transactions', { amount: 100, payment_method: 'credit_card', card, threeDSecure }],
    ],
  ])('%s', async (_, ask) => {
    await expectRefusal(400, ask, { arrange: arrangeCards });
  });
});
