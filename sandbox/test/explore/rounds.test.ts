/** What follows a crash of any part, and how often the repair job runs. */
import { afterAll, expect, test } from 'vitest';
import { type ExploreShop, setUpSandbox } from '../../src/testing/index.js';
import { CarefulPix } from './shops/careful.js';
import { OneLock, QuietJob } from './shops/careful-jobs.js';
import { explore, failureOf } from './shops/failure.js';
import { payOpen, type Shop, scenarioOf } from './shops/shop.js';

const newAccount = setUpSandbox(afterAll);

test.each([
  'event transaction.created authorized #1: retrieveTransaction #1: crash before',
  'repair job: listTransactions #1: crash before',
  'createTransaction #1: crash after',
])('a lock in memory ends with its process: %s', async (only) => {
  let restarts = 0;
  const shop: ExploreShop<Shop> = {
    ...scenarioOf(OneLock),
    restart(own) {
      restarts++;
      return (own as OneLock).restarted();
    },
  };
  expect(await explore(newAccount, shop, { only })).toMatchObject({ failures: [], tried: [{ outcome: 'held' }] });
  expect(restarts).toBe(1);
});

const quiet = { ...scenarioOf(QuietJob), buyer: payOpen };

test('a repair job that returns quietly in an outage runs again, a day later', async () => {
  const only = 'repair job: listTransactions #1: 503';
  expect(await explore(newAccount, quiet, { only })).toMatchObject({ failures: [], tried: [{ outcome: 'held' }] });
});

/** Looks once, whatever comes of it. */
class LooksOnce extends CarefulPix {
  #hasLooked = false;
  override async webhook(): Promise<void> {}
  override async reconcile(): Promise<void> {
    if (this.#hasLooked) return;
    this.#hasLooked = true;
    await super.reconcile().catch(() => {});
  }
}

test('a repair job that gives up after an outage is found, after five rounds', async () => {
  let rounds = 0;
  const shop: ExploreShop<Shop> = {
    ...scenarioOf(LooksOnce),
    buyer: payOpen,
    reconcile: (own) => {
      rounds++;
      return own.reconcile();
    },
  };
  const { failures } = await failureOf(
    explore(newAccount, shop, { only: 'repair job: listTransactions #1: 503', jobs: 1 }),
  );
  expect(failures).toMatchObject([{ problem: expect.stringContaining('but the shop says R$ 0.00') }]);
  // Two in the run without a disruption.
  expect(rounds).toBe(2 + 5);
});
