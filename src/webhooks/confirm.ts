import type { GatewayClient, GatewayResult } from '../client/index.js';
import { type KnownWebhookEvent, objectPaths, type WebhookObject } from './events.js';

/**
 * Fetches the object of an event again by its id, and gives what the client gives: `await unwrap(confirmWebhookEvent(client, event))`.
 * No signature of the gateway is known, so that only this answer is to be trusted, never the payload. It may be newer than the event.
 */
export function confirmWebhookEvent<Event extends KnownWebhookEvent>(
  client: GatewayClient,
  event: Event,
): Promise<GatewayResult<WebhookObject<Event['event']>>> {
  const result = client.GET(objectPaths[event.event], { params: { path: { id: event.model_id } } });
  return result as Promise<GatewayResult<WebhookObject<Event['event']>>>;
}
