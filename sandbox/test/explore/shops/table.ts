/** How to explore each shop of the gallery. */

import { bugs } from '../../../../tables/explored-bugs.js';
import {
  type ExploreOptions,
  type ExploreResult,
  type ExploreShop,
  explore,
  type setUpSandbox,
} from '../../../src/testing/index.js';
import * as careful from './careful.js';
import * as charges from './charges.js';
import * as events from './events.js';
import * as money from './money.js';
import { payNewest, payOpen, Shop, scenarioOf } from './shop.js';
import { SubscribesAgain, SubscriptionShop, subscriptionOf } from './subscriptions.js';

type Kind = Parameters<typeof scenarioOf>[0];

/** Explores a shop. */
export type Run = (newAccount: ReturnType<typeof setUpSandbox>, options?: ExploreOptions) => Promise<ExploreResult>;

const by =
  (Kind: Kind, more: Partial<ExploreShop<Shop>> = {}): Run =>
  (newAccount, options) =>
    explore(newAccount, { ...scenarioOf(Kind), ...more }, options);
const byPix = (Kind: Kind) => by(Kind, { buyer: payOpen });

/** The shops with a buyer or a restart. The others only have what all have. */
const special: Readonly<Record<string, Run>> = {
  BelievesForged: byPix(events.BelievesForged),
  BelievesTheOrder: byPix(events.BelievesTheOrder),
  BooksAmount: byPix(money.BooksAmount),
  CanceledForEver: byPix(money.CanceledForEver),
  NeedsEachStatus: byPix(events.NeedsEachStatus),
  NeverAsks: byPix(events.NeverAsks),
  ShipsUnderpaid: byPix(money.ShipsUnderpaid),
  TrustsReturnPage: byPix(money.TrustsReturnPage),
  FirstCodeCancels: by(money.FirstCodeCancels, { buyer: payNewest }),
  NoteAfter: by(charges.NoteAfter, { restart: (shop) => (shop as charges.NoteAfter).restarted() }),
  StartsTrialsAgain: (newAccount, options) => explore(newAccount, subscriptionOf(SubscribesAgain, 7), options),
  SubscribesAgain: (newAccount, options) => explore(newAccount, subscriptionOf(SubscribesAgain), options),
};

const classes: Readonly<Record<string, unknown>> = { ...charges, ...events, ...money };

/** The bugs of the gallery, each with its shop. */
export const carelessShops = bugs.map((bug) => ({ ...bug, run: special[bug.shop] ?? by(classes[bug.shop] as Kind) }));

export interface CarefulShop {
  readonly what: string;
  readonly run: Run;
  /** Why the search ends. Default: no run has a new place. */
  readonly end?: 'maxRuns';
}

/** The shops that hold in every plan that is tried. */
export const carefulShops: readonly CarefulShop[] = [
  { what: 'charges a card', run: by(Shop) },
  { what: 'authorizes, then captures', run: by(careful.Careful), end: 'maxRuns' },
  { what: 'sells by PIX', run: byPix(careful.CarefulPix) },
  { what: 'sells by boleto', run: byPix(careful.CarefulBoleto) },
  { what: 'polls', run: byPix(careful.Polls) },
  {
    what: 'lets one click through at a time',
    run: by(careful.Locked, { restart: (shop) => (shop as careful.Locked).restarted() }),
  },
  {
    what: 'sells a subscription',
    run: (newAccount, options) => explore(newAccount, subscriptionOf(SubscriptionShop), options),
  },
];
