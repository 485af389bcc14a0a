/** Variants that change responses on their way out. What the sandbox stores stays canonical. */
import { STATUS_CODES } from 'node:http';
import { refuse, type WireResponse } from 'payment-gateway-core/access';
import type { Operation } from 'payment-gateway-core/contract';
import { clauses, isObject, type JsonObject, listAt } from 'payment-gateway-core/util';
import type { Assumed, RegisterKey, VariantEntry, VariantOf } from 'payment-gateway-core/values';
import { stringIds } from './ids.js';

/** Changes responses on their way out. */
interface Vary {
  /** Changes what a rule answered. */
  answer(response: WireResponse, operation: Operation): WireResponse;
  /** Changes each response of the API, after the journal recorded it. */
  body(response: WireResponse): WireResponse;
}

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

function changesIn<Change>(table: Table<Change>, assumed: Assumed): Change[] {
  const names: Readonly<Record<string, string | undefined>> = assumed;
  const changes: Readonly<Record<string, Readonly<Record<string, Change>>>> = table;
  return Object.entries(changes).flatMap(([entry, byName]) => byName[names[entry] ?? ''] ?? []);
}

/** Counts the entry that decides about the shape of a response. A planned body has its own shape. */
export function countShape({ status, body, bytes }: WireResponse, count: (entry: RegisterKey) => void): void {
  if (bytes !== undefined) return;
  if (status >= 400) count('error-body');
  else if (isPage(body)) count('list-envelope');
  else if (isObject(body) && 'id' in body) count('response-ids');
}

const known = new WeakMap<Assumed, Vary>();

/** Returns the changes of responses. The same object has the same changes, so this reads the tables once. */
export function varyBy(assumed: Assumed): Vary {
  const found = known.get(assumed) ?? createVary(assumed);
  known.set(assumed, found);
  return found;
}

function createVary(assumed: Assumed): Vary {
  const [answers, bodies] = [changesIn<Answer>(ANSWERS, assumed), changesIn<Body>(BODIES, assumed)];
  return {
    answer: (response, operation) => answers.reduce((now, change) => change(now, operation), response),
    body(response) {
      if (bodies.length === 0 || response.body === undefined || response.bytes) return response;
      const { print: _print, ...plain } = response;
      return bodies.reduce((now, change) => change(now), plain as WireResponse);
    },
  };
}
