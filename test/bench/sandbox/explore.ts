/** Measures `explore`: the time of a run, and the memory after many. */

import { type ExploreShop, explore, setUpSandbox } from '../../../sandbox/src/testing/index.js';
import { type GatewayClient, unwrap } from '../../../src/index.js';
import { atMost, median } from '../report.ts';

const ROUNDS = 5;
const RUNS = 5000;
const CARD = {
  ...{ card_number: '4111111111111111', card_holder_name: 'ANA SOUZA' },
  ...{ card_expiration_date: '1239', card_cvv: '123' },
};

/** Three requests: it reserves an amount, captures it, and refunds it. */
const shop: ExploreShop<GatewayClient> = {
  start: ({ client }) => client,
  async flow(client) {
    const customer = { name: 'Ana Souza', email: 'ana@example.com' };
    const body = { amount: 100, payment_method: 'credit_card', card: CARD, capture: false, customer } as const;
    const { id } = await unwrap(client.POST('/v1/transactions', { body }));
    const params = { path: { id } };
    await unwrap(client.POST('/v1/transactions/{id}/capture', { params, body: {} }));
    await unwrap(client.POST('/v1/transactions/{id}/refund', { params, body: {} }));
  },
  onEvent() {},
};

/** Runs without a stall, which only waits. */
export async function exploreRuns(): Promise<void> {
  const hooks: (() => Promise<void>)[] = [];
  const newAccount = setUpSandbox((hook) => hooks.push(hook));
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const started = performance.now();
    const { runs } = await explore(newAccount, shop, { without: ['request'] });
    if (round > 0) times.push((performance.now() - started) / runs); // the first one fills the caches
  }
  atMost('ms of a run with three requests and four events', median(times), 150);

  const marks: number[] = [];
  for (let done = 0; done < RUNS; ) {
    while (done < (marks.length + 1) * (RUNS / 10)) {
      done += (await explore(newAccount, shop, { without: ['request', 'crash', 'assumption'] })).runs;
    }
    globalThis.gc?.();
    marks.push(process.memoryUsage().heapUsed / 1e6);
  }
  console.log(`Heap after each ${RUNS / 10} of ${RUNS} runs, MB: ${marks.map((mark) => mark.toFixed(0)).join(' ')}`);
  const [, second = 0] = marks;
  atMost('the highest of these over the second', Math.max(...marks) / second, 1.1);
  for (const hook of hooks) await hook();
}
