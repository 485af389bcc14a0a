import type { ResourceType } from '../../../generated/resources.js';
import { transitions } from '../../../generated/transitions.js';
import type { Kind } from './work.js';

/**
 * The kind under which the state stores the objects of each schema. A search by id alone tries the kinds in this order.
 * The other schemas are computed.
 */
export const KINDS = {
  Transaction: 'transactions',
  PaymentLink: 'links',
  Subscription: 'subscriptions',
  Card: 'cards',
  Customer: 'customers',
  Plan: 'plans',
  Price: 'prices',
  Receiver: 'receivers',
  BankAccount: 'bank_accounts',
  Webhook: 'webhooks',
  Acquirer: 'acquirers',
} as const satisfies Partial<Record<ResourceType, Kind>>;

export type KeptType = keyof typeof KINDS;

/** The words for one object of a kind in a sentence: `payment link`. */
export function nameOf(kind: Kind): string {
  const type = Object.entries(KINDS).find(([, known]) => known === kind)?.[0] ?? kind;
  return type.replace(/\B[A-Z]/g, ' $&').toLowerCase();
}

/** Returns the name of the list of an owner: the transactions, cards, prices or bank accounts of that id. */
export function groupOf(owner: KeptType, id: number): string {
  return `${KINDS[owner]}:${id}`;
}

export function isKept(type: string): type is KeptType {
  return Object.hasOwn(KINDS, type);
}

/** Returns the statuses that can follow a status of that kind. */
export function statusesAfter(kind: Kind, status: unknown): readonly string[] {
  const table = STATUSES[kind] ?? {};
  return typeof status === 'string' && Object.hasOwn(table, status) ? (table[status] ?? []) : [];
}

/** The transitions of each kind. */
const STATUSES: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  transactions: transitions.TransactionStatus,
  links: transitions.PaymentLinkStatus,
  subscriptions: transitions.SubscriptionStatus,
  bank_accounts: transitions.BankAccountStatus,
};
