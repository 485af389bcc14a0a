import type { Operation } from 'payment-gateway-core/contract';
import { isObject, type JsonObject, jsonOf, listAt, objectAt, stringAt, textOf } from 'payment-gateway-core/util';
import type { Exchange } from '../exchange.js';
import { printableName, violationsIn, walkBody } from '../judge/index.js';
import { type CreateCheck, isId, isSameId, Memory } from './check.js';

const EVENT = /^(transaction|link|customer|card)s?\.[a-z_]+$/i;
/** The placeholder host for deliveries that a run receives. */
export const RECEIVER_ORIGIN = 'https://receiver.invalid';

/** Returns whether an exchange delivers an event instead of calling the gateway. */
export function isDelivery({ request }: Exchange): boolean {
  if (request.url.startsWith(RECEIVER_ORIGIN)) return true;
  const { body } = request;
  if (request.method !== 'POST' || !isObject(body)) return false;
  const isEnvelope = typeof body.event === 'string' && ('payload' in body || 'model_id' in body);
  return isEnvelope || [body.event, body.type].some((name) => typeof name === 'string' && EVENT.test(name));
}

export const eventCheck: CreateCheck = (ledger, contract) => {
  const webhooks = new Map(contract.webhooks.map((webhook) => [webhook.path, webhook]));
  const place = contract.placeOf(contract.schema('WebhookEvent'));
  /** Events that the receiver did not confirm. The gateway should deliver them again. */
  const unconfirmed = new Set<string>();

  return {
    delivered({ request, response: { status } }) {
      const { body } = request;
      const event = stringAt(body, 'event');
      if (!isObject(body) || event === undefined) {
        ledger.refute('webhook-envelope', 'A delivery was not a JSON object with an event.');
        return;
      }
      const webhook = webhooks.get(event);
      if (webhook) judgeEvent(webhook, body);
      else judgeUnknown(event);
      if (Object.keys(request.headers).some((name) => /signature|hmac/i.test(name)))
        ledger.discover({
          kind: 'form',
          place: place.pointer,
          reason: 'A delivery had a header that looks like a signature.',
          yaml: 'x-evidence: observed seen-on-servers',
        });
      const key = jsonOf([request.url, event, body.model_id, objectAt(body, 'payload').status]);
      if (unconfirmed.has(key)) {
        ledger.confirm('webhook-response', '', 'The gateway delivered an event again after a response other than 2xx.');
      }
      if (status >= 200 && status < 300) ledger.touch(['assumed webhook-response']);
      else unconfirmed.add(key);
    },
  };

  function judgeEvent({ path: event, request }: Operation, body: JsonObject): void {
    const schema = request?.schema ?? {};
    ledger.confirm('webhook-events', event, `The event ${event} was delivered.`);
    const violations = violationsIn(body, schema);
    const payload = objectAt(body, 'payload');
    const idOnly = Object.keys(payload).join() === 'id' ? 'event-payload-fields=id-only' : undefined;
    for (const { place: where, evidence, reason, variant = idOnly } of violations) {
      const isPayload = !where.pointer.includes('Event') && variant !== 'response-ids=strings';
      ledger.refuteEvidence(isPayload ? ['assumed event-payloads'] : evidence, `An event: ${reason}`, where, variant);
    }
    walkBody(body, schema, ledger);
    const model = `${event.split('.')[0]}s`;
    // A public page shows `transactions` only. The other names are assumed.
    const isKnownModel = event.startsWith('transaction.');
    const isModel = isKnownModel ? body.model === model : /s$/.test(textOf(body.model));
    const isEnvelope = isModel && typeof body.model_id === 'string' && isSameId(body.model_id, payload.id);
    if (!isKnownModel && body.model !== model)
      ledger.refute('event-payloads', `The model of ${event} is not ${model}.`);
    else if (isId(payload.id) && idOnly === undefined && violations.length === 0) {
      ledger.confirm('event-payloads', model, `The payload of ${event} is the same object that the API returns.`);
    }
    const expected = `An event has the model ${model}, the id of its payload as text, and the payload.`;
    const variant = `${textOf(body.model)}s` === model ? 'webhook-envelope=singular-model' : undefined;
    ledger.check('webhook-envelope', '', isEnvelope, expected, variant);
    const hasFields = payload.id !== undefined && typeof payload.status === 'string';
    const holds = event.startsWith('transaction.') ? hasFields : undefined;
    const fields = 'The payload of an event about a transaction has id and status.';
    ledger.check('event-payload-fields', '', holds, fields, idOnly);
  }

  function judgeUnknown(event: string): void {
    const known = [...webhooks.keys()].find((name) => name === event.toLowerCase());
    if (known !== undefined) ledger.refute('webhook-events', `The event ${known} came in other upper or lower case.`);
    else ledger.touch(['observed webhook-events']);
    const name = printableName(event);
    ledger.discover({
      kind: 'event',
      place: '#/webhooks',
      reason: `The event ${name} is not listed.`,
      yaml: `${name}:\n  post:\n    x-evidence: observed seen-on-servers`,
    });
  }
};

/** Checks that a registration receives the events of its topics only. The delivery path identifies the registration. */
export const topicCheck: CreateCheck = (ledger, contract) => {
  const topics = new Memory<ReadonlySet<unknown>>();
  const paths = new Memory<string>();
  const came = new Map<string, Set<string>>();
  const known = listAt(contract.schema('WebhookTopic'), 'x-extensible-enum');

  return {
    judge({ operationId, ok, sent, body }) {
      if (operationId !== 'createWebhook' && operationId !== 'updateWebhook') return;
      if (operationId === 'createWebhook' && /^(?!https?:)[a-z]+:\/\//.test(textOf(sent.url)))
        ledger.expectRefusal('webhook-topics', 'address', 'A registration with an address other than http or https');
      if (operationId === 'createWebhook' && listAt(sent, 'events').some((topic) => EVENT.test(textOf(topic))))
        ledger.expectRefusal('webhook-topics', 'event name', 'A registration with the name of an event as a topic');
      const hasAll = known.every((topic) => listAt(sent, 'events').includes(topic));
      if (operationId === 'createWebhook' && ok && 'url' in sent && hasAll)
        ledger.confirm('webhook-registration', 'accepted', 'A registration for all topics was accepted.');
      const path = ok ? (pathOf(body.url) ?? paths.get(body.id)) : undefined;
      if (path === undefined) return;
      paths.set(body.id, path);
      // Registrations may share a path, and events of earlier topics may still arrive. Keep all topics.
      topics.set(path, new Set([...(topics.get(path) ?? []), ...listAt(sent, 'events')]));
    },

    delivered({ request }) {
      const path = pathOf(request.url);
      const registered = topics.get(path);
      const event = stringAt(request.body, 'event');
      if (path === undefined || !registered || event === undefined) return;
      const topic = `${event.split('.')[0]}s`;
      came.set(path, new Set(came.get(path)).add(topic));
      if (!registered.has(topic))
        ledger.refute('webhook-topics', 'A registration received an event of a topic that it does not name.');
    },

    finish() {
      // Missing events count only if the gateway delivered events of other topics elsewhere.
      const all = new Set([...came.values()].flatMap((one) => [...one]));
      for (const [path, one] of came) {
        const registered = topics.get(path);
        if (![...one].every((topic) => registered?.has(topic)) || [...all].every((topic) => registered?.has(topic)))
          continue;
        ledger.confirm('webhook-topics', 'topics', 'A registration received only events of its topics.');
      }
    },
  };
};

function pathOf(url: unknown): string | undefined {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : undefined;
}
