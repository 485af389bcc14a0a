/** Shared parts of the rules for different resources. */
import type { RegisterKey } from '../../../generated/register-keys.js';
import { timestamp } from '../../codes/days.js';
import type { JsonObject } from '../../contract/json.js';
import { countOf, idOf } from './input.js';
import { nameOf } from './kinds.js';
import { notFound, shown, unprocessable } from './refusals.js';
import {
  type Kind,
  type OperationHandler,
  type Reply,
  type RuleRequest,
  rule,
  type Stored,
  type Work,
} from './work.js';

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** Returns an object by kind and id. Fails with 404. */
export const existing = rule('unknown-id', (work: Work, kind: Kind, id: unknown): Stored => {
  const number = idOf(id);
  const found = number === undefined ? undefined : work.get(kind, number);
  if (found === undefined) throw notFound(kind, id);
  return found;
});

/** Creates an object with an id, the fields, and its times. */
export function createWith(
  work: Work,
  kind: Kind,
  fields: JsonObject,
  others: Partial<Pick<Stored, 'hidden' | 'groups' | 'keys'>> = {},
): Stored {
  const id = work.id();
  const now = timestamp(work.now);
  return work.create(kind, { id, value: { id, ...fields, created_at: now, updated_at: now }, ...others });
}

/** Replaces the given fields of an object, and sets the time of its change. */
export function changeFields(
  work: Work,
  object: Stored,
  fields: JsonObject,
  others: Partial<Pick<Stored, 'groups' | 'keys'>> = {},
): Stored {
  return work.change(object, { value: { ...object.value, ...fields, updated_at: timestamp(work.now) }, ...others });
}

/** Returns a rule that creates an object from the fields of a request. */
export const creates = (entry: RegisterKey, kind: Kind, fieldsOf: (body: JsonObject) => JsonObject) =>
  rule<OperationHandler>(entry, (work, { body = {} }) => ok(createWith(work, kind, fieldsOf(body)).value));

/** Returns a rule that replaces the given fields of an object, and keeps the others. */
export const updates = (kind: Kind, fieldsOf: (body: JsonObject) => JsonObject) =>
  rule<OperationHandler>('update-request-fields', (work, { params, body = {} }) =>
    ok(changeFields(work, existing(work, kind, params.id), fieldsOf(body)).value),
  );

export const deletion = (id: number) => ({ id, deleted: true });

/** The envelope of every list. */
export interface Envelope {
  data: unknown[];
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

/** Returns one page of the objects of a kind or group, newest first. */
export const listOf = rule('list-order', (work: Work, kind: Kind, request: RuleRequest, group?: string): Envelope => {
  const { page, perPage } = pageOf(request);
  const { items, total } = work.page(kind, { page, perPage, ...(group === undefined ? {} : { group }) });
  return envelope(
    items.map(({ value }) => value),
    total,
    page,
    perPage,
  );
});

/** Returns one page of a complete list. */
export function pageOfEntries(entries: readonly unknown[], request: RuleRequest): Envelope {
  const { page, perPage } = pageOf(request);
  return envelope(entries.slice((page - 1) * perPage, page * perPage), entries.length, page, perPage);
}

const envelope = rule('list-envelope', (data: unknown[], total: number, page: number, perPage: number): Envelope => {
  return { data, current_page: page, last_page: Math.max(1, Math.ceil(total / perPage)), per_page: perPage, total };
});

/** Limits of the sandbox. The default matches the contract's examples. */
const PER_PAGE = { usual: 15, most: 100 };

function pageOf({ query }: RuleRequest): { page: number; perPage: number } {
  const page = countOf(first(query.page), 'page', { min: 1, max: Number.MAX_SAFE_INTEGER }, 1);
  const perPage = countOf(first(query.per_page), 'per_page', { min: 1, max: Number.MAX_SAFE_INTEGER }, PER_PAGE.usual);
  return { page, perPage: Math.min(perPage, PER_PAGE.most) };
}

export function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Returns the object that a field of the request names. Fails with 422. */
export const requireReferenced = rule('unknown-id', (work: Work, kind: Kind, id: unknown, field: string): Stored => {
  const number = idOf(id);
  const found = number === undefined ? undefined : work.seek(kind, number);
  if (found === undefined) throw unprocessable(`${field}: there is no ${nameOf(kind)} ${shown(id)}`);
  return found;
});

/**
 * Returns the object with one of these names; earlier names win. Several objects may share a name, because no source shows that the gateway refuses
 * it. The oldest one has the name as its unique key. After its removal, the newest one wins.
 */
export function byName(work: Work, kind: Kind, names: readonly string[]): Stored | undefined {
  for (const name of names) {
    const found = work.find(kind, name) ?? work.page(kind, { group: name, page: 1, perPage: 1 }).items[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the names that no other object has as a unique key. */
export function freeKeys(work: Work, kind: Kind, names: readonly string[], own?: number): string[] {
  const free: string[] = [];
  for (const name of names) {
    const owner = work.find(kind, name);
    if (owner === undefined || owner.id === own) free.push(name);
  }
  return free;
}

/** Returns the address of a page for browsers. The key is random, so a buyer cannot guess the address of another page. */
export function pageUrl(work: Work, page: '3ds' | 'pay', key: string): string {
  return `${work.settings.publicUrl}/_sandbox/${page}/${key}`;
}

/** Returns the unique key of the object behind a page. */
export const pageKey = (key: string): string => `page:${key}`;
