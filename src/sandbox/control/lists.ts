/** Lists for the console: paged, filtered, sorted, and without secrets. */
import { type OperationId, operations } from '../../../generated/operations.js';
import { type Resource, type ResourceType, resources } from '../../../generated/resources.js';
import type { components } from '../../../generated/sandbox-types.js';
import { isObject, type JsonObject, type Values } from '../../contract/json.js';
import { redact } from '../../redaction/index.js';
import { type Journal, type MockRequest, readEntries } from '../../server/journal/journal.js';
import { KINDS } from '../rules/index.js';
import type { Page, Run, Stored, StoredEvent } from '../state/index.js';

export type ObjectKind = components['schemas']['Kind'];

const KIND_OF: Readonly<Partial<Record<ResourceType, ObjectKind>>> = KINDS;

/** Other requests can run after this many items. */
const BATCH = 500;

/** Returns the objects of a kind, newest first unless sorted. */
export async function listObjects(
  run: Run,
  account: string,
  kind: ObjectKind,
  query: Values,
): Promise<components['schemas']['Objects']> {
  const { status, search, sort } = query;
  const { page, perPage, cut } = pageOf(query, 25);
  const read = (number: number, size: number) =>
    run(account, (work) => work.page(kind, { page: number, perPage: size }));
  if (status === undefined && search === undefined && sort === undefined) {
    const { items, total } = await read(page, perPage);
    return { data: items.map(presented), total };
  }
  const wanted = String(search ?? '').toLowerCase();
  const found = await collect(read, (item) => {
    if (status !== undefined && item.value.status !== status) return false;
    // A search must not match hidden values.
    return wanted === '' || JSON.stringify(presented(item)).toLowerCase().includes(wanted);
  });
  return { data: cut(sorted(found, sort, ({ id, value }) => ({ ...value, id }))).map(presented), total: found.length };
}

/** Returns events, newest first. `state` selects events with a delivery in that state. */
export async function listEvents(
  run: Run,
  account: string,
  object: Stored | undefined,
  query: Values,
): Promise<Page<StoredEvent>> {
  const { state, sort } = query;
  const { page, perPage, cut } = pageOf(query, 100);
  const read = (number: number, size: number) =>
    run(account, (unit) => unit.state.events({ object, offset: (number - 1) * size, limit: size }));
  if (state === undefined && sort === undefined) return read(page, perPage);
  const found = await collect(
    read,
    ({ deliveries }) => state === undefined || deliveries.some((delivery) => delivery.state === state),
  );
  const items = sorted(found, sort, (event) => ({ ...event, object_id: event.object }));
  return { items: cut(items), total: found.length };
}

