import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { type GatewayClient, unwrap } from '../../../src/index.js';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { EXPLORE_OPTIONS, printReport } from '../../src/explore/index.js';
import { readPlans } from '../../src/explore/options.js';
import type { SandboxControls } from '../../src/index.js';
import { type ExploreFailure, type ExploreOptions, type ExploreShop, setUpSandbox } from '../../src/testing/index.js';
import { Careful, CarefulPix } from './shops/careful.js';
import { NewReference, NoNote } from './shops/charges.js';
import { TwoEventsAtOnce } from './shops/events.js';
import { explore } from './shops/failure.js';
import { CARD, payOpen, Shop, scenarioOf } from './shops/shop.js';

const BODY = { amount: 100, payment_method: 'credit_card', card: CARD } as const;
/** All kinds of disruptions. */
const ALL = ['request', 'crash', 'event', 'second-click', 'forged', 'buyer', 'later', 'assumption'] as const;
const allBut = (kind: (typeof ALL)[number]) => ALL.filter((one) => one !== kind);

const folder = temporaryFolder('explore-save');
const newAccount = setUpSandbox(afterAll);
const careful = scenarioOf(Careful);
const failureOf = <Own>(shop: ExploreShop<Own>, options: ExploreOptions): Promise<ExploreFailure> =>
  explore(newAccount, shop, options).then(
    () => expect.unreachable('it held'),
    (error) => error,
  );
/** Starts a shop that calls the API with a plain fetch, without our client. */
const startPlain = ({ baseUrl, accessToken }: Parameters<typeof careful.start>[0]) => ({
  async send(path: string, body?: object): Promise<number> {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const request = body && { method: 'POST', body: JSON.stringify(body) };
    return (await (await fetch(`${baseUrl}/v1${path}`, { headers, ...request })).json()).id;
  },
});
const rejection = (shop: Partial<ExploreShop<Shop>>, options: ExploreOptions = {}) =>
  failureOf({ ...careful, ...shop }, options);

test.concurrent('rejects with the error and the timeline if the run without a disruption fails', async () => {
  const flow = async (shop: Shop) => {
    await shop.checkout();
    throw new Error('no stock');
  };
  const failure = await rejection({ flow });
  expect(failure.failures[0]).toMatchObject({ plan: 'no disruption', problem: 'no stock' });
  expect(failure.failures[0]?.timeline[0]).toMatch(/^ ?1 {2}POST \/v1\/transactions +wrote 1001, authorized$/);
  expect([failure.result.runs, (failure.cause as Error).message]).toEqual([1, 'no stock']);
  expect(failure.message).toContain('make this run pass first');
  const handler = await rejection({ onEvent: () => Promise.reject(new TypeError('bad body')) });
  expect(handler.failures[0]?.problem).toBe('bad body');
});

test.concurrent('shows the faults that the shop plans itself as planned', async () => {
  const buyer = async (account: SandboxControls, shop: Shop) => {
    const { transaction = 0 } = shop.order;
    await account.failNext('retrieveTransaction', { fault: 502, body: '<h1>Bad gateway</h1>' });
    await expect(shop.retrieve(transaction)).rejects.toThrow();
    await account.failNext('retrieveTransaction', { fault: 200, body: { odd: 1 }, after: 'commit' });
    await shop.retrieve(transaction);
    throw new Error('enough');
  };
  const { failures } = await rejection({ buyer });
  const lines = failures[0]?.timeline.filter((line) => line.includes('planned')) ?? [];
  expect(lines).toEqual([
    expect.stringMatching(/GET \/v1\/transactions\/1001 +planned: 502$/),
    expect.stringMatching(/GET \/v1\/transactions\/1001 +showed 1001, paid; planned: 200 after commit$/),
  ]);
});

const ORDER = { order: 'a', paid: 0 };

