/** Lists for the console: paged, filtered, sorted, and without secrets. */
import { redact } from 'payment-gateway-contract';
import { isoTime } from 'payment-gateway-core/codes';
import { groupBy, isObject, type JsonObject, type Values } from 'payment-gateway-core/util';
import { type OperationId, type Resource, type ResourceType, resources } from 'payment-gateway-core/values';
import { assumptionTexts } from '../../generated/assumption-texts.js';
import type { components } from '../../generated/sandbox-types.js';
import { SCHEMA_KINDS } from '../rules/index.js';
import { type Journal, type RecordedRequest, readEntries } from '../server/index.js';
import type { EventDelivery, Page, Run, Stored, StoredEvent, Unit } from '../state/index.js';

export type ObjectKind = components['schemas']['Kind'];

const KIND_OF: Readonly<Partial<Record<ResourceType, ObjectKind>>> = SCHEMA_KINDS;

/** Other requests can run after this many items. */
const BATCH = 500;

/** Returns the objects of a kind, newest first unless sorted. */
export async function listObjects(
  run: Run,
  account: string,
  kind: ObjectKind,
  query: Values,
): Promise<components['schemas']['Objects']> {
  const { status, search } = query;
  const wanted = String(search ?? '').toLowerCase();
  const isWanted = (item: Stored): boolean =>
    (status === undefined || item.value.status === status) &&
    // A search must not match hidden values.
    (wanted === '' || JSON.stringify(presented(item)).toLowerCase().includes(wanted));
  const { items, total } = await pageOf(query, 25, {
    read: (page, perPage) => run(account, (work) => work.page(kind, { page, perPage })),
    isWanted: status === undefined && wanted === '' ? undefined : isWanted,
    fieldsOf: (item) => ({ ...item.value, id: item.id, ...nextCharge(item) }),
  });
  const results = kind === 'webhooks' ? await run(account, resultsOf) : undefined;
  const data = items.map((item) => {
    const deliveries = results?.get(`webhook:${item.id}`);
    return { ...presented(item), ...nextCharge(item), ...(deliveries && { deliveries }) };
  });
  return { data, total };
}

/** Returns what each receiver got: its deliveries, those that arrived, its last attempt, and since when it fails. */
function resultsOf({ state }: Unit) {
  const { items } = state.events({ offset: 0, limit: state.last.event });
  const deliveries = groupBy(
    items.flatMap((event) => event.deliveries),
    ({ receiver }) => receiver,
  );
  return new Map(
    Array.from(deliveries, ([receiver, own]) => {
      const attempts = own.flatMap((one) => one.attempts).sort((one, other) => one.at - other.at);
      const failing = attempts[attempts.findLastIndex(({ status = 0 }) => status >= 200 && status < 300) + 1];
      const { status, error } = attempts.at(-1) ?? {};
      const results = {
        total: own.length,
        delivered: own.filter((one) => one.state === 'delivered').length,
        ...(status !== undefined && { status }),
        ...(error !== undefined && { error }),
        ...(failing !== undefined && { failing_since: isoTime(failing.at) }),
      };
      return [receiver, results];
    }),
  );
}

const nextCharge = ({ kind, due }: Stored) =>
  kind === 'subscriptions' && typeof due === 'number' && { next_charge_at: new Date(due).toISOString() };

/** Returns events, newest first unless sorted. `state` and `receiver` select events with such a delivery. */
export function listEvents(
  run: Run,
  account: string,
  object: Stored | undefined,
  query: Values,
): Promise<Page<StoredEvent>> {
  const { state, receiver } = query;
  const isWanted = (delivery: EventDelivery): boolean =>
    (state === undefined || delivery.state === state) && (receiver === undefined || delivery.receiver === receiver);
  return pageOf(query, 100, {
    read: (page, limit) => run(account, (unit) => unit.state.events({ object, offset: (page - 1) * limit, limit })),
    isWanted: state === undefined && receiver === undefined ? undefined : ({ deliveries }) => deliveries.some(isWanted),
    fieldsOf: (event) => ({ ...event, object_id: event.object }),
  });
}

/** Counts the events after an id by name, status and payment method, the most frequent first. */
export async function countEvents(run: Run, account: string, after: number): Promise<Change[]> {
  const { items } = await run(account, ({ state }) =>
    state.events({ offset: 0, limit: Math.max(state.last.event - after, 0) }),
  );
  const changes = items.map(({ name, payload }): Omit<Change, 'count'> => {
    const { status, payment_method } = payload as Pick<Change, 'status' | 'payment_method'>;
    return { event: name, ...(status && { status }), ...(payment_method && { payment_method }) };
  });
  return [...groupBy(changes, (change) => JSON.stringify(change)).values()]
    .flatMap(([change, ...others]) => (change ? { ...change, count: others.length + 1 } : []))
    .sort((one, other) => other.count - one.count);
}

type Change = components['schemas']['Change'];

interface List<Item> {
  /** Returns a page. Pages count from 1. */
  read(page: number, perPage: number): Page<Item> | Promise<Page<Item>>;
  /** Default: all items. */
  readonly isWanted?: ((item: Item) => boolean) | undefined;
  /** Returns the fields to sort by. */
  fieldsOf(item: Item): object;
}

