import { progressLine } from 'payment-gateway-core/cli';
import { printable } from 'payment-gateway-core/codes';
import {
  type ExploreOptions,
  type ExploreResult,
  type ExploreShop,
  exploreShop,
  type OnProgress,
  type OpenGateway,
} from '../explore/index.js';
import { type AccountOptions, EventRefused, probeOf, type TestAccount } from './set-up.js';

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
  const { onProgress, end } = progress();
  return exploreShop(openWith(newAccount), shop, options, onProgress).finally(end);
}

/** Returns a function that opens an empty account per run. */
function openWith(newAccount: (options?: AccountOptions) => Promise<TestAccount>): OpenGateway {
  return async (onEvent) => {
    const receive = async (body: string): Promise<void> => {
      if (!(await onEvent(body))) throw new EventRefused();
    };
    const created = await newAccount({ onEvent: receive, client: CLIENT });
    const probe = probeOf(created);
    // The report of a plan must not depend on the accounts before its run.
    await probe.engine.run(probe.account, (unit) => unit.beginIds());
    return { ...created, probe };
  };
}

/** How often a line without a terminal appears. Milliseconds. */
const EVERY = 10_000;

/** Prints each new problem, and where the search is: all the time in a terminal, or else a line every ten seconds. */
function progress(): { readonly onProgress: OnProgress; readonly end: () => void } {
  const { stderr } = process;
  const line = progressLine();
  const started = performance.now();
  let state = '';
  const timer = setInterval(() => {
    if (!stderr.isTTY) line.show(`${state} (${Math.round((performance.now() - started) / 1000)} s)`);
  }, EVERY).unref();
  return {
    onProgress(text, isProblem) {
      const shown = `explore: ${printable(text)}`;
      if (isProblem) {
        line.end();
        stderr.write(`${shown}\n`);
        return;
      }
      state = shown;
      if (stderr.isTTY) line.show(state);
    },
    end() {
      clearInterval(timer);
      line.end();
    },
  };
}
