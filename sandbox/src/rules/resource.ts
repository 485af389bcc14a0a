import { timestamp } from 'payment-gateway-core/codes';
import { contractOf, type Operation, readContract, type Schema, successOf } from 'payment-gateway-core/contract';
import { type JsonObject, memoize } from 'payment-gateway-core/util';
import { operations, parameters, type RegisterKey, type Resource, resources } from 'payment-gateway-core/values';
import { countOf, idOf } from './input.js';
import { groupOf, isKept, type KeptType, kindName, SCHEMA_KINDS } from './kinds.js';
import { elsewhere, notFound, shownId, unprocessable, wrongState } from './refusals.js';
import type { Kind, OperationHandler, OperationId, Reply, RuleRequest, Stored, Wire, Work } from './work.js';

/** Shared parts of the rules for different resources. */

export const ok = (body: unknown, warnings: readonly string[] = []): Reply => ({
  status: 200,
  body,
  ...(warnings.length > 0 && { warnings }),
});

/** Returns an object by kind and id. Fails with 404. */
export function existing(work: Work, kind: Kind, id: unknown): Stored {
  const known = idOf(id) ?? 0;
  const found = work.get(kind, known);
  if (found !== undefined) return found;
  work.use('unknown-id');
  throw notFound(kind, id, elsewhere(work, kind, known));
}

/** Fails with 422 unless the object has one of the statuses. */
export function requireStatus(work: Work, object: Stored, wish: string, legal: readonly string[]): void {
  if (legal.includes(String(object.value.status))) return;
  work.use('wrong-state');
  throw wrongState(object, wish, legal);
}

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
export const creates =
  (entry: RegisterKey, kind: Kind, fieldsOf: (body: JsonObject, work: Work) => JsonObject): OperationHandler =>
  (work, { body = {} }) => {
    work.use(entry);
    return ok(createWith(work, kind, fieldsOf(body, work)).value);
  };

/** Returns a rule that replaces the given fields of an object, and keeps the others. */
export const updates =
  (kind: Kind, fieldsOf: (body: JsonObject, work: Work) => JsonObject): OperationHandler =>
  (work, { operationId, params, body = {} }) =>
    ok(
      changeFields(work, withoutOthers(work, existing(work, kind, params.id), operationId), fieldsOf(body, work)).value,
    );

/** Returns the object before an update, without the fields that the update may name if it removes the others. */
export function withoutOthers(work: Work, object: Stored, operationId: string): Stored {
  if (work.use('update-request-fields') !== 'clears-others') return object;
  const fields = Object.entries(object.value).filter(([name]) => !requestFields(operationId).has(name));
  return work.change(object, { value: Object.fromEntries(fields) });
}

/** Returns the fields that the contract has in the request of an operation. */
export function requestFields(operationId: string): ReadonlyMap<string, Schema> {
  const { operation, shapeOf } = contractOf(readContract());
  return shapeOf(operation(operationId)?.request?.schema ?? {}).fields;
}

/** The texts of an object. */
type Texts<Value> = {
  [Field in keyof Value as string extends Value[Field] ? Field : never]?: Extract<Value[Field], string | null>;
};

/**
 * Returns the texts of a request that the response of the operation also has, so a new text in both schemas needs no code. A null counts as a text
 * where both allow it.
 */
export function textsOf<Id extends OperationId>(operationId: Id, body: JsonObject) {
  const operation = contractOf(readContract()).operation(operationId);
  const texts = (operation === undefined ? [] : textFields(operation)).flatMap(({ name, isNullable }) => {
    const value = body[name];
    return typeof value === 'string' || (isNullable && value === null) ? [[name, value]] : [];
  });
  // The contract has the names and the types of these fields.
  return Object.fromEntries(texts) as Texts<Required<Wire[(typeof resources)[Id]['type']]>>;
}

const textFields = memoize((operation: Operation) => {
  const { shapeOf } = contractOf(readContract());
  const answer = shapeOf(successOf(operation).response?.schema ?? {}).fields;
  return [...requestFields(operation.operationId)].flatMap(([name, field]) => {
    const { types } = shapeOf(answer.get(name) ?? {});
    return types.has('string') ? [{ name, isNullable: types.has('null') && shapeOf(field).types.has('null') }] : [];
  });
});

