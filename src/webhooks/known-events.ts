import type { Customer, PaymentLink, Transaction } from '../../generated/schemas.js';
import type { paths } from '../../generated/types.js';
import type { WebhookEventName } from '../../generated/webhook-examples.js';

/** The paths to fetch the object of each event again. */
export const objectPaths = {
  'transaction.created': '/v1/transactions/{id}',
  'transaction.status_changed': '/v1/transactions/{id}',
  'link.created': '/v1/links/{id}',
  'link.changed': '/v1/links/{id}',
  'link.paid': '/v1/links/{id}',
  'customer.created': '/v1/customers/{id}',
  'customer.changed': '/v1/customers/{id}',
} as const satisfies Record<WebhookEventName, keyof paths>;

/** Returns whether the contract has an event of this name. */
export const isKnownEvent = (name: string): name is WebhookEventName => Object.hasOwn(objectPaths, name);

/** The object of an event, as its retrieve operation returns it. */
export type WebhookObject<Name extends WebhookEventName> = {
  '/v1/transactions/{id}': Transaction;
  '/v1/links/{id}': PaymentLink;
  '/v1/customers/{id}': Customer;
}[(typeof objectPaths)[Name]];

/** The body of an event. */
export interface WebhookBody<Name extends WebhookEventName> {
  readonly event: Name;
  readonly model: string;
  /** Identifies the object, always as a string. */
  readonly model_id: string;
  readonly payload: WebhookObject<Name>;
}

/** An event of the contract. Its payload is not validated: treat it as a hint and fetch the object again. */
export type KnownWebhookEvent = {
  [Name in WebhookEventName]: WebhookBody<Name> & { readonly known: true };
}[WebhookEventName];

/** An event that the contract does not know. Respond with 200 anyway. */
export interface UnknownWebhookEvent {
  readonly known: false;
  readonly event: string;
  readonly payload: unknown;
}
