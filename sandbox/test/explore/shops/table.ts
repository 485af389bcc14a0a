/** How to explore each shop of the gallery. */

import type { GatewayClient } from '../../../../src/index.js';
import { bugs } from '../../../../tables/explored-bugs.js';
import type { ExploreOptions, ExploreResult, ExploreShop, setUpSandbox } from '../../../src/testing/index.js';
import * as architectures from './architectures.js';
import * as atOnce from './at-once.js';
import * as careful from './careful.js';
import * as jobs from './careful-jobs.js';
import * as charges from './charges.js';
import * as events from './events.js';
import { explore } from './failure.js';
import * as money from './money.js';
import * as partialRefunds from './partial-refunds.js';
import * as places from './places.js';
import * as recovery from './recovery.js';
import * as refunds from './refunds.js';
import { passChallenge, payNewest, payOpen, Shop, scenarioOf } from './shop.js';
import * as strangers from './strangers.js';
import {
  BooksRenewals,
  CancelsBlindly,
  CarefulCancel,
  FailedRenewal,
  renewalOf,
  SubscribesAgain,
  SubscriptionShop,
  SuspendsForEver,
  subscriptionOf,
  TRIAL,
} from './subscriptions.js';
import * as times from './times.js';

type Kind<Own = Shop> = new (client: GatewayClient) => Own;

/** Explores a shop. */
export type Run = (newAccount: ReturnType<typeof setUpSandbox>, options?: ExploreOptions) => Promise<ExploreResult>;

const running =
  <Own>(shop: ExploreShop<Own>): Run =>
  (newAccount, options) =>
    explore(newAccount, shop, options);
const by = <Own extends Shop>(Kind: Kind<Own>, more: Partial<ExploreShop<Own>> = {}): Run =>
  running({ ...scenarioOf(Kind), ...more });
const by3ds = (Kind: Kind) => by(Kind, { buyer: passChallenge });
const byPix = (Kind: Kind) => by(Kind, { buyer: payOpen });
const byPlaces = <Own extends Shop>(
  Kind: new (client: GatewayClient, place?: (name: string) => Promise<void>) => Own,
  more: Partial<ExploreShop<Own>> = {},
) => by(Kind, { start: ({ client, place }) => new Kind(client, place), ...more });
/** The shop follows the clock of the account, and has no webhook. */
const byClock = (Kind: new (client: GatewayClient, now: () => Date) => Shop, more: Partial<ExploreShop<Shop>> = {}) =>
  by(Shop, { start: ({ client, now }) => new Kind(client, now), buyer: payOpen, ...more });

const renewals = (Kind: typeof BooksRenewals): Run =>
  running({
    ...subscriptionOf(Kind),
    onEvent: (shop, body) => shop.webhook(body),
    buyer: (account) => account.clock.advance('31d'),
    reconcile: (shop) => shop.reconcile(),
    orders: (shop) => shop.orders(),
  });

/** The shops with a buyer or a restart. The others only have what all have. */
const special: Readonly<Record<string, Run>> = {
  ChargesInTransaction: byPlaces(places.ChargesInTransaction),
  BooksParcelAgain: byPlaces(places.BooksParcelAgain),
  LooksThrice: byClock(times.LooksThrice),
  HalfAnHour: byClock(times.HalfAnHour),
  LooksBackAWeek: byClock(times.LooksBackAWeek),
  AddsOnItsPage: by(atOnce.AddsOnItsPage, { buyer: (account, shop) => shop.page(account) }),
  AddsInItsJob: byPix(atOnce.AddsInItsJob),
  BelievesForged: byPix(events.BelievesForged),
  BelievesTheOrder: byPix(events.BelievesTheOrder),
  BooksAmount: byPix(money.BooksAmount),
  BooksAtMost: byPix(money.BooksAtMost),
  GivesUp3ds: by3ds(strangers.GivesUp3ds),
  SuspendsForEver: renewals(SuspendsForEver),
  CancelsBlindly: running(subscriptionOf(CancelsBlindly)),
  CanceledForEver: byPix(money.CanceledForEver),
  NeedsEachStatus: byPix(events.NeedsEachStatus),
  NeverAsks: byPix(events.NeverAsks),
  FailedRenewal: running(renewalOf(FailedRenewal)),
  ShipsBefore3ds: by3ds(money.ShipsBefore3ds),
  ShipsLapsed: by(money.ShipsLapsed, { buyer: (_, shop) => shop.ship() }),
  ShipsUnderpaid: byPix(money.ShipsUnderpaid),
  TrustsReturnPage: byPix(money.TrustsReturnPage),
  ForgetsEvents: by(events.ForgetsEvents, { restart: (shop) => shop.restarted() }),
  KeysByAmount: byPix(events.KeysByAmount),
  PendingIsFinal: byPix(refunds.PendingIsFinal),
  ShipsAuthorized: by(money.ShipsAuthorized, { buyer: (_, shop) => shop.settle() }),
  FirstCodeCancels: by(money.FirstCodeCancels, { buyer: payNewest }),
  NoteAfter: by(charges.NoteAfter, { restart: (shop) => shop.restarted() }),
  BelievesLinkPaid: by(strangers.BelievesLinkPaid, { buyer: strangers.payLink }),
  ShipsBeforeItLooks: byPix(strangers.ShipsBeforeItLooks),
  GivesPixUp: byPix(strangers.GivesPixUp),
  GrantsByPeriod: running({
    ...subscriptionOf(strangers.GrantsByPeriod),
    buyer: (account) => account.clock.advance('31d'),
    reconcile: (shop) => shop.look(),
    orders: (shop) => shop.orders(),
  }),
  MixesUpTokens: by(Shop, { start: ({ client, baseUrl }) => strangers.MixesUpTokens.open(client, baseUrl) }),
  ReadsFirstPage: byPix(strangers.ReadsFirstPage),
  ForgetsFirstCode: byPix(money.ForgetsFirstCode),
  ForgetsSplit: by(Shop, { start: ({ client }) => careful.CarefulSplit.create(client, recovery.ForgetsSplit) }),
  LinkPaidTwice: by(strangers.LinkPaidTwice, { buyer: strangers.payLink }),
  StartsTrialsAgain: running(subscriptionOf(SubscribesAgain, TRIAL)),
  SubscribesAgain: running(subscriptionOf(SubscribesAgain)),
};

