import { timestamp } from '../../codes/days.js';
import type { JsonObject } from '../../contract/json.js';
import { stringsOf } from './input.js';
import { KINDS } from './kinds.js';
import { unprocessable } from './refusals.js';
import { existing, ok } from './resource.js';
import type { OperationHandler, Wire } from './work.js';

const KIND = KINDS.Webhook;

export const createWebhook: OperationHandler = (work, { body = {} }) => {
  const fields = fieldsOf(body);
  const id = work.id();
  const now = timestamp(work.now);
  const value: Wire['Webhook'] = { id, ...fields, created_at: now, updated_at: now };
  return ok(work.create(KIND, { id, value }).value);
};

export const updateWebhook: OperationHandler = (work, { params, body = {} }) => {
  const webhook = existing(work, KIND, params.id);
  return ok(
    work.change(webhook, { value: { ...webhook.value, ...fieldsOf(body), updated_at: timestamp(work.now) } }).value,
  );
};

function fieldsOf({ url, events }: JsonObject): Pick<Wire['Webhook'], 'url' | 'events'> {
  return {
    ...(url !== undefined && { url: address(url) }),
    ...(events !== undefined && { events: stringsOf(events) }),
  };
}

function address(url: unknown): string {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return String(url);
  throw unprocessable('url: must be an address that begins with http:// or https://');
}
