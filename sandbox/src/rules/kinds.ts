import type { ResourceType } from 'payment-gateway-core/values';
import { transitions } from 'payment-gateway-core/values';
import type { Kind } from './work.js';

/** The kind that the state uses for the objects of each schema. A search by id alone tries them in this order.
 * The sandbox computes the objects of all other schemas.
 */
export const SCHEMA_KINDS = {
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

export type KeptType = keyof typeof SCHEMA_KINDS;

/** Returns the words for one object of a kind, such as `payment link`. */
export function kindName(kind: Kind): string {
  const type = Object.entries(SCHEMA_KINDS).find(([, known]) => known === kind)?.[0] ?? kind;
  return type.replace(/\B[A-Z]/g, ' $&').toLowerCase();
}

/** Returns the name of an owner's list: the transactions, cards, prices or bank accounts of the owner with the id. */
export function groupOf(owner: KeptType, id: number): string {
  return `${SCHEMA_KINDS[owner]}:${id}`;
}

export function isKept(type: string): type is KeptType {
  return Object.hasOwn(SCHEMA_KINDS, type);
}

/** Returns the statuses that can follow a status of the kind. */
export function statusesAfter(kind: Kind, status: unknown): readonly string[] {
  const table = STATUSES[kind] ?? {};
  return typeof status === 'string' && Object.hasOwn(table, status) ? (table[status] ?? []) : [];
}

const STATUSES: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  transactions: transitions.TransactionStatus,
  links: transitions.PaymentLinkStatus,
  subscriptions: transitions.SubscriptionStatus,
  bank_accounts: transitions.BankAccountStatus,
};