/** Returns the page that a query asks for. Only a filter or an order needs all items. */
async function pageOf<Item>(
  { page: asked = '1', per_page, sort }: Values,
  usual: number,
  { read, isWanted, fieldsOf }: List<Item>,
): Promise<Page<Item>> {
  const [page, perPage] = [Number(asked), Number(per_page ?? usual)];
  if (isWanted === undefined && sort === undefined) return read(page, perPage);
  const found: Item[] = [];
  for (let batch = 1; ; batch++) {
    const { items, total } = await read(batch, BATCH);
    found.push(...(isWanted === undefined ? items : items.filter(isWanted)));
    if (items.length === 0 || batch * BATCH >= total) break;
  }
  const items = sort === undefined ? found : sorted(found, String(sort), fieldsOf);
  return { items: items.slice((page - 1) * perPage, page * perPage), total: items.length };
}

/** Sorts items by one of their fields, such as `amount` or `-customer.name`. Items without it come last. */
function sorted<Item>(items: Item[], sort: string, fieldsOf: (item: Item) => object): Item[] {
  const [sign, path] = sort.startsWith('-') ? [-1, sort.slice(1)] : [1, sort];
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

/** Returns an event without the secrets of its receivers. */
export function shownEvent(account: string, event: StoredEvent): components['schemas']['Event'] {
  const { id, time, cause, name, kind, object, payload, deliveries } = event;
  return {
    id,
    account,
    time: isoTime(time),
    ...(cause && { at: isoTime(cause.at) }),
    name,
    kind,
    object_id: object,
    payload,
    deliveries: deliveries.map(({ receiver, url, state, notBefore, attempts }) => ({
      receiver,
      url: withoutSecrets(url),
      state,
      ...(state === 'pending' && notBefore > 0 && { next_attempt: new Date(notBefore).toISOString() }),
      attempts: attempts.map(({ at, response, ...attempt }) => ({
        at: isoTime(at),
        ...attempt,
        ...(response !== undefined && { response: String(redact(response, { secrets: secretsIn(url) })) }),
      })),
    })),
  };
}

/** Returns the secrets in a receiver's address, because the receiver may repeat them in a response. */
function secretsIn(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, search, searchParams } = new URL(address);
  return [username, password, search.slice(1), ...searchParams.values()].filter(Boolean);
}

type Numbered = ReturnType<typeof numbered>[number];

const numbered = ({ first, entries }: Journal) => entries.map((entry, index) => ({ number: first + index, entry }));

export async function listRequests(journal: Journal, query: Values): Promise<components['schemas']['Requests']> {
  const { order = 'oldest', operation_id: wanted, outcome, search = '', number: only } = query;
  let fitting = numbered(journal).filter(
    ({ number, entry: { operationId, status, warnings } }) =>
      (only === undefined || number === Number(only)) &&
      (wanted === undefined || operationId === wanted) &&
      (outcome !== 'failed' || status === 0 || status >= 400) &&
      (outcome !== 'warned' || warnings.length > 0),
  );
  if (search !== '') {
    // A search must not match hidden values.
    const texts = (await shownRequests(fitting)).map((request) => JSON.stringify(Object.values(request)).toLowerCase());
    fitting = fitting.filter((_, index) => texts[index]?.includes(String(search).toLowerCase()));
  }
  if (order === 'newest') fitting.reverse();
  const { items, total } = await pageOf(query, 1000, {
    read: (page, size) => ({ items: fitting.slice((page - 1) * size, page * size), total: fitting.length }),
    fieldsOf: ({ number, entry: { operationId, status, duration } }) => ({
      number,
      operation_id: operationId,
      status,
      duration,
    }),
  });
  return { requests: await shownRequests(items), total };
}

/** A request, and when it arrived, by `performance.now()`. */
export type Arrived = Requested & { readonly started: number };

/** Returns the requests of an account that created or named an object, oldest first. */
export async function requestsAbout(journal: Journal, account: string, id: number): Promise<Arrived[]> {
  const candidates = numbered(journal).filter(({ entry }) => entry.account === account && entry.mentions(String(id)));
  const shown = await shownRequests(candidates);
  return shown
    .map((request, index) => ({ ...request, started: candidates[index]?.entry.started ?? 0 }))
    .filter(({ object }) => object?.id === id)
    .sort((one, other) => one.started - other.started);
}

async function shownRequests(requests: readonly Numbered[]): Promise<Requested[]> {
  const read = await readEntries(requests.map(({ entry }) => entry));
  const shown = read.map((given, index) => {
    const { operationId, ...request } = given;
    return {
      number: requests[index]?.number,
      ...request,
      operation_id: operationId,
      object: objectOf(given, requests[index]?.entry.objectId),
      evidence_page: assumptionTexts[given.evidence?.split(' ')[1] ?? '']?.page,
      ...(/Webhooks?$/.test(operationId ?? '') && {
        body: withoutAddressSecrets(given.body),
        response: withoutAddressSecrets(given.response),
      }),
    };
  });
  // JSON omits undefined fields.
  return JSON.parse(JSON.stringify(shown));
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
function objectOf({ operationId, params }: RecordedRequest, created: number | undefined): Requested['object'] {
  if (operationId === undefined || !Object.hasOwn(resources, operationId)) return undefined;
  const { type, parent }: Resource = resources[operationId as OperationId];
  const id = Number(created ?? Object.values(params)[0]);
  const kind = KIND_OF[created === undefined ? (parent ?? type) : type];
  return kind !== undefined && Number.isSafeInteger(id) && id > 0 ? { kind, id } : undefined;
}

type Requested = components['schemas']['Requests']['requests'][number];
