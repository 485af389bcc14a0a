import { type WebhookEventName, webhookExamples } from '../../generated/webhook-examples.js';
import { isRecord } from '../client/failure.js';
import { isKnownEvent, type WebhookBody } from './events.js';

type Scalar = string | number | boolean | null | undefined;

/**
 * What of an event can be set otherwise: any field at any depth; lists are replaced as a whole. Scalars are told first: the unknown value of
 * an open vocabulary (`string & {}`) extends `object`, and any object would do in its place.
 */
export type WebhookOverrides<Value> = Value extends Scalar | readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: WebhookOverrides<Value[Key]> }
    : Value;

/**
 * An event for tests, made from the contract's example: `buildWebhookEvent('link.paid', { payload: { id: 7 } })`. `model_id` follows the
 * id of the payload. Throws a `TypeError` when the contract has no event of this name.
 */
export function buildWebhookEvent<Name extends WebhookEventName>(
  name: Name,
  overrides: WebhookOverrides<Omit<WebhookBody<Name>, 'event'>> = {},
): WebhookBody<Name> {
  if (!isKnownEvent(name)) throw new TypeError(`No such event; there are ${Object.keys(webhookExamples).join(', ')}.`);
  const event = merge(webhookExamples[name], overrides) as WebhookBody<Name>;
  return { ...event, model_id: overrides.model_id ?? String(event.payload.id ?? event.model_id) };
}

/** Returns a copy, because tests change the event. */
function merge(base: unknown, overrides: unknown): unknown {
  if (overrides === undefined) return structuredClone(base);
  if (!isRecord(base) || !isRecord(overrides)) return overrides;
  const keys = new Set([...Object.keys(base), ...Object.keys(overrides)]);
  return Object.fromEntries([...keys].map((key) => [key, merge(base[key], overrides[key])]));
}
