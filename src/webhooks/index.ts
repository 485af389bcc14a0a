export { type WebhookEventName, webhookExamples } from '../../generated/webhook-examples.js';
export { buildWebhookEvent, type WebhookOverrides } from './build.js';
export { confirmWebhookEvent } from './confirm.js';
export type { KnownWebhookEvent, UnknownWebhookEvent, WebhookBody, WebhookObject } from './known-events.js';
export { parseWebhookEvent, WebhookParseError } from './parse.js';