/** Limits of the sandbox. The default matches the contract's examples. */
const PER_PAGE = { usual: 15, most: 100 };

/** Returns one page of a list. `read` returns the entries of a page, and the length of the list. */
function paged(
  work: Work,
  { query }: RuleRequest,
  read: (page: number, perPage: number) => { readonly items: readonly unknown[]; readonly total: number },
) {
  const count = (name: string, usual: number): number =>
    countOf(first(query[name]), name, { min: 1, max: Number.MAX_SAFE_INTEGER }, usual);
  const page = count('page', 1);
  const most = work.assumed['list-envelope'] === 'few-per-page' ? parameters['list-envelope'].items : PER_PAGE.most;
  const perPage = Math.min(count('per_page', PER_PAGE.usual), most);
  const { items, total } = read(page, perPage);
  const last_page = Math.max(1, Math.ceil(total / perPage));
  return { data: items, current_page: page, last_page, per_page: perPage, total };
}

/** Returns one page of the objects of a kind or group, newest first. */
export function listOf(
  work: Work,
  kind: Kind,
  request: RuleRequest,
  group?: string,
  shown: (work: Work, object: Stored) => JsonObject = (_, { value }) => value,
) {
  return paged(work, request, (page, perPage) => {
    const isOldestFirst = work.assumed['list-order'] === 'oldest-first';
    const { items, total } = work.page(kind, { group, page, perPage, isOldestFirst });
    if (items.length > 1) work.use('list-order');
    return { items: items.map((item) => shown(work, item)), total };
  });
}

/** Returns one page of a complete list. */
export function pageOfEntries(work: Work, entries: readonly unknown[], request: RuleRequest) {
  return paged(work, request, (page, perPage) => ({
    items: entries.slice((page - 1) * perPage, page * perPage),
    total: entries.length,
  }));
}

export function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Returns the object that a field of the request names. Fails with 422. */
export function requireReferenced(work: Work, kind: Kind, id: unknown, field: string): Stored {
  const known = idOf(id) ?? 0;
  const found = work.seek(kind, known);
  if (found !== undefined) return found;
  work.use('unknown-id');
  throw unprocessable(`${field}: there is no ${kindName(kind)} ${shownId(id)}${elsewhere(work, kind, known)}`);
}

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
  return names.filter((name) => {
    const owner = work.find(kind, name)?.id;
    return owner === undefined || owner === own;
  });
}

/** Returns the address of a page for browsers. The key is random, so a buyer cannot guess the address of another page. */
export function pageUrl(work: Work, page: '3ds' | 'pay', key: string): string {
  return `${work.publicUrl}/_sandbox/${page}/${key}`;
}

/** Returns the unique key of the object behind a page. */
export const pageKey = (key: string): string => `page:${key}`;

/** The objects in the path of an operation, as `x-resource` in the contract declares them. */
interface Addressed {
  readonly kind: Kind;
  /** Returns the object with the last id in the path. It must belong to the owner in the path, if the path has one. Fails with 404. */
  object(work: Work, request: RuleRequest): Stored;
  /** Returns the list of the owner with the first id, or undefined without an owner. Fails with 404 for an unknown owner. */
  group(work: Work, request: RuleRequest): string | undefined;
}

export function addressedBy(operationId: OperationId): Addressed {
  const { type, parent }: Resource = resources[operationId];
  if (!isKept(type)) throw new Error(`${operationId} has no stored object`);
  const kind = SCHEMA_KINDS[type];
  const names = [...operations[operationId].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const [first = '', last = first] = names;
  // Every parent in the contract is a stored object with a list.
  const owner = parent as KeptType | undefined;

  const group: Addressed['group'] = (work, { params }) =>
    owner === undefined ? undefined : groupOf(owner, existing(work, SCHEMA_KINDS[owner], params[first]).id);
  return {
    kind,
    group,
    object(work, request) {
      const list = group(work, request);
      const object = existing(work, kind, request.params[last]);
      if (list !== undefined && !object.groups.includes(list)) throw notFound(kind, object.id);
      return object;
    },
  };
}
