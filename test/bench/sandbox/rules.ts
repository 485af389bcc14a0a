import { readFileSync } from 'node:fs';
import { monthsAfter } from '../../../core/src/codes/days.js';
import type { JsonObject } from '../../../core/src/util/json.js';
import type { DueRule, Work } from '../../../sandbox/src/state/index.js';

const contract = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));
const pix: JsonObject = contract.components.examples['createTransaction.pix.response'].value;
const card: JsonObject = contract.components.examples['createTransaction.credit_card.response'].value;

/** Writes the same as the rule for a Pix: the contract's example, two events, a group, a key, a due time. */
export function createPix(work: Work): number {
  const [id, customer] = [work.id(), work.id()];
  const processing = { ...pix, id, status: 'processing' };
  const created = work.create('transactions', {
    id,
    value: processing,
    hidden: { attempts: 1, history: [{ status: 'processing', at: work.now }] },
    groups: [`customer:${customer}`],
    keys: [`reference_key:order-${id}`],
    due: work.now + 86_400_000,
  });
  work.emit('transaction.created', created);
  const waiting = work.change(created, { value: { ...processing, status: 'waiting_payment' } });
  work.emit('transaction.status_changed', waiting);
  return id;
}

/** Charges a monthly subscription: writes a paid transaction with its two events, and the next due month. */
export const renew: DueRule = (work, subscription) => {
  const { start, charges } = subscription.hidden as { start: number; charges: number };
  const id = work.id();
  const groups = [`subscription:${subscription.id}`];
  const created = work.create('transactions', { id, value: { ...card, id, status: 'processing' }, groups });
  work.emit('transaction.created', created);
  work.emit('transaction.status_changed', work.change(created, { value: { ...card, id, status: 'paid' } }));
  const value = { ...subscription.value, charges: charges + 1 };
  work.change(subscription, { value, hidden: { start, charges: charges + 1 }, due: monthsAfter(start, charges + 2) });
};
