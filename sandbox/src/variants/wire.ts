/** Variants that change responses and events on their way out. What the sandbox stores stays canonical. */
import { STATUS_CODES } from 'node:http';
import type { WebhookEventName } from 'payment-gateway-contract/webhooks';
import { refuse, type WireResponse } from 'payment-gateway-core/access';
import type { Operation } from 'payment-gateway-core/contract';
import { clauses, isObject, type JsonObject, listAt } from 'payment-gateway-core/util';
import type { Assumed, RegisterKey, VariantEntry, VariantOf } from 'payment-gateway-core/values';

type Table<Change> = { readonly [Entry in VariantEntry]?: { readonly [Name in VariantOf<Entry>]?: Change } };

type Answer = (response: WireResponse, operation: Operation) => WireResponse;
type Body = (response: WireResponse) => WireResponse;

const isDeclined = ({ status, body }: WireResponse, { operationId }: Operation): boolean =>
  operationId === 'createTransaction' && status === 200 && isObject(body) && body.status === 'refused';

const declinedWith =
  (status: number): Answer =>
  (response, operation) => {
    if (!isDeclined(response, operation) || !isObject(response.body)) return response;
    const { refused_reason: refused } = response.body;
    const reason = isObject(refused) && typeof refused.reason === 'string' ? refused.reason : 'refused';
    return { ...response, ...refuse(status, reason) };
  };

const isUnknownId = ({ status }: WireResponse, { path }: Operation): boolean => status === 404 && path.includes('{');

/** Changes what the rules answer, such as its status. Journal and log show the change. */
const ANSWERS = {
  'refused-response': { 'status-402': declinedWith(402), 'status-422': declinedWith(422) },
  'unknown-id': {
    'bad-request': (response, operation) =>
      isUnknownId(response, operation) ? { ...response, status: 400 } : response,
    'empty-object': (response, operation) =>
      isUnknownId(response, operation) ? { ...response, status: 200, body: {} } : response,
  },
} as const satisfies Table<Answer>;

const isPage = (body: unknown): body is JsonObject =>
  isObject(body) && Array.isArray(body.data) && 'current_page' in body;

const onPages =
  (change: (page: JsonObject) => JsonObject): Body =>
  (response) =>
    isPage(response.body) ? { ...response, body: change(response.body) } : response;

function linksOf({ current_page: page, last_page: last }: JsonObject): JsonObject {
  const link = (number: number) => (number >= 1 && number <= Number(last) ? `?page=${number}` : null);
  return { first: link(1), last: link(Number(last)), prev: link(Number(page) - 1), next: link(Number(page) + 1) };
}

const onErrors =
  (change: (errors: readonly string[], status: number) => JsonObject, headers: Record<string, string> = {}): Body =>
  (response) => {
    const { status, body } = response;
    if (status < 400 || !isObject(body) || !Array.isArray(body.errors)) return response;
    const errors = listAt(body, 'errors').map(String);
    return { ...response, headers: { ...response.headers, ...headers }, body: change(errors, status) };
  };

/** Returns sentences such as `amount: is required` by their field. */
function byField(errors: readonly string[]): JsonObject {
  const fields: Record<string, string[]> = {};
  for (const error of errors) {
    const [, field = 'base', sentence = error] = /^([\w.[\]-]+): (.*)$/s.exec(error) ?? [];
    fields[field] = [...(Object.hasOwn(fields, field) ? (fields[field] ?? []) : []), sentence];
  }
  return fields;
}

const titleOf = (status: number): string => STATUS_CODES[status] ?? 'Error';

/** Changes each body, in this order. Journal and log show the body before the change. */
const BODIES = {
  'list-envelope': {
    'no-total': onPages(({ total: _total, ...page }) => page),
    'data-links-meta': onPages(({ data, ...meta }) => ({ data, links: linksOf(meta), meta })),
  },
  'response-ids': {
    strings: (response) => ({ ...response, body: stringIds(response.body) }),
  },
  'error-body': {
    'lists-per-field': onErrors((errors, status) => ({ message: titleOf(status), errors: byField(errors) })),
    'error-object': onErrors((errors) => ({ error: { message: clauses(errors) } })),
    'message-only': onErrors((errors) => ({ message: clauses(errors) })),
    'problem-json': onErrors(
      (errors, status) => ({ type: 'about:blank', title: titleOf(status), status, detail: clauses(errors) }),
      { 'content-type': 'application/problem+json' },
    ),
  },
} as const satisfies Table<Body>;

/** Counts the entry that decides about the shape of a response. A planned body has its own shape. */
export function countShape({ status, body, bytes }: WireResponse, count: (entry: RegisterKey) => void): void {
  if (bytes !== undefined) return;
  if (status >= 400) count('error-body');
  else if (isPage(body)) count('list-envelope');
  else if (isObject(body) && 'id' in body) count('response-ids');
}

const variantOf = (assumed: Assumed, entry: string): string =>
  (assumed as Readonly<Record<string, string | undefined>>)[entry] ?? '';

/** Returns what a rule answered, as the gateway answers it. */
export function variedAnswer(assumed: Assumed, answer: WireResponse, operation: Operation): WireResponse {
  const changes = Object.entries<Readonly<Record<string, Answer>>>(ANSWERS);
  return changes.reduce((now, [entry, byName]) => byName[variantOf(assumed, entry)]?.(now, operation) ?? now, answer);
}

/** Returns a response of the API with the body as the gateway sends it. A planned body stays as it is. */
export function variedBody(assumed: Assumed, response: WireResponse): WireResponse {
  if (response.body === undefined || response.bytes) return response;
  const changes = Object.entries<Readonly<Record<string, Body>>>(BODIES);
  const change = changes.flatMap(([entry, byName]) => byName[variantOf(assumed, entry)] ?? []);
  const { print: _print, ...plain } = response;
  return change.length === 0 ? response : change.reduce((now, one) => one(now), plain as WireResponse);
}

export function isSilent({ 'webhook-events': variant }: Assumed, name: WebhookEventName, value: JsonObject): boolean {
  if (variant === 'none-for-creation') return name.endsWith('.created');
  if (variant !== 'none-for-refund' || name !== 'transaction.status_changed') return false;
  return value.status === 'refunded' || value.status === 'pending_refund';
}

/** Returns the variants of the body of an event; undefined without one. */
export function eventVariants(assumed: Assumed): Assumed | undefined {
  const entries = ['webhook-envelope', 'event-payload-fields', 'response-ids'];
  const found = Object.entries(assumed).filter(([entry, variant]) => entries.includes(entry) && variant !== undefined);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Returns the body of an event as the gateway sends it. */
export function eventBody(
  { name, kind, object, varied = {} }: { name: string; kind: string; object: number; varied?: Assumed },
  stored: JsonObject,
): JsonObject {
  const model = varied['webhook-envelope'] === 'singular-model' ? kind.replace(/s$/, '') : kind;
  const fields = varied['event-payload-fields'] === 'id-only' ? { id: stored.id } : stored;
  const payload = varied['response-ids'] === 'strings' ? stringIds(fields) : fields;
  return { event: name, model, model_id: String(object), payload };
}

/** Fields with data of the merchant, which return as they were sent. */
const FREE = new Set(['metadata', 'session', 'pix_additional_fields']);

export function stringIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stringIds);
  if (!isObject(value)) return value;
  const changed: JsonObject = {};
  for (const [name, one] of Object.entries(value)) {
    if (FREE.has(name)) changed[name] = one;
    else changed[name] = typeof one === 'number' && /^id$|_id$/.test(name) ? String(one) : stringIds(one);
  }
  return changed;
}