/** Counts the events after an id by name, status and payment method, the most frequent first. */
export async function countEvents(run: Run, account: string, after: number): Promise<Change[]> {
  const counts = new Map<string, Change>();
  for (let offset = 0; ; offset += BATCH) {
    const { items } = await run(account, (unit) => unit.state.events({ offset, limit: BATCH }));
    for (const { id, name, payload } of items) {
      if (id <= after) continue;
      const { status, payment_method } = payload;
      const key = [name, status, payment_method].join();
      const change = counts.get(key) ?? {
        event: name,
        ...(typeof status === 'string' && { status }),
        ...(typeof payment_method === 'string' && { payment_method }),
        count: 0,
      };
      counts.set(key, { ...change, count: change.count + 1 });
    }
    if (items.length < BATCH || (items.at(-1)?.id ?? 0) <= after) break;
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

type Change = components['schemas']['Change'];

async function collect<Item>(
  read: (page: number, perPage: number) => Promise<Page<Item>>,
  isWanted: (item: Item) => boolean,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await read(page, BATCH);
    found.push(...items.filter(isWanted));
    if (items.length === 0 || page * BATCH >= total) return found;
  }
}

/** Sorts items by one of their fields, such as `amount` or `-customer.name`, if a field is given. Items without it come last. */
function sorted<Item>(items: Item[], sort: unknown, fieldsOf: (item: Item) => object): Item[] {
  if (sort === undefined) return items;
  const [, minus, path = ''] = /^(-?)(.*)$/.exec(String(sort)) ?? [];
  const sign = minus === '-' ? -1 : 1;
  const keyed = items.map((item) => {
    let key: unknown = fieldsOf(item);
    for (const name of path.split('.')) key = isObject(key) && Object.hasOwn(key, name) ? key[name] : undefined;
    return { item, key: key ?? undefined };
  });
  keyed.sort(({ key: one }, { key: other }) => {
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
    return sign * String(one).localeCompare(String(other), 'pt-BR');
  });
  return keyed.map(({ item }) => item);
}

/** Returns an object without secrets: free text may contain a card number, and the address of a webhook a token. */
export function presented({ id, kind, value }: Stored): components['schemas']['Object'] {
  const { url } = value;
  const plain = kind === 'webhooks' && typeof url === 'string' ? { ...value, url: withoutSecrets(url) } : value;
  // Redaction keeps the shape of an object.
  return { ...(redact(plain) as JsonObject), id };
}

/** Returns an address without user, password and query, which may be secrets. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

export async function listRequests(journal: Journal, query: Values): Promise<components['schemas']['Requests']> {
  const { order = 'oldest', operationId: wanted, outcome, sort } = query;
  const { cut } = pageOf(query, 1000);
  const { first } = journal;
  const fitting = journal.entries
    .map((entry, index) => ({ number: first + index, entry }))
    .filter(
      ({ number, entry: { operationId, status, warnings } }) =>
        (query.number === undefined || number === Number(query.number)) &&
        (wanted === undefined || operationId === wanted) &&
        (outcome !== 'failed' || status === 0 || status >= 400) &&
        (outcome !== 'warned' || warnings.length > 0),
    );
  if (order === 'newest') fitting.reverse();
  const shown = cut(
    sorted(fitting, sort, ({ number, entry: { operationId, status, duration } }) => {
      return { number, operationId, status, duration };
    }),
  );
  const read = await readEntries(shown.map(({ entry }) => entry));
  const requests = read.map((given, index) => ({
    number: shown[index]?.number,
    ...given,
    path: pathOf(given),
    object: objectOf(given),
    ...(/Webhooks?$/.test(given.operationId ?? '') && {
      body: withoutAddressSecrets(given.body),
      response: withoutAddressSecrets(given.response),
    }),
  }));
  // JSON omits undefined fields.
  return { requests: JSON.parse(JSON.stringify(requests)), total: fitting.length };
}

/** Removes credentials and query from the address of a webhook, or of each webhook in a list. */
function withoutAddressSecrets(value: unknown): unknown {
  if (!isObject(value)) return value;
  return {
    ...value,
    ...(typeof value.url === 'string' && { url: withoutSecrets(value.url) }),
    ...(Array.isArray(value.data) && { data: value.data.map(withoutAddressSecrets) }),
  };
}

/** Returns the object that a request created, or the one in its path. */
function objectOf({ operationId, params, response, status }: MockRequest): Requested['object'] {
  if (operationId === undefined || !Object.hasOwn(resources, operationId)) return undefined;
  const { type, parent }: Resource = resources[operationId as OperationId];
  const created = status < 300 && isObject(response) ? response.id : undefined;
  const id = Number(created ?? Object.values(params)[0]);
  const kind = KIND_OF[created === undefined ? (parent ?? type) : type];
  return kind !== undefined && Number.isSafeInteger(id) && id > 0 ? { kind, id } : undefined;
}

type Requested = components['schemas']['Requests']['requests'][number];

/** Returns the path with its parameters. */
function pathOf({ operationId, params }: MockRequest): string | undefined {
  if (operationId === undefined || !Object.hasOwn(operations, operationId)) return undefined;
  const { path } = operations[operationId as OperationId];
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Returns the page that a query asks for, and a function that cuts it out of all items. */
function pageOf({ page: asked = '1', per_page }: Values, usual: number) {
  const [page, perPage] = [Number(asked), Number(per_page ?? usual)];
  return { page, perPage, cut: <Item>(items: Item[]): Item[] => items.slice((page - 1) * perPage, page * perPage) };
}