const classes: Readonly<Record<string, unknown>> = {
  ...atOnce,
  ...charges,
  ...events,
  ...money,
  ...partialRefunds,
  ...recovery,
  ...refunds,
  ...strangers,
};

/** The bugs of the gallery, each with its shop. */
export const carelessShops = bugs.map((bug) => ({ ...bug, run: special[bug.shop] ?? by(classes[bug.shop] as Kind) }));

export interface CarefulShop {
  readonly what: string;
  readonly run: Run;
}

/** The shops that hold in every plan that is tried. */
export const carefulShops: readonly CarefulShop[] = [
  { what: 'charges a card', run: by(Shop) },
  { what: 'authorizes, then captures', run: by(careful.Careful) },
  { what: 'refunds', run: by(refunds.CarefulRefund) },
  { what: 'refunds at once', run: by(refunds.CancelsAtOnce) },
  { what: 'gives a part back', run: by(partialRefunds.CarefulPartialRefund) },
  { what: 'sells by card with 3DS', run: by3ds(careful.Careful3ds) },
  { what: 'splits a payment', run: by(Shop, { start: ({ client }) => careful.CarefulSplit.create(client) }) },
  { what: 'sells by Pix', run: byPix(careful.CarefulPix) },
  { what: 'gives the money of a Pix back', run: byPix(refunds.CarefulPixRefund) },
  { what: 'sells by boleto', run: byPix(careful.CarefulBoleto) },
  { what: 'looks at paid orders once a day', run: byClock(times.LooksDaily, { buyer: () => {} }) },
  { what: 'saves only what is newer', run: byPix(times.SavesNewer) },
  {
    what: 'has one lock for all its parts',
    run: by(jobs.OneLock, { restart: (shop) => shop.restarted() }),
  },
  {
    what: 'has an outbox',
    run: byPlaces(architectures.Outbox, { restart: (shop) => shop.restarted() }),
  },
  { what: 'has a queue with a worker', run: byPlaces(architectures.QueueWorker) },
  { what: 'keeps facts', run: by(architectures.Facts) },
  { what: 'books a parcel once', run: byPlaces(places.BooksParcelOnce) },
  { what: 'has a job that returns quietly', run: byPix(jobs.QuietJob) },
  { what: 'polls', run: byPix(careful.Polls) },
  { what: 'asks on its return page, too', run: by(careful.CarefulPix, { buyer: atOnce.payAndReturn }) },
  {
    what: 'lets one click through at a time',
    run: by(careful.Locked, { restart: (shop) => shop.restarted() }),
  },
  {
    what: 'sells a subscription',
    run: running(subscriptionOf(SubscriptionShop)),
  },
  {
    what: 'books the renewals of a subscription',
    run: renewals(BooksRenewals),
  },
  {
    what: 'cancels a subscription',
    run: running({ ...subscriptionOf(CarefulCancel), reconcile: (shop) => shop.cancelAll() }),
  },
  { what: 'tries a second card', run: by(careful.TwoCards) },
  { what: 'answers an event before it works', run: by(careful.Queues) },
  { what: 'charges a saved card', run: by(Shop, { start: ({ client }) => careful.SavedCard.create(client) }) },
  { what: 'ships what is paid', run: byPix(careful.ShipsPaid) },
  { what: 'sells two orders', run: by(careful.TwoOrders) },
  { what: 'sells by a link', run: by(strangers.ClosesLink, { buyer: strangers.payLink, orderOf: () => 'order-1' }) },
  { what: 'reports paid orders only', run: by(refunds.OmitsUnpaid) },
];
