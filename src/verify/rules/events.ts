import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import type { Exchange } from '../exchange.js';
import type { JudgedContract } from '../judge/contract.js';
import { printable } from '../judge/discoveries.js';
import type { Place } from '../judge/finding.js';
import type { Ledger } from '../judge/ledger.js';
import type { Violations } from '../judge/violations.js';

/** Whether a recorded request is the delivery of an event, and not a call to the gateway. */
export function isDelivery({ request }: Exchange): boolean {
  return (
    request.method === 'POST' &&
    isObject(request.body) &&
    typeof request.body.event === 'string' &&
    ('payload' in request.body || 'model_id' in request.body)
  );
}

/** Judges deliveries; `walk` looks into the payload as into any body. */
export function createEventRule(
  contract: JudgedContract,
  violations: Violations,
  walk: (body: unknown, schema: JsonObject) => void,
) {
  const webhooks = objectAt(contract.document, 'webhooks');
  const schemas = objectAt(objectAt(contract.document, 'components'), 'schemas');
  const envelope = objectAt(schemas, 'WebhookEvent');
  /** By the payload of an event: how often it came, to see it again after it was not confirmed. */
  const unconfirmed = new Set<string>();

  return ({ request, response }: Exchange, ledger: Ledger): void => {
    const body = request.body;
    if (!isObject(body) || typeof body.event !== 'string') return;
    const place: Place = contract.placeOf(envelope);
    const operation = objectAt(objectAt(webhooks, body.event), 'post');
    if (Object.keys(operation).length === 0) {
      const name = printable(body.event);
      ledger.discover({
        kind: 'event',
        place: '#/webhooks',
        reason: `The event ${name} is not listed.`,
        yaml: `${name}:\n  post:\n    x-evidence: observed seen-on-servers`,
      });
      ledger.touch(['observed webhook-events']);
      return;
    }
    const schema = objectAt(objectAt(objectAt(operation, 'requestBody'), 'content'), 'application/json').schema;
    if (!isObject(schema)) return;
    ledger.confirm('webhook-events', contract.placeOf(operation), body.event, `The event ${body.event} was delivered.`);
    const found = violations(schema, body, undefined);
    for (const { place: where, evidence, reason } of found) ledger.refute(where, evidence, `An event: ${reason}`);
    walk(body, schema);
    const isWhole =
      isObject(body.payload) && (typeof body.payload.id === 'number' || typeof body.payload.id === 'string');
    if (found.length === 0 && isWhole) {
      ledger.confirm(
        'event-payloads',
        place,
        body.event,
        `The payload of ${body.event} is the object as it is returned elsewhere.`,
      );
      ledger.confirm('webhook-envelope', place, '', 'An event has event, model, model_id and payload.');
    }
    if (body.event.startsWith('transaction.')) {
      const { id, status } = objectAt(body, 'payload');
      if (id !== undefined && typeof status === 'string') {
        ledger.confirm(
          'event-payload-fields',
          place,
          '',
          'The payload of an event about a transaction has id and status.',
        );
      } else
        ledger.refuteEntry(
          'event-payload-fields',
          place,
          'The payload of an event about a transaction lacks id or status.',
        );
    }
    if (Object.keys(request.headers).some((name) => /signature|hmac/i.test(name))) {
      ledger.discover({
        kind: 'form',
        place: place.pointer,
        reason: 'A delivery had a header that looks like a signature.',
        yaml: 'x-evidence: observed seen-on-servers',
      });
    }
    const key = JSON.stringify([body.event, body.model_id, objectAt(body, 'payload').status]);
    const isConfirmed = response.status >= 200 && response.status < 300;
    if (unconfirmed.has(key))
      ledger.confirm('webhook-response', place, '', 'An event that was not confirmed with a 2xx was delivered again.');
    if (isConfirmed) ledger.touch(['assumed webhook-response']);
    else unconfirmed.add(key);
  };
}