test.each([
  [undefined, /orders: must be .*, not undefined/],
  [[{ ...ORDER, order: 1 }], /order of item 1 must be a text/],
  [[null], /order of item 1 must be a text/],
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
    { only: 'createTransaction #1: reste' },
    /^only: no run has the disruption .*; did you mean createTransaction #1: reset/,
  ],
  [{ without: ['crashes'] }, /^without: must be a list of request, crash, event, second-click, forged, buyer, later/],
  [{ depth: 2 }, /^depth: is not an option; the options are only, without, maxRuns/],
  [{ jobs: 0 }, /^jobs: must be a whole number from 1 to 100$/],
  [{ save: '/no/such/file' }, /^save: must be a file in a folder that exists$/],
  [{ only: 'createTransaction #1: reset', replay: 'package.json' }, /^only: cannot be combined with replay$/],
  [{ replay: '/no/such/file' }, /^replay: must be a file that exists and that you may read$/],
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

test.each(Object.keys(EXPLORE_OPTIONS))('refuses NaN for %s', async (name) => {
  expect((await rejection({}, { [name]: Number.NaN })).message).toMatch(new RegExp(`^${name}: must be `));
});

test.concurrent('ends a flow that never ends and a handler that hangs, and names the part that it waits for', {
  tags: 'long',
}, async () => {
  const [flow, handler] = await Promise.all([
    rejection({ flow: () => new Promise(() => {}) }, { timeout: 5000 }),
    rejection({ onEvent: () => new Promise(() => {}) }, { timeout: 12_000 }),
  ]);
  expect(flow.failures[0]?.problem).toBe('the run did not end within 5000 ms; it waits for the flow');
  expect(handler.failures[0]?.problem).toMatch(/within 12000 ms; it waits for event transaction.created 1001$/);
});

test.concurrent('ends a second click that never ends, while the first waits for it', { tags: 'long' }, async () => {
  const flow = (shop: Shop) => (shop.order.isCharging ? new Promise(() => {}) : shop.checkout());
  const options = { only: 'createTransaction #1: second click during', timeout: 5000 };
  const { failures } = await rejection({ flow }, options);
  expect(failures[0]?.problem).toMatch(/^the run did not end within 5000 ms; it waits for /);
});

test.concurrent('lists the plans that it left out, and the limits of a search; undefined options are absent', async () => {
  const absent = { only: undefined, jobs: undefined, save: undefined, timeout: undefined, maxRuns: undefined };
  const report = async (options: ExploreOptions) =>
    printReport(await explore(newAccount, scenarioOf(Shop), options), 1000);
  expect(await report({ ...absent, without: ALL })).toContain(`Left out: ${ALL.join(', ')}.`);
  expect(await report({ without: allBut('crash') })).toContain('Not tried: the same fault of an operation twice');
});

test.concurrent('tells a flow that waits for an event that explore has it on hold', async () => {
  const shop: ExploreShop<GatewayClient> = {
    start: ({ client }) => client,
    flow: async (client) => void (await unwrap(client.POST('/v1/transactions', { body: BODY }))),
    buyer: async (account) => void (await account.events.waitFor('transaction.created', { delivered: true })),
  };
  const without = await failureOf(shop, {});
  expect(without.failures[0]?.problem).toMatch(
    /is on hold; explore runs without a webhook handler \(--webhook, or onEvent\)/,
  );
  const waits = async (client: GatewayClient) => {
    await shop.flow(client, { restarted: false, signal: new AbortController().signal, baseUrl: '' });
    await account?.events.waitFor('transaction.created', { delivered: true });
  };
  let account: SandboxControls | undefined;
  const start = (gateway: Parameters<typeof careful.start>[0]) => {
    account = gateway.account;
    return gateway.client;
  };
  const early = await failureOf<GatewayClient>({ start, flow: waits, onEvent: () => {} }, {});
  expect(early.failures[0]?.problem).toContain('is on hold; explore sends the events after the flow');
});

test.concurrent('ends after maxRuns plans, and counts the plans that it left out', async () => {
  const { tried, left, end, complete, bound } = await explore(newAccount, careful, { maxRuns: 3 });
  expect([tried.length, left > 10, end, complete]).toEqual([3, true, 'maxRuns', false]);
  expect(bound.at(-1)?.text).toBe(
    `Stopped after 3 of ${3 + left} known plans (maxRuns), which is no all-clear: ${left} plans left.`,
  );
});

test.concurrent('ends when its signal aborts, and says how many plans are left', async () => {
  const stop = new AbortController();
  let runs = 0;
  const flow = (shop: Shop) => {
    if (++runs === 8) stop.abort();
    return shop.checkout();
  };
  const stopped = await explore(newAccount, { ...careful, flow }, { signal: stop.signal });
  expect(stopped).toMatchObject({ end: 'signal', complete: false, failures: [] });
  expect(stopped.tried.length + stopped.left).toBeGreaterThan(20);
  await expect(explore(newAccount, careful, { signal: stop.signal })).rejects.toThrow(
    /^explore was stopped before the run/,
  );
});

test('ends when its time is over', { tags: 'long' }, async () => {
  let now = 0;
  const time = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const late = (shop: Shop) => {
    now += 20_000;
    return shop.checkout();
  };
  const cut = await explore(newAccount, { ...careful, flow: late }, { maxMinutes: 3, jobs: 1 });
  time.mockRestore();
  expect(cut).toMatchObject({ end: 'maxMinutes', complete: false, failures: [] });
});

test.concurrent('ends at the first failure with bail, however many runs go on at the same time', async () => {
  const shop = scenarioOf(NewReference);
  const [one, many] = await Promise.all([1, 4].map((jobs) => failureOf(shop, { bail: true, jobs })));
  expect(one?.failures).toMatchObject([{ plan: 'createTransaction #1: reset after commit' }]);
  expect(many?.failures).toEqual(one?.failures);
});

test.concurrent('names a shop that does not send the same requests in each run', { tags: 'long' }, async () => {
  let run = 0;
  const flow = async (shop: Shop) => {
    await shop.charge();
    if (run++ > 0) await unwrap(shop.client.GET('/v1/customers'));
  };
  const { failures } = await rejection({ flow });
  expect(failures[0]?.problem).toMatch(/^two runs without a disruption differ, so no plan can be repeated: first .*/);
});

test.concurrent('runs one by one if runs share state, and reports it', { tags: 'long' }, async () => {
  let runs = 0;
  let open = 0;
  const flow = async (shop: Shop) => {
    if (++open > 1) await unwrap(shop.client.GET('/v1/customers'));
    // On a busy machine, the second run could end before the third begins.
    if (++runs === 2) await vi.waitFor(() => expect(runs).toBe(3), 20_000);
    await shop.checkout();
    open--;
  };
  const { alone } = await explore(newAccount, { ...careful, flow }, { without: ALL });
  expect(alone).toMatch(/^The shop shares state between runs.* first difference: first createTransaction #1/);
});

test.concurrent('refuses a flow that gets no money, unless that is right', async () => {
  const flow = async ({ client }: Shop) => void (await unwrap(client.GET('/v1/customers')));
  expect((await rejection({ flow })).failures[0]?.problem).toMatch(/^no payment got any money: add a buyer who pays/);
  const { did } = await explore(newAccount, { ...careful, flow }, { earnsNothing: true, without: ALL });
  expect(did).toBe('listCustomers, listTransactions; received R$ 0.00');
});

test.concurrent('saves the plans that broke the shop, and replays them', { tags: 'long' }, async () => {
  const file = join(folder, 'plans.json');
  const { failures } = await rejection(
    { reconcile: () => {}, onEvent: () => {} },
    { without: allBut('request'), maxRuns: 6, save: file },
  );
  const broken = await rejection({ reconcile: () => {}, onEvent: () => {} }, { replay: file });
  expect(broken.message).toContain('STILL FAILS');
  expect(broken.result.replayed).toEqual(failures.map(({ plan }) => ({ plan, outcome: 'STILL FAILS' })));
  expect(broken.message).toContain(`STILL FAILS  ${failures[0]?.plan}`);
  const { replayed } = await explore(newAccount, careful, { replay: file });
  expect(new Set(replayed?.map(({ outcome }) => outcome))).toEqual(new Set(['FIXED']));
  // A file can be replayed and written again. A run that does not hold without a disruption keeps it.
  const again = await rejection({ reconcile: () => {}, onEvent: () => {} }, { replay: file, save: file });
  await rejection({ flow: () => {} }, { save: file });
  expect(readPlans(file)).toEqual(again.failures.map(({ plan }) => plan));
  writeFileSync(file, JSON.stringify({ version: 2, plans: ['createLink #1: reset'] }));
  expect((await explore(newAccount, careful, { replay: file })).replayed).toMatchObject([{ outcome: 'GONE' }]);
  writeFileSync(file, JSON.stringify({ version: 1, plans: [] }));
  expect((await rejection({}, { replay: file })).message).toMatch(/has version 1, and this explore reads version 2/);
  writeFileSync(file, '[]');
  expect((await rejection({}, { replay: file })).message).toMatch(/must be a file that save has written$/);
});

test.concurrent('counts bad orders of a disrupted run as a failure of its plan', { tags: 'long' }, async () => {
  const flow = (shop: Shop) => shop.checkout().catch(() => Object.assign(shop.order, { paid: Number.NaN }));
  const only = 'captureTransaction #1: reset';
  const { failures } = await rejection({ flow, onEvent: () => {}, reconcile: () => {} }, { only });
  expect(failures[0]?.problem).toBe('orders answered paid: null');
});

test.concurrent('reports an exception of orderOf, and asks it for no payment of somebody else', {
  tags: 'long',
}, async () => {
  const orderOf = ({ metadata }: { metadata?: unknown }) => JSON.parse(String(metadata)).order as string;
  const { tried } = await explore(
    newAccount,
    { ...careful, orderOf },
    { only: 'before the buyer: a forged event of another payment' },
  );
  expect(tried).toMatchObject([{ outcome: 'held' }]);
  const broken = await rejection({ orderOf: ({ id }) => JSON.parse(`{${id}`) });
  expect(broken.failures).toMatchObject([
    { plan: 'no disruption', problem: expect.stringMatching(/^orderOf threw: /) },
  ]);
});

test.concurrent('starts a new process of the shop after a crash', { tags: 'long' }, async () => {
  const processes: string[] = [];
  const flow = async (shop: Shop, { restarted }: { restarted: boolean }) => {
    processes.push(`${shop.name} ${restarted}`);
    await shop.checkout();
  };
  const restart = (shop: Shop) => Object.assign(new Careful(shop.client), { order: shop.order, name: 'second' });
  const only = 'createTransaction #1: crash after';
  const renewed = await explore(newAccount, { ...careful, flow, restart }, { only });
  expect(processes).toEqual(['first false', 'first false', 'second true']);
  expect(renewed.survived).toBeUndefined();
  // Without a new process, the report says that the old one went on.
  const report = printReport(await explore(newAccount, careful, { only }), 1000);
  expect(report).toContain('A crash did not end what the shop holds in memory, such as a lock: it has no restart.');
  expect((await explore(newAccount, careful, { without: ALL })).survived).toBeUndefined();
});

test.concurrent('names a shop that never settles', { tags: 'long' }, async () => {
  const reconcile = async ({ client }: Shop) => {
    const { id } = await unwrap(client.POST('/v1/transactions', { body: { ...BODY, capture: false } }));
    await unwrap(client.POST('/v1/transactions/{id}/refund', { params: { path: { id } }, body: {} }));
  };
  const failure = await rejection({ reconcile });
  expect(failure.failures[0]?.problem).toBe('the shop never settles: it was still changing payments after 5 repairs');
});

test.concurrent('tries no variant of an assumption that the flow does not rely on', { tags: 'long' }, async () => {
  const only = 'assumption pix-flow: stays-open';
  expect((await rejection({}, { only })).message).toMatch(/^only: no run has the disruption/);
  const pix = { ...scenarioOf(CarefulPix), buyer: payOpen };
  expect(await explore(newAccount, pix, { only })).toMatchObject({ tried: [{ outcome: 'held' }] });
});

test.concurrent('waits for what the gateway decides a second later', async () => {
  const shop: ExploreShop<GatewayClient> = {
    start: ({ client }) => client,
    flow: async (client) => void (await unwrap(client.POST('/v1/transactions', { body: { ...BODY, async: true } }))),
    check: async ({ account }) =>
      void (await account.events.waitFor('transaction.status_changed', { status: 'paid', timeout: 1 })),
  };
  const { did } = await explore(newAccount, shop, { without: ALL });
  expect(did).toBe('createTransaction; received R$ 1.00');
});

test.concurrent('disturbs neither start nor orders nor check', { tags: 'long' }, async () => {
  const asking: Partial<ExploreShop<Shop>> = {
    async start({ client }) {
      await unwrap(client.GET('/v1/customers'));
      return new Careful(client);
    },
    async orders(shop) {
      await unwrap(shop.client.GET('/v1/customers'));
      return shop.orders();
    },
    check: async ({ client }) => void (await unwrap(client.GET('/v1/customers'))),
  };
  const options = { without: allBut('crash'), maxRuns: 10 };
  const quiet = await explore(newAccount, careful, options);
  expect(await explore(newAccount, { ...careful, ...asking }, options)).toEqual(quiet);
});

test.concurrent('runs a shop that calls the API without our client', { tags: 'long' }, async () => {
  const start = (gateway: Parameters<typeof careful.start>[0]) => ({ ...startPlain(gateway), paid: [] as number[] });
  const shop: ExploreShop<ReturnType<typeof start>> = {
    start,
    flow: async ({ paid, send }) => {
      const charge = () => send('/transactions', BODY);
      paid.push(await charge().catch(charge));
    },
    // No payment has a reference, so the whole flow is one order.
    orders: ({ paid }) => [{ order: 'order-1', paid: paid.length > 0 ? 100 : 0 }],
  };
  const { failures } = await failureOf(shop, { without: allBut('request') });
  const found = failures.find(({ plan }) => plan.endsWith('reset after commit'));
  expect(found?.problem).toMatch(/^the order was charged twice: transaction 1001 /);
});

test.concurrent('does not take what a blocked part sends for requests of the flow', { tags: 'long' }, async () => {
  // As in a server with one worker, a second click waits for the first, and no request says which part sends it.
  const start = (gateway: Parameters<typeof careful.start>[0]) => ({
    ...startPlain(gateway),
    queue: Promise.resolve(0),
  });
  const shop: ExploreShop<ReturnType<typeof start>> = {
    start,
    async flow(server) {
      const { queue, send } = server;
      const work = queue.then((id) => (id === 0 ? send('/transactions', BODY) : send(`/transactions/${id}`)));
      server.queue = work;
      await work;
      // The worker takes the next click before the first one has its answer.
      await server.queue;
    },
  };
  const { tried } = await explore(newAccount, shop, { without: allBut('second-click'), jobs: 1 });
  expect(tried.map(({ depth }) => depth)).toEqual(tried.map(() => 1));
});

test.each([
  [60, 0],
  [0, 60],
  [30, 0],
])('knows which of two clicks with a plain fetch sends a request, after %d ms and %d ms', async (...delays) => {
  // Two requests per click: nothing but the context tells whose the second one is.
  const start = (gateway: Parameters<typeof careful.start>[0]) => ({ ...startPlain(gateway), clicks: 0 });
  const shop: ExploreShop<ReturnType<typeof start>> = {
    start,
    async flow(own) {
      await sleep(delays[own.clicks++]);
      await own.send('/customers?page=1');
      await own.send('/transactions', BODY);
    },
  };
  const { failures } = await failureOf(shop, { only: 'flow: second click in step' });
  expect(failures[0]?.timeline.map((line) => line.replace(/^ *\d+ +/, '').replace(/ {2,}.*/, ''))).toEqual([
    ...['GET /v1/customers', 'GET /v1/customers (second click)'],
    ...['POST /v1/transactions', 'POST /v1/transactions (second click)'],
  ]);
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

test.each([
  ['flow: second click in step', NoNote as typeof Shop, /was charged twice/],
  ['event transaction.created paid #1: twice at once', TwoEventsAtOnce as typeof Shop, /the shop says R\$ 319\.80/],
])('%s overlaps, also if the second one is slower', async (only, Kind, problem) => {
  const calls = new Map<Shop, number>();
  const slower = async (shop: Shop) => {
    calls.set(shop, (calls.get(shop) ?? 0) + 1);
    if (calls.get(shop) !== 1) await sleep(60);
  };
  const isClick = only.startsWith('flow');
  const { failures } = await failureOf<Shop>(
    {
      ...scenarioOf(Kind),
      flow: async (shop) => {
        if (isClick) await slower(shop);
        await shop.checkout();
      },
      onEvent: async (shop, body) => {
        if (!isClick) await slower(shop);
        await shop.webhook(body);
      },
    },
    { only },
  );
  expect(failures).toMatchObject([{ plan: only, problem: expect.stringMatching(problem) }]);
});

test.each([
  [{ payment_method: 'pix', card_id: null }, []],
  [{ payment_method: 'credit_card', card_id: 9999 }, ['createTransaction #1']],
])('refuses only a card that a payment has: %j', async (payment, places) => {
  const shop: ExploreShop<GatewayClient> = {
    start: ({ client }) => client,
    flow: (client) => client.POST('/v1/transactions', { body: { amount: 100, ...payment } as never }).catch(() => {}),
  };
  const { tried } = await explore(newAccount, shop, { earnsNothing: true, without: allBut('buyer') });
  const refused = tried.filter(({ disruption }) => disruption === 'the card is refused');
  expect(refused.map(({ place, outcome }) => [place, outcome])).toEqual(places.map((place) => [place, 'covered']));
});
