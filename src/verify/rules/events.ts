import { isObject, type JsonObject, objectAt, stringAt } from '../../contract/json.js';
import type { Exchange } from '../exchange.js';
import type { BodyReader } from '../judge/body.js';
import type { JudgedContract } from '../judge/contract.js';
import { printable } from '../judge/discoveries.js';
import type { Ledger } from '../judge/ledger.js';
import { isId, isSameId } from './memory.js';
import type { Rule } from './rule.js';

const EVENT = /^(transaction|link|customer|card)s?\.[a-z_]+$/i;
/** The placeholder host for deliveries that a run receives. */
export const RECEIVER = 'https://receiver.invalid';

/** Returns whether an exchange delivers an event instead of calling the gateway. */
export function isDelivery({ request }: Exchange): boolean {
  if (request.url.startsWith(RECEIVER)) return true;
  const { body } = request;
  if (request.method !== 'POST' || !isObject(body)) return false;
  const isEnvelope = typeof body.event === 'string' && ('payload' in body || 'model_id' in body);
  return isEnvelope || [body.event, body.type].some((name) => typeof name === 'string' && EVENT.test(name));
}

/** Checks the envelope, the payload and the name of events. */
export function eventRule(contract: JudgedContract, bodies: BodyReader): Rule {
  const webhooks = objectAt(contract.document, 'webhooks');
  const schemas = objectAt(objectAt(contract.document, 'components'), 'schemas');
  const place = contract.placeOf(objectAt(schemas, 'WebhookEvent'));
  /** Events that the receiver did not confirm. The gateway should deliver them again. */
  const unconfirmed = new Set<string>();

  return {
    judge() {},
    delivered({ request, response }, ledger) {
      const { body } = request;
      const event = stringAt(body, 'event');
      if (!isObject(body) || event === undefined) {
        ledger.refute('webhook-envelope', 'A delivery was no JSON object with an event.', place);
        return;
      }
      const operation = objectAt(objectAt(webhooks, event), 'post');
      const { schema } = objectAt(objectAt(objectAt(operation, 'requestBody'), 'content'), 'application/json');
      if (isObject(schema)) judgeEvent(event, body, schema, ledger);
      else judgeUnknown(event, ledger);
      if (Object.keys(request.headers).some((name) => /signature|hmac/i.test(name)))
        ledger.discover({
          kind: 'form',
          place: place.pointer,
          reason: 'A delivery had a header that looks like a signature.',
          yaml: 'x-evidence: observed seen-on-servers',
        });
      judgeDelivery(JSON.stringify([event, body.model_id, objectAt(body, 'payload').status]), response.status, ledger);
    },
  };

  function judgeEvent(event: string, body: JsonObject, schema: JsonObject, ledger: Ledger): void {
    ledger.confirm(
      'webhook-events',
      event,
      `The event ${event} was delivered.`,
      contract.placeOf(objectAt(webhooks, event)),
    );
    const violations = bodies.violations(schema, body, undefined);
    for (const { place: where, evidence, reason } of violations)
      ledger.refuteEvidence(evidence, `An event: ${reason}`, where);
    bodies.walk(body, schema, ledger, undefined);
    const payload = objectAt(body, 'payload');
    const model = `${event.split('.')[0]}s`;
    const isEnvelope = body.model === model && typeof body.model_id === 'string' && isSameId(body.model_id, payload.id);
    if (isId(payload.id) && violations.length === 0)
      ledger.confirm(
        'event-payloads',
        event,
        `The payload of ${event} is the object as it is returned elsewhere.`,
        place,
      );
    ledger.check(
      'webhook-envelope',
      '',
      isEnvelope,
      'An event has event, model, model_id and payload.',
      `An event did not have the model ${model}, the id of its payload as text, and the payload.`,
      place,
    );
    if (event.startsWith('transaction.'))
      ledger.check(
        'event-payload-fields',
        '',
        payload.id !== undefined && typeof payload.status === 'string',
        'The payload of an event about a transaction has id and status.',
        'The payload of an event about a transaction lacks id or status.',
        place,
      );
  }

  function judgeUnknown(event: string, ledger: Ledger): void {
    const known = Object.keys(webhooks).find((name) => name === event.toLowerCase());
    if (known !== undefined) ledger.refute('webhook-events', `The event ${known} came in another case.`, place);
    else ledger.touch(['observed webhook-events']);
    const name = printable(event);
    ledger.discover({
      kind: 'event',
      place: '#/webhooks',
      reason: `The event ${name} is not listed.`,
      yaml: `${name}:\n  post:\n    x-evidence: observed seen-on-servers`,
    });
  }

  function judgeDelivery(key: string, status: number, ledger: Ledger): void {
    if (unconfirmed.has(key))
      ledger.confirm('webhook-response', '', 'An event that was not confirmed with a 2xx was delivered again.', place);
    if (status >= 200 && status < 300) ledger.touch(['assumed webhook-response']);
    else unconfirmed.add(key);
  }
}
