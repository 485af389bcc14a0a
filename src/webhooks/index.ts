export type { WebhookEventName } from '../../generated/webhook-examples.js';
export { buildWebhookEvent, type WebhookOverrides } from './build.js';
export { confirmWebhookEvent } from './confirm.js';
export { WebhookParseError } from './errors.js';
export type { KnownWebhookEvent, UnknownWebhookEvent, WebhookBody, WebhookObject } from './events.js';
export { parseWebhookEvent } from './parse.js';
