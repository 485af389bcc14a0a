/** Walks every transition of the contract by requests, acts and the clock, without `setStatus`. */
import { describe, expect, test } from 'vitest';
import type { Assumed } from '../../../core/generated/variants.js';
import { readContract } from '../../../core/src/contract/document.js';
import type { JsonObject } from '../../../core/src/util/json.js';
import type { acts } from '../../src/rules/index.js';
import { createGateway, DAY, type Gateway } from './gateway.ts';
import { APPROVED, by3ds, byBoleto, byCard, byPix, card, REFUSED, STAYS_PROCESSING, subscribe } from './requests.ts';

/** An act with its options, days that pass, or a request. */
type Step =
  | keyof typeof acts
  | readonly [keyof typeof acts, JsonObject]
  | number
  | ((gateway: Gateway, id: number) => Promise<unknown>);

/** Returns the statuses that a walk has led through, oldest first. */
type Walk = (gateway: Gateway) => Promise<string[]>;

async function walk(gateway: Gateway, kind: string, id: number, steps: readonly Step[], look: () => Promise<string>) {
  const seen = [await look()];
  for (const step of steps) {
    if (typeof step === 'number') await gateway.advance(step * DAY);
    else if (typeof step === 'function') await step(gateway, id);
    else {
      const [name, options] = typeof step === 'string' ? [step] : step;
      await gateway.act(name, kind, id, options);
    }
    seen.push(await look());
  }
  return seen;
}

const payment =
  (body: JsonObject, ...steps: Step[]): Walk =>
  async (gateway) => {
    const { id } = await gateway.create(body);
    await walk(gateway, 'transactions', id, steps, async () => '');
    return (await gateway.history(id)).map(({ status }) => status);
  };

const link =
  (...steps: Step[]): Walk =>
  async (gateway) => {
    const { id } = await gateway.call('createPaymentLink', { body: { amount: 500 } });
    const look = async () => (await gateway.call('retrievePaymentLink', { params: { id } })).status;
    return walk(gateway, 'links', id, steps, look);
  };

const subscription =
  (card_number: string, price: JsonObject, ...steps: Step[]): Walk =>
  async (gateway) => {
    const { id } = await subscribe(gateway, { payment_method: 'credit_card', card: card(card_number) }, price);
    const look = async () => (await gateway.call('retrieveSubscription', { params: { id } })).status;
    return walk(gateway, 'subscriptions', id, steps, look);
  };

const account =
  (...statuses: string[]): Walk =>
  async (gateway) => {
    const receiver = { name: 'Loja', document: '11144477735', type: 'individual', email: 'loja@example.com' };
    const { id } = await gateway.call('createReceiver', { body: receiver });
    const fields = { bank_code: '001', agencia: '1234', conta: '56789', conta_dv: '0', type: 'conta_corrente' };
    const body = { ...fields, document_number: '11144477735', legal_name: 'Loja' };
    const created = await gateway.call('createReceiverBankAccount', { params: { id }, body });
    const seen = [created.status];
    for (const status of statuses) {
      const params = { id, bank_account_id: created.id };
      seen.push((await gateway.call('updateReceiverBankAccountStatus', { params, body: { status } })).status);
    }
    return seen;
  };

const newCard = (gateway: Gateway, id: number) =>
  gateway.call('updateSubscription', { params: { id }, body: { card: card(APPROVED) } });
const pending = byCard({ card: card(STAYS_PROCESSING) });
const held = byCard({ card: card(STAYS_PROCESSING), capture: false });
const trial = { trial_days: 7 };

