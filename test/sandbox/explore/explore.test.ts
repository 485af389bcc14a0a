import { afterAll, expect, test } from 'vitest';
import { unwrap } from '../../../src/index.js';
import {
  type ExploreFailure,
  type ExploreOptions,
  type ExploreShop,
  explore,
  setUpSandbox,
} from '../../../src/sandbox/testing/index.js';
import { CARD, Careful, type Shop, scenarioOf } from './shops.js';

const newAccount = setUpSandbox(afterAll);
const careful = scenarioOf(Careful);
const rejection = (shop: Partial<ExploreShop<Shop>>, options: ExploreOptions = {}): Promise<ExploreFailure> =>
  explore(newAccount, { ...careful, ...shop }, options).then(
    () => expect.unreachable('it held'),
    (error) => error,
  );

test('rejects with the error and the timeline if the run without a disruption fails', async () => {
  const failure = await rejection({
    flow: async (shop) => {
      await shop.checkout();
      throw new Error('no stock');
    },
  });
  expect(failure.failures[0]).toMatchObject({ disruption: 'no disruption', problem: 'no stock' });
  expect(failure.failures[0]?.timeline[0]).toMatch(/^ ?1 {2}POST \/v1\/transactions +wrote 1001, authorized$/);
  expect([failure.runs, (failure.cause as Error).message]).toEqual([1, 'no stock']);
  expect(failure.message).toContain('make this run pass first');
  const handler = await rejection({
    onEvent: () => {
      throw new TypeError('bad body');
    },
  });
  expect(handler.failures[0]?.problem).toBe('bad body');
});

test.each([
  [undefined, /orders: must return .*, not undefined/],
  [[{ order: 1, paid: 0 }], /order of item 1 must be a string/],
  [[{ order: 'order-1', paid: 159.9 }], /paid of item 1 must be whole centavos/],
  [[{ order: 'order-1', paid: Number.NaN }], /paid of item 1 must be whole centavos/],
  [[null], /order of item 1 must be a string/],
  [
    [
      { order: 'a', paid: 0 },
      { order: 'a', paid: 0 },
    ],
    /item 2 repeats the order a/,
  ],
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
  [{ depth: 3 }, /^depth: must be 1 or 2$/],
  [{ maxRuns: Number.NaN }, /^maxRuns: /],
  [{ timeout: 0 }, /^timeout: /],
  [{ seed: 1 }, /^seed: /],
  [{ dept: 2 }, /^dept: is not known here; did you mean depth\?/],
])('refuses the options %j', async (options, message) => {
  expect((await rejection({}, options as ExploreOptions)).message).toMatch(message);
});

test('refuses shops without a flow, and accounts that setUpSandbox did not create', async () => {
  expect((await rejection({ flow: undefined as never })).message).toBe('flow: must be a function');
  expect((await rejection({ check: 1 as never })).message).toBe('check: must be a function, or absent');
  await expect(explore(undefined as never, careful)).rejects.toThrow(/^newAccount: must be the function/);
  const strange = async () => ({ ...(await newAccount()) });
  await expect(explore(strange, careful)).rejects.toThrow(/^newAccount: must be the function/);
});

test('treats undefined options as absent', async () => {
  const options = { only: undefined, depth: undefined, seed: undefined, timeout: undefined, maxRuns: undefined };
  expect((await explore(newAccount, careful, { ...options, without: ['request', 'crash', 'event'] })).runs).toBe(2);
});

test('ends a flow that never ends, and a handler that hangs, and names what it waits for', async () => {
  const flow = await rejection({ flow: () => new Promise(() => {}) }, { timeout: 200 });
  expect(flow.failures[0]?.problem).toBe('the run did not end within 200 ms; it waits for the flow');
  const handler = await rejection({ onEvent: () => new Promise(() => {}) }, { timeout: 300 });
  expect(handler.failures[0]?.problem).toMatch(/within 300 ms; it waits for event transaction.created 1001$/);
});

test('names the problem of a flow with too many requests', async () => {
  const flow = async (shop: Shop) => {
    for (let request = 0; request < 700; request++) await unwrap(shop.client.GET('/v1/customers'));
  };
  expect((await rejection({ flow })).message).toMatch(
    /^flow: 70\d requests and 0 events make \d+ disruptions, and explore tries at most 2000; explore a smaller flow/,
  );
});

test('runs a shop that calls the API without our client', async () => {
  interface OwnShop {
    readonly paid: number[];
    readonly send: () => Promise<Response>;
  }
  const shop: ExploreShop<OwnShop> = {
    start: ({ baseUrl, accessToken }) => ({
      paid: [],
      send: () =>
        fetch(`${baseUrl}/v1/transactions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ amount: 100, payment_method: 'credit_card', card: CARD }),
        }),
    }),
    flow: async ({ paid, send }) => {
      const response = await send().catch(send);
      paid.push(((await response.json()) as { id: number }).id);
    },
  };
  const failure = await explore(newAccount, shop, { without: ['twice', 'event'] }).then(
    () => expect.unreachable('it held'),
    (error: ExploreFailure) => error,
  );
  const found = failure.failures.find(({ disruption }) => disruption.endsWith('reset after commit'));
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
