/** Variants of events and of their bodies. */

import type { WebhookEventName } from 'payment-gateway-contract/webhooks';
import type { JsonObject } from 'payment-gateway-core/util';
import type { Assumed } from 'payment-gateway-core/values';
import { only } from './assumed.js';
import { stringIds } from './ids.js';

/** Whether the gateway sends no event. */
export function isSilent({ 'webhook-events': variant }: Assumed, name: WebhookEventName, value: JsonObject): boolean {
  if (variant === 'none-for-creation') return name.endsWith('.created');
  if (variant !== 'none-for-refund' || name !== 'transaction.status_changed') return false;
  return value.status === 'refunded' || value.status === 'pending_refund';
}

/** Returns the variants of the body of an event; undefined without one. */
export const eventVariants = (assumed: Assumed) =>
  only(assumed, ['webhook-envelope', 'event-payload-fields', 'response-ids']);

/** Returns the body of an event as the gateway sends it. */
export function eventBody(
  { name, kind, object, varied = {} }: { name: string; kind: string; object: number; varied?: Assumed },
  stored: JsonObject,
): JsonObject {
  const model = varied['webhook-envelope'] === 'singular-model' ? kind.replace(/s$/, '') : kind;
  const fields = varied['event-payload-fields'] === 'id-only' ? { id: stored.id } : stored;
  const payload = varied['response-ids'] === 'strings' ? stringIds(fields) : fields;
  return { event: name, model, model_id: String(object), payload };
}
