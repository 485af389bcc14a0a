import { type WebhookEventName, webhookExamples } from '../../generated/webhook-examples.js';
import { isKnownEvent, type WebhookBody } from './known-events.js';

type Scalar = string | number | boolean | null | undefined;

/**
 * The parts of an event that you can override: any field at any depth. A list is replaced as a whole. Scalars come first, because the unknown
 * value of an open vocabulary (`string & Record<never, never>`) extends `object` and would otherwise accept any object.
 */
export type WebhookOverrides<Value> = Value extends Scalar | readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: WebhookOverrides<Value[Key]> }
    : Value;

/**
 * Returns an event for tests, based on the contract's example: `buildWebhookEvent('link.paid', { payload: { id: 7 } })`. `model_id` follows
 * the id of the payload. Throws a `TypeError` if the contract has no event of this name.
 */
export function buildWebhookEvent<Name extends WebhookEventName>(
  name: Name,
  overrides: WebhookOverrides<Omit<WebhookBody<Name>, 'event'>> = {},
): WebhookBody<Name> {
  if (!isKnownEvent(name)) throw new TypeError(`name: must be one of ${Object.keys(webhookExamples).join(', ')}`);
  if (!isObject(overrides)) throw new TypeError('overrides: must be an object with fields of the event');
  const event = merge(webhookExamples[name], overrides) as WebhookBody<Name>;
  return { ...event, model_id: overrides.model_id ?? String(event.payload.id ?? event.model_id) };
}

/** Returns a copy, because tests change the event. */
function merge(base: unknown, overrides: unknown): unknown {
  if (overrides === undefined) return structuredClone(base);
  if (!isObject(base) || !isObject(overrides)) return overrides;
  const keys = new Set([...Object.keys(base), ...Object.keys(overrides)]);
  return Object.fromEntries([...keys].map((key) => [key, merge(base[key], overrides[key])]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
