import { afterAll, expect, test } from 'vitest';
import { type GatewayClient, unwrap } from '../../../src/index.js';
import {
  type ExploreFailure,
  type ExploreOptions,
  type ExploreShop,
  explore,
  setUpSandbox,
} from '../../src/testing/index.js';
import { CARD, Careful, CarefulPix, payOpen, type Shop, scenarioOf } from './shops.js';

const BODY = { amount: 100, payment_method: 'credit_card', card: CARD } as const;
/** Without these, a run disturbs little. */
const QUIET = ['request', 'crash', 'event', 'assumption'] as const;

const newAccount = setUpSandbox(afterAll);
const careful = scenarioOf(Careful);
const failureOf = <Own>(shop: ExploreShop<Own>, options: ExploreOptions): Promise<ExploreFailure> =>
  explore(newAccount, shop, options).then(
    () => expect.unreachable('it held'),
    (error) => error,
  );
const rejection = (shop: Partial<ExploreShop<Shop>>, options: ExploreOptions = {}) =>
  failureOf({ ...careful, ...shop }, options);

test.concurrent('rejects with the error and the timeline if the run without a disruption fails', async () => {
  const flow = async (shop: Shop) => {
    await shop.checkout();
    throw new Error('no stock');
  };
  const failure = await rejection({ flow });
  expect(failure.failures[0]).toMatchObject({ disruption: 'no disruption', problem: 'no stock' });
  expect(failure.failures[0]?.timeline[0]).toMatch(/^ ?1 {2}POST \/v1\/transactions +wrote 1001, authorized$/);
  expect([failure.runs, (failure.cause as Error).message]).toEqual([1, 'no stock']);
  expect(failure.message).toContain('make this run pass first');
  const handler = await rejection({ onEvent: () => Promise.reject(new TypeError('bad body')) });
  expect(handler.failures[0]?.problem).toBe('bad body');
});

const ORDER = { order: 'a', paid: 0 };

test.each([
  [undefined, /orders: must return .*, not undefined/],
  [[{ ...ORDER, order: 1 }], /order of item 1 must be a string/],
  [[null], /order of item 1 must be a string/],
  [[{ ...ORDER, paid: 159.9 }], /paid of item 1 must be whole centavos/],
  [[ORDER, ORDER], /item 2 repeats the order a/],
])('refuses the orders %j', async (orders, message) => {
  expect(await rejection({ orders: () => orders as never })).toMatchObject({
    name: 'TypeError',
    message: expect.stringMatching(message),
  });
});

test.each([
  [
    { only: 'request 1 (createTransaction): reste' },
    /^only: the first run has no disruption .*; did you mean request 1 \(createTransaction\): reset/,
  ],
  [{ without: ['crashes'] }, /^without: must be a list of request, crash, event, twice, assumption$/],
  [{ depth: 3 }, /^depth: must be a whole number from 1 to 2$/],
  [{ maxRuns: Number.NaN }, /^maxRuns: /],
  [{ timeout: 0 }, /^timeout: /],
  [{ seed: 1 }, /^seed: /],
  [{ dept: 2 }, /^dept: is not an option; the options are only, without, depth/],
])('refuses the options %j', async (options, message) => {
  expect((await rejection({}, options as ExploreOptions)).message).toMatch(message);
});

test.concurrent('refuses shops without a flow, and accounts that setUpSandbox did not create', async () => {
  expect((await rejection({ flow: undefined as never })).message).toBe('flow: must be a function');
  expect((await rejection({ check: 1 as never })).message).toBe('check: must be a function, or absent');
  await expect(explore(undefined as never, careful)).rejects.toThrow(/^newAccount: must be the function/);
  const strange = async () => ({ ...(await newAccount()) });
  await expect(explore(strange, careful)).rejects.toThrow(/^newAccount: must be the function/);
});

test('treats undefined options as absent', async () => {
  const absent = { only: undefined, depth: undefined, seed: undefined, timeout: undefined, maxRuns: undefined };
  const { runs } = await explore(newAccount, careful, { ...absent, without: QUIET });
  expect(runs).toBe(2);
});

test.concurrent('ends a flow that never ends, and a handler that hangs, and names what it waits for', async () => {
  const flow = await rejection({ flow: () => new Promise(() => {}) }, { timeout: 1000 });
  expect(flow.failures[0]?.problem).toBe('the run did not end within 1000 ms; it waits for the flow');
  const handler = await rejection({ onEvent: () => new Promise(() => {}) }, { timeout: 5000 });
  expect(handler.failures[0]?.problem).toMatch(/within 5000 ms; it waits for event transaction.created 1001$/);
});

