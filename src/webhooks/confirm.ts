import type { ErrorResponse } from '../../generated/schemas.js';
import { GatewayApiError, type GatewayClient } from '../client/index.js';
import { isKnownEvent, type KnownWebhookEvent, objectPaths, type WebhookObject } from './known-events.js';
import { WebhookParseError } from './parse.js';

/** The result of the call that retrieves the object of an event. */
type Confirmed<Event extends KnownWebhookEvent> =
  | { data: WebhookObject<Event['event']>; error?: never; response: Response }
  | { data?: never; error: ErrorResponse; response: Response };

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
): Promise<Confirmed<Event>> {
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
    const what = `expected the object with the id ${id}, received ${received ? `that with ${received}` : 'none'}`;
    const { status, headers } = result.response;
    const facts = { method: 'GET', path, status, errors: [what] };
    const requestId = headers.get('x-request-id');
    throw new GatewayApiError({ ...facts, requestId }, `HTTP ${status}: ${what}`, 'Do not act on the event');
  }
  return result as Confirmed<Event>;
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
