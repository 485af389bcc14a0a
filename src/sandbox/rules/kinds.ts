import type { ResourceType } from '../../../generated/resources.js';
import { transitions } from '../../../generated/transitions.js';
import type { Kind } from './work.js';

/**
 * Where the objects of each schema are kept, in the order in which an id alone is looked for: what is acted on most comes first.
 * What is not here is computed, or kept in a form of its own.
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

/** The list of the objects that belong to another one: the transactions, cards, prices or bank accounts of that id. */
export function groupOf(owner: KeptType, id: number): string {
  return `${KINDS[owner]}:${id}`;
}

export function isKept(type: string): type is KeptType {
  return Object.hasOwn(KINDS, type);
}

/** The statuses that can follow the one of an object of that kind. */
export function statusesAfter(kind: Kind, status: unknown): readonly string[] {
  const table = STATUSES[kind] ?? {};
  return typeof status === 'string' && Object.hasOwn(table, status) ? (table[status] ?? []) : [];
}

/** The statuses of each kind, each with those that can follow it. */
const STATUSES: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  transactions: transitions.TransactionStatus,
  links: transitions.PaymentLinkStatus,
  subscriptions: transitions.SubscriptionStatus,
  bank_accounts: transitions.BankAccountStatus,
};
