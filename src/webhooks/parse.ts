import { isKnownEvent, type KnownWebhookEvent, type UnknownWebhookEvent } from './known-events.js';

/** The body is not an event. The message gives the reason and quotes no part of the body. */
export class WebhookParseError extends Error {
  override readonly name = 'WebhookParseError';
}

/**
 * Returns the event in the body of a webhook request. The body is a string, bytes (UTF-8), or the object that a framework parsed.
 *
 * Throws a `WebhookParseError` if the body is not an event. The gateway is not known to sign events, so anyone can send one: act on the result of
 * `confirmWebhookEvent`, not on the payload.
 */
export function parseWebhookEvent(
  body: string | ArrayBuffer | ArrayBufferView | object,
): KnownWebhookEvent | UnknownWebhookEvent {
  try {
    return eventOf(objectOf(body));
  } catch (error) {
    if (error instanceof WebhookParseError) throw error;
    // The error of the engine, a getter or a proxy may quote the body.
    throw new WebhookParseError('body: is not a JSON object; pass the request body as received');
  }
}

function eventOf({ event, model, model_id, payload }: Readonly<Record<string, unknown>>) {
  if (typeof event !== 'string' || !event) {
    throw new WebhookParseError('event: must be a string, the name of the event');
  }
  if (!isKnownEvent(event)) return { known: false, event, payload } as const;
  if (typeof model !== 'string') throw new WebhookParseError(`model: must be a string (in a ${event} event)`);
  // A rounded number is the id of another object. confirmWebhookEvent judges strings.
  if (typeof model_id === 'number' ? !Number.isSafeInteger(model_id) : typeof model_id !== 'string' || !model_id) {
    throw new WebhookParseError(`model_id: must be the id of the object (in a ${event} event)`);
  }
  if (typeof payload !== 'object' || !payload || Array.isArray(payload)) {
    throw new WebhookParseError(`payload: must be an object (in a ${event} event)`);
  }
  // The payload is not checked. Only the result of confirmWebhookEvent can be trusted.
  return { known: true, event, model, model_id: `${model_id}`, payload } as unknown as KnownWebhookEvent;
}

function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  // Not `instanceof`: Jest runs tests in a context with its own classes.
  const isBytes =
    /^\[object (Shared)?ArrayBuffer]$/.test(Object.prototype.toString.call(body)) || ArrayBuffer.isView(body);
  const text = isBytes ? new TextDecoder().decode(body as ArrayBuffer) : body;
  // JSON does not allow a byte order mark. The decoder has already removed it from bytes.
  const value: unknown = typeof text === 'string' ? JSON.parse(text.replace(/^\uFEFF/, '')) : text;
  if (typeof value === 'object' && value && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new TypeError('not an object');
}