test.concurrent('names the problem of a flow with too many requests', async () => {
  const flow = async (shop: Shop) => {
    for (let request = 0; request < 360; request++) await unwrap(shop.client.GET('/v1/customers'));
  };
  expect((await rejection({ flow })).message).toMatch(
    /^flow: 36\d requests and 0 events make \d+ disruptions, and explore tries at most 2000; explore a smaller flow/,
  );
});

test.concurrent('names a shop that never settles', async () => {
  const reconcile = async ({ client }: Shop) => {
    const { id } = await unwrap(client.POST('/v1/transactions', { body: { ...BODY, capture: false } }));
    await unwrap(client.POST('/v1/transactions/{id}/refund', { params: { path: { id } }, body: {} }));
  };
  const failure = await rejection({ reconcile });
  expect(failure.failures[0]?.problem).toBe('the shop never settles: it was still changing payments after 5 repairs');
});

test.concurrent('tries no variant of an assumption that the flow does not rely on', async () => {
  const only = 'assumption pix-flow=stays-open';
  expect((await rejection({}, { only })).message).toMatch(/^only: the first run has no disruption/);
  const pix = { ...scenarioOf(CarefulPix), buyer: payOpen };
  expect(await explore(newAccount, pix, { only })).toMatchObject({ runs: 2, failures: [] });
});

test.concurrent('waits for what the gateway decides a second later', async () => {
  const shop: ExploreShop<GatewayClient> = {
    start: ({ client }) => client,
    flow: async (client) => void (await unwrap(client.POST('/v1/transactions', { body: { ...BODY, async: true } }))),
    check: async ({ account }) =>
      void (await account.events.waitFor('transaction.status_changed', { status: 'paid', timeout: 1 })),
  };
  const { runs } = await explore(newAccount, shop, { without: [...QUIET, 'twice'] });
  expect(runs).toBe(1);
});

test.concurrent('disturbs neither orders nor check', async () => {
  const asking: Partial<ExploreShop<Shop>> = {
    async orders(shop) {
      await unwrap(shop.client.GET('/v1/customers'));
      return shop.orders();
    },
    check: async ({ client }) => void (await unwrap(client.GET('/v1/customers'))),
  };
  const options = { without: ['crash', 'event', 'twice', 'assumption'] } as const;
  const quiet = await explore(newAccount, careful, options);
  expect(await explore(newAccount, { ...careful, ...asking }, options)).toEqual(quiet);
});

test.concurrent('runs a shop that calls the API without our client', async () => {
  const start = ({ baseUrl, accessToken }: Parameters<typeof careful.start>[0]) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const send = () => fetch(`${baseUrl}/v1/transactions`, { method: 'POST', headers, body: JSON.stringify(BODY) });
    return { paid: [] as number[], send };
  };
  const shop: ExploreShop<ReturnType<typeof start>> = {
    start,
    flow: async ({ paid, send }) => {
      const response = await send().catch(send);
      paid.push(((await response.json()) as { id: number }).id);
    },
    // No payment has a reference, so the whole flow is one order.
    orders: ({ paid }) => [{ order: 'order-1', paid: paid.length > 0 ? 100 : 0 }],
  };
  const { failures } = await failureOf(shop, { without: ['twice', 'event'] });
  const found = failures.find(({ disruption }) => disruption.endsWith('reset after commit'));
  expect(found?.problem).toMatch(/^the order was charged twice: transaction 1001 /);
});

test('hides the token, and leaves no account behind', async () => {
  const tokens: string[] = [];
  const failure = await rejection({
    start: ({ client, accessToken }) => {
      tokens.push(accessToken);
      return new Careful(client);
    },
    flow: () => {
      throw new Error(`refused ${tokens.at(-1)}`);
    },
  });
  expect(failure.failures[0]?.timeline.join()).not.toContain(tokens[0]);
  const { baseUrl, accessToken } = await newAccount();
  const headers = { authorization: `Bearer ${accessToken}` };
  const receivers = await (await fetch(`${baseUrl}/_sandbox/receivers`, { headers })).json();
  expect(receivers.receivers.length).toBeLessThan(5);
});
