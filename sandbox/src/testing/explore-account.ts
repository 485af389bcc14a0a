import {
  type ExploreOptions,
  type ExploreResult,
  type ExploreShop,
  exploreShop,
  type OnProgress,
  type OpenGateway,
} from '../explore/index.js';
import { type AccountOptions, probeOf, type TestAccount } from './set-up.js';
import { EventRefused } from './test-receiver.js';

/** Each request is one line of the timeline. */
const CLIENT = { retries: 0 } as const;

/**
 * Runs the flow of your shop once without a disruption, and once for each thing that can go wrong: lost responses, crashes, events that come
 * twice, late or never. After each run it compares the books of the shop with those of the gateway. Resolves with the number of runs. Rejects with
 * an `ExploreFailure` whose message is a report, with a TypeError or a RangeError for invalid arguments.
 *
 * ```ts
 * await explore(newAccount, {
 *   start: ({ client }) => new Shop(client),
 *   flow: (shop) => shop.checkout('order-1'),
 *   onEvent: (shop, body) => shop.webhook(body),
 *   orders: (shop) => shop.orders(),
 * });
 * ```
 */
export async function explore<Shop>(
  newAccount: (options?: AccountOptions) => Promise<TestAccount>,
  shop: ExploreShop<Shop>,
  options: ExploreOptions = {},
): Promise<ExploreResult> {
  if (typeof newAccount !== 'function') {
    throw new TypeError('newAccount: must be the function that setUpSandbox returned');
  }
  return exploreShop(openWith(newAccount), shop, options, progress());
}

/** Returns a function that opens an empty account per run. */
function openWith(newAccount: (options?: AccountOptions) => Promise<TestAccount>): OpenGateway {
  return async (onEvent) => {
    const receive = async (body: string): Promise<void> => {
      if (!(await onEvent(body))) throw new EventRefused();
    };
    const created = await newAccount({ onEvent: receive, client: CLIENT });
    return { ...created, probe: probeOf(created) };
  };
}

/** Prints one line of progress in a terminal. */
function progress(): OnProgress {
  if (!process.stderr.isTTY) return () => {};
  return (done, plan) => {
    process.stderr.write(plan === undefined ? '\r\u001b[K' : `\rexplore: ${done} plans`);
  };
}
