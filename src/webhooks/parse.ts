import { type KnownWebhookEvent, objectPaths, type UnknownWebhookEvent } from './events.js';

/** What arrived is not an event. The message says why, and quotes nothing of it. */
export class WebhookParseError extends Error {
  override readonly name = 'WebhookParseError';
}

/**
 * The event in the body of a webhook request, given as text, bytes or the object that a framework made of it. Throws a
 * `WebhookParseError` when it is none.
 *
 * Anybody can send such a body, for the gateway is not known to sign: act on `confirmWebhookEvent`, not on the payload.
 */
export function parseWebhookEvent(
  body: string | ArrayBuffer | Uint8Array | object,
): KnownWebhookEvent | UnknownWebhookEvent {
  const { event, model, model_id, payload } = fieldsOf(body);
  if (typeof event !== 'string' || !event)
    throw new WebhookParseError('The event has no name: expected a text in `event`.');
  if (!Object.hasOwn(objectPaths, event)) return { known: false, event, payload };
  if (!/^(string|number)$/.test(typeof model_id) || model_id === '') {
    throw new WebhookParseError(`${event}: expected the id of the object in \`model_id\`.`);
  }
  if (typeof payload !== 'object' || !payload)
    throw new WebhookParseError(`${event}: expected an object in \`payload\`.`);
  // Checked above as far as it matters; the payload is the sender's word.
  return { known: true, event, model: `${model}`, model_id: `${model_id}`, payload } as KnownWebhookEvent;
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  const isBytes = body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const value = isBytes || typeof body === 'string' ? parsed(isBytes ? new TextDecoder().decode(body) : body) : body;
  if (typeof value === 'object' && value && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new WebhookParseError('The body is not a JSON object.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not passed on: the message quotes the text.
    throw new WebhookParseError('The body is not JSON.');
  }
}