const WALKS: Readonly<Record<string, Walk>> = {
  'TransactionStatus processing authorized': payment(held, 'settle'),
  'TransactionStatus processing paid': payment(pending, 'pay'),
  'TransactionStatus processing refused': payment(pending, 'decline'),
  'TransactionStatus processing waiting_payment': payment(byPix()),
  'TransactionStatus processing request_authentication': payment(pending, 'challenge'),
  'TransactionStatus processing analyzing': payment(pending, 'analyze'),
  'TransactionStatus processing pending_review': payment(pending, 'review'),
  'TransactionStatus request_authentication authorized': payment(by3ds({ capture: false }), 'settle'),
  'TransactionStatus request_authentication paid': payment(by3ds(), ['authenticate', { outcome: 'approved' }]),
  'TransactionStatus request_authentication refused': payment(by3ds(), ['authenticate', { outcome: 'declined' }]),
  'TransactionStatus authorized paid': payment(byCard({ capture: false }), 'capture'),
  'TransactionStatus authorized canceled': payment(byCard({ capture: false }), 'cancel'),
  'TransactionStatus authorized pending_review': payment(byCard({ capture: false }), 'review'),
  'TransactionStatus waiting_payment paid': payment(byPix(), 'pay'),
  'TransactionStatus waiting_payment canceled': payment(byPix(), 'expire'),
  'TransactionStatus paid pending_refund': payment(byPix(), 'pay', 'refund'),
  'TransactionStatus paid refunded': payment(byCard(), 'refund'),
  'TransactionStatus paid chargedback': payment(byCard(), 'chargeback'),
  'TransactionStatus paid pending_review': payment(byCard(), 'review'),
  'TransactionStatus pending_refund refunded': payment(byPix(), 'pay', 'refund', 'settle'),
  'TransactionStatus pending_refund paid': payment(byPix(), 'pay', 'refund', 'decline'),
  'TransactionStatus chargedback paid': payment(byCard(), 'chargeback', 'winChargeback'),
  'TransactionStatus analyzing pending_review': payment(pending, 'analyze', 'review'),
  'TransactionStatus analyzing authorized': payment(held, 'analyze', 'approve'),
  'TransactionStatus analyzing paid': payment(pending, 'analyze', 'approve'),
  'TransactionStatus analyzing refused': payment(pending, 'analyze', 'decline'),
  'TransactionStatus pending_review authorized': payment(byCard({ capture: false }), 'review', 'approve'),
  'TransactionStatus pending_review paid': payment(byCard(), 'review', 'approve'),
  'TransactionStatus pending_review refused': payment(byCard(), 'review', 'decline'),
  'PaymentLinkStatus active canceled': link('cancel'),
  'PaymentLinkStatus active expired': link('expire'),
  'SubscriptionStatus trialing paid': subscription(APPROVED, trial, 7),
  'SubscriptionStatus trialing pending_payment': subscription(REFUSED, trial, 7),
  'SubscriptionStatus trialing canceled': subscription(APPROVED, trial, 'cancel'),
  'SubscriptionStatus paid pending_payment': subscription(APPROVED, {}, 'fail', 31),
  'SubscriptionStatus paid canceled': subscription(APPROVED, {}, 'cancel'),
  'SubscriptionStatus paid ended': subscription(APPROVED, {}, 'expire'),
  'SubscriptionStatus pending_payment paid': subscription(REFUSED, {}, newCard, 'pay'),
  'SubscriptionStatus pending_payment unpaid': subscription(REFUSED, {}, 6),
  'SubscriptionStatus pending_payment canceled': subscription(REFUSED, {}, 'cancel'),
  'SubscriptionStatus unpaid paid': subscription(REFUSED, {}, 6, newCard, 'pay'),
  'SubscriptionStatus unpaid canceled': subscription(REFUSED, {}, 6, 'cancel'),
  'BankAccountStatus active inactive': account('inactive'),
  'BankAccountStatus inactive active': account('inactive', 'active'),
};

/** The walks of transitions that exist only with a variant. */
const VARIANT_WALKS: Readonly<Record<string, Walk>> = {
  'TransactionStatus canceled paid pix-flow=paid-after-cancel': payment(byPix(), 'expire', 2, 'pay'),
  'TransactionStatus canceled paid boleto-flow=paid-after-cancel': payment(byBoleto(), 'expire', 2, 'pay'),
};

const transitions = Object.entries(readContract().components.schemas).flatMap(([name, schema]) =>
  (schema['x-transitions'] ?? []).flatMap(({ from, to, variants = [] }) =>
    to.map((next) => ({ subject: `${name} ${from} ${next}`, variants })),
  ),
);
const rows = transitions.flatMap(({ subject, variants }) =>
  variants.length === 0
    ? [{ subject, assumed: {}, name: subject }]
    : variants.map((variant) => {
        const [entry = '', name] = variant.split('=');
        return { subject, assumed: { [entry]: name } as Assumed, name: `${subject} ${variant}` };
      }),
);
const walks = { ...WALKS, ...VARIANT_WALKS };

describe('each transition of the contract has an act', () => {
  test('and a walk', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(walks).sort());
  });

  test.each(rows)('$name', async ({ subject, assumed, name }) => {
    const [, from, to] = subject.split(' ');
    const gateway = createGateway({ settings: { assumed } });
    const seen = (await walks[name]?.(gateway)) ?? [];
    expect(seen.map((status, index) => [seen[index - 1], status])).toContainEqual([from, to]);
  });
});
