import type { JsonObject } from 'payment-gateway-core/util';
import { vocabularies } from 'payment-gateway-core/values';
import { stringsOf } from './input.js';
import { SCHEMA_KINDS } from './kinds.js';
import { unprocessable } from './refusals.js';
import { creates, updates } from './resource.js';
import type { OperationRules, Wire, Work } from './work.js';

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

export const webhookRules = { createWebhook, updateWebhook } satisfies OperationRules;
