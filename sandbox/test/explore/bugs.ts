/** The shops with a bug, and how `explore` reports each. */
import { expect } from 'vitest';
import {
  type ExploreFailure,
  type ExploreOptions,
  type ExploreShop,
  explore,
  type setUpSandbox,
} from '../../src/testing/index.js';
import * as shops from './shops.js';

export interface Bug {
  readonly Kind: Parameters<typeof shops.scenarioOf>[0];
  readonly extra?: Partial<ExploreShop<shops.Shop>>;
  /** Its own disruption, the problem, and the lines that explain it. */
  readonly disruption: string;
  readonly problem: RegExp;
  readonly timeline: readonly RegExp[];
}

export const bugs: Readonly<Record<string, Bug>> = {
  'charges again after a lost response': {
    Kind: shops.ChargesAgain,
    disruption: 'createTransaction #1: reset after commit',
    problem:
      /^order-1 was charged twice: transaction 1001 \(R\$ 159\.90 paid\) and transaction 1003 \(R\$ 159\.90 paid\)$/,
    timeline: [
      /POST \/v1\/transactions +the gateway wrote 1001, paid; the response was lost \(reset\)/,
      /POST .* wrote 1003, paid/,
    ],
  },
  'takes a new reference per attempt': {
    Kind: shops.NewReference,
    disruption: 'createTransaction #1: truncate',
    problem: /^order-1 was charged twice/,
    timeline: [/wrote 1001, paid; the response was lost \(truncate\)/, /wrote 1003, paid/],
  },
  'overwrites paid with an old event': {
    Kind: shops.BelievesEvents,
    disruption: 'event transaction.created authorized #1: late',
    problem: /^order-1: the gateway received R\$ 159\.90 \(transaction 1001\), but the shop says R\$ 0\.00$/,
    timeline: [
      /event transaction.status_changed 1001 +answered 204, paid/,
      /event transaction.created 1001 +answered 204, authorized/,
    ],
  },
  'ships twice for a repeated event': {
    Kind: shops.ShipsTwice,
    extra: {
      check: ({ shop }) => {
        if (shop.order.shipments > 1) throw new Error(`order-1 was shipped ${shop.order.shipments} times`);
      },
    },
    disruption: 'event transaction.created paid #1: twice',
    problem: /^order-1 was shipped 2 times$/,
    timeline: [/event transaction.created 1001/, /event transaction.created 1001/],
  },
  'drops an event of an order that it has not saved': {
    Kind: shops.DropsUnknown,
    disruption: 'createTransaction #1: events during',
    problem: /but the shop says R\$ 0\.00$/,
    timeline: [/POST \/v1\/transactions +wrote 1001, paid/, /event transaction.created 1001/],
  },
  'never asks for a missing event': {
    Kind: shops.NeverAsks,
    extra: { buyer: (account) => account.pay(1001) },
    disruption: 'event transaction.status_changed paid #1: never',
    problem: /received R\$ 159\.90 \(transaction 1001\), but the shop says R\$ 0\.00$/,
    timeline: [/wrote 1001, waiting_payment/, /event transaction.created 1001/],
  },
  'refunds twice after a lost refund': {
    Kind: shops.RefundsTwice,
    disruption: 'refundTransaction #1: reset after commit',
    problem: /received R\$ 140\.10 \(transaction 1001\), but the shop says R\$ 150\.00$/,
    timeline: [/refund +the gateway wrote 1001, paid; the response was lost/, /refund +wrote 1001, paid/],
  },
  'believes that paid_amount shows a refund': {
    Kind: shops.BelievesPaidAmount,
    disruption: 'assumption refund-rules: keeps-paid-amount',
    problem: /received R\$ 150\.00 \(transaction 1001\), but the shop says R\$ 159\.90$/,
    timeline: [
      /^1 +assumption refund-rules: keeps-paid-amount A refund, partial or whole, leaves/,
      /refund +wrote 1001/,
    ],
  },
  'captures an order twice after a crash': {
    Kind: shops.CapturesTwice,
    disruption: 'captureTransaction #1: crash after',
    problem: /^order-1 was charged twice/,
    timeline: [
      /capture +the gateway wrote 1001, paid; then the process died/,
      /the process restarts/,
      /capture +wrote 1003, paid/,
    ],
  },
};

/** Resolves with the failure. */
export const run = (newAccount: ReturnType<typeof setUpSandbox>, { Kind, extra }: Bug, options: ExploreOptions) =>
  explore(newAccount, { ...shops.scenarioOf(Kind), ...extra }, options).then(
    ({ runs }): ExploreFailure => expect.unreachable(`holds in ${runs} runs`),
    (failure: ExploreFailure) => failure,
  );
