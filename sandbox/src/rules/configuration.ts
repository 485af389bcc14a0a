/** The configuration of the account: its acquirers, its anti-fraud provider and its webhooks. */
import { booleanOf, type JsonObject } from 'payment-gateway-core/util';
import { vocabularies } from 'payment-gateway-core/values';
import { objectsOf, present, string, stringsOf } from './input.js';
import { SCHEMA_KINDS } from './kinds.js';
import { unprocessable } from './refusals.js';
import { creates, existing, ok, textsOf, updates } from './resource.js';
import { type OperationHandler, type OperationRules, valueAs, type Wire, type Work } from './work.js';

const KIND = SCHEMA_KINDS.Acquirer;
/** The unique key of the main acquirer. */
const MAIN = 'main';

/** Adds acquirers and returns all acquirers. The first acquirer of an account stays the main one. Credentials are not stored. */
const addAcquirers: OperationHandler = (work, { body = {} }) => {
  work.use('acquirer-main');
  const sent = objectsOf(body.acquirers, 'acquirers');
  const main = work.find(KIND, MAIN);
  const before = work.all(KIND);
  const added = sent.map((acquirer, index) => {
    const { priority } = acquirer;
    const isMain = main === undefined && index === 0;
    const id = work.id();
    const value: Wire['Acquirer'] = {
      id,
      name: string(acquirer.name) ?? '',
      priority: typeof priority === 'number' ? priority : before.length + index + 1,
      main: isMain,
    };
    return work.create(KIND, { id, value, keys: isMain ? [MAIN] : [] });
  });
  return ok({
    acquirers: [...before, ...added].map((acquirer) => valueAs('Acquirer', acquirer)),
  } satisfies Wire['Acquirers']);
};

const setMainAcquirer: OperationHandler = (work, { params }) => {
  work.use('acquirer-main');
  const chosen = existing(work, KIND, params.id);
  const main = work.find(KIND, MAIN);
  if (main?.id === chosen.id) return ok(chosen.value);
  if (main !== undefined) work.change(main, { value: { ...main.value, main: false }, keys: [] });
  return ok(work.change(chosen, { value: { ...chosen.value, main: true }, keys: [MAIN] }).value);
};

const ANTI_FRAUD = 'anti_fraud';
/** The unique key: only one configuration exists. */
const CURRENT = 'current';

/** Replaces the configuration. Does not store its credentials. */
const configureAntiFraud: OperationHandler = (work, { body = {} }) => {
  work.use('single-configuration');
  const value: Wire['AntiFraud'] = present({
    enabled: booleanOf(body.enabled),
    ...textsOf('configureAntiFraud', body),
  });
  const current = work.find(ANTI_FRAUD, CURRENT);
  if (current !== undefined) return ok(work.change(current, { value }).value);
  const id = work.id();
  return ok(work.create(ANTI_FRAUD, { id, value, keys: [CURRENT] }).value);
};

const createWebhook = creates('webhook-topics', SCHEMA_KINDS.Webhook, fieldsOf);

const updateWebhook = updates(SCHEMA_KINDS.Webhook, fieldsOf);

function fieldsOf({ url, events }: JsonObject, work: Work): Pick<Wire['Webhook'], 'url' | 'events'> {
  return {
    ...(url !== undefined && { url: address(url) }),
    ...(events !== undefined && { events: topicsOf(work, events) }),
  };
}

/** Returns the topics. An unknown topic only causes a warning, but an event name is refused, because it would never match. */
function topicsOf(work: Work, events: unknown): string[] {
  work.use('webhook-topics');
  const topics = stringsOf(events, 'events');
  const wrong = topics.find((topic) => vocabularies.WebhookEventName.some((name) => name === topic));
  if (wrong === undefined) return topics;
  throw unprocessable(
    `events: ${wrong} is the name of an event; register its topic: ${vocabularies.WebhookTopic.join(', ')}`,
  );
}

function address(url: unknown): string {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return String(url);
  throw unprocessable('url: must be an address that begins with http:// or https://');
}

export const configurationRules = {
  addAcquirers,
  setMainAcquirer,
  configureAntiFraud,
  createWebhook,
  updateWebhook,
} satisfies OperationRules;
