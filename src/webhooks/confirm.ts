import type { GatewayClient, GatewayResult } from '../client/index.js';
import { operationOf, unexpectedBody } from '../client/index.js';
import { isKnownEvent, type KnownWebhookEvent, objectPaths, type WebhookObject } from './known-events.js';
import { WebhookParseError } from './parse.js';

/**
 * Fetches the object of an event again by its id, and returns the client's result: `await unwrap(confirmWebhookEvent(client, event))`.
 * The gateway is not known to sign events, so trust this response instead of the payload. The response may be newer than the event.
 *
 * Rejects with a `WebhookParseError` without a request if `model_id` cannot be the id of an object. Rejects with a `GatewayApiError` if the
 * response is not the object with that id. Otherwise it rejects like any call of the client.
 */
export async function confirmWebhookEvent<Event extends KnownWebhookEvent>(
  client: GatewayClient,
  event: Event,
): Promise<GatewayResult<WebhookObject<Event['event']>>> {
  const name: string = event.event;
  if (!isKnownEvent(name)) throw new WebhookParseError('event: is not in the contract; check `event.known` first');
  const id = idOf(event.model_id);
  if (!id) {
    throw new WebhookParseError(
      `model_id: must be an id of 1 to 64 letters, digits, - or _, or a number below 2^53 (in a ${name} event)`,
    );
  }
  const path = objectPaths[name];
  const result = await client.GET(path, { params: { path: { id } } });
  const received = result.data && idOf((result.data as { id?: unknown }).id);
  if (result.error === undefined && received !== id) {
    const call = { operationId: operationOf('GET', path).operationId, method: 'GET', path };
    const what = `expected the object with the id ${id}, received ${received ? `that with ${received}` : 'none'}`;
    throw unexpectedBody(call, result.response, what, 'Do not act on the event');
  }
  return result as GatewayResult<WebhookObject<Event['event']>>;
}

/**
 * Returns an id that is safe in a path, or `undefined`. Every id in the source document is a whole number; letters, `-` and `_` are also accepted.
 * A number above 2^53 is refused, because JSON has rounded it to another object's id.
 */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const id = `${value}`;
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(id)) return undefined;
  const isNumber = typeof value === 'number' || /^\d+$/.test(id);
  return isNumber && !Number.isSafeInteger(Number(id)) ? undefined : id;
}
