import type { ResourceType } from '../../../generated/resources.js';
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

const OWNERS = {
  PaymentLink: 'link',
  Customer: 'customer',
  Receiver: 'receiver',
  Plan: 'plan',
  Subscription: 'subscription',
} as const satisfies Partial<Record<KeptType, string>>;

export type OwnerType = keyof typeof OWNERS;

/** The list of what belongs to an object: the transactions, cards, prices or bank accounts of that id. */
export function groupOf(owner: OwnerType, id: number): string {
  return `${OWNERS[owner]}:${id}`;
}

export function isKept(type: string): type is KeptType {
  return Object.hasOwn(KINDS, type);
}
