/** Runs the rules on the real engine with a frozen clock, and validates each response against the contract. */
import { isDeepStrictEqual } from 'node:util';
import { test as base, expect, vi } from 'vitest';
import { type Resource, resources } from '../../../core/generated/resources.js';
import { isObject, type JsonObject } from '../../../core/src/util/json.js';
import { vocabularies } from '../../../generated/vocabularies.js';
import { namedExamples, operationNamed, requestSchema, responseSchema } from '../../../test/contract/contract.ts';
import { requestViolations, responseViolations } from '../../../test/contract/schema-validator.ts';
import type { Duration } from '../../src/clock/index.js';
import { Engine } from '../../src/engine/engine.js';
import { acts, dueRules, rules } from '../../src/rules/index.js';
import type { OperationId } from '../../src/rules/work.js';
import {
  type DueRule,
  EVENTS,
  type Kind,
  Refusal,
  type Stored,
  type StoredEvent,
  type Work,
} from '../../src/state/index.js';
import type { SandboxSettings } from '../../src/state/settings.js';
import { placesNamed } from '../places.ts';

export const START = '2026-11-20T13:05:41.482Z';
export const DAY = 86_400_000;
const ACCOUNT = 'default';

/** Any JSON in a response. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any field, and the contract checks the shape
export type Json = any;

export interface Call {
  readonly params?: Record<string, string | number>;
  readonly query?: Record<string, string>;
  readonly body?: JsonObject;
  /** The body violates the contract. The rules must handle it all the same. */
  readonly invalid?: boolean;
}

const SCHEMAS: Readonly<Record<Kind, string>> = {
  transactions: 'Transaction',
  links: 'PaymentLink',
  customers: 'Customer',
  cards: 'Card',
  subscriptions: 'Subscription',
};

const newPlace = placesNamed(process.env.SANDBOX_STATE);

export type Gateway = ReturnType<typeof createGateway>;

/** A test with its own gateway. */
export const test = base.extend<{ gateway: Gateway }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of other fixtures from it
  gateway: ({}, use) => use(createGateway()),
});

export interface GatewayOptions {
  readonly settings?: Partial<SandboxSettings>;
  readonly start?: string;
  readonly keep?: number;
  /** Reads the state at the end of each unit, before the commit. */
  readonly watch?: (work: Work) => void;
}

export function createGateway({ settings, start = START, keep, watch = () => {} }: GatewayOptions = {}) {
  const watched = Object.entries(dueRules).map(([kind, rule]): [Kind, DueRule] => [
    kind,
    (work, object) => {
      announced(work, () => rule(work, object));
      watch(work);
    },
  ]);
  const failures: unknown[] = [];
  const options = {
    ...(keep !== undefined && { keep }),
    clock: { kind: 'frozen', at: Date.parse(start) } as const,
    settings: { publicUrl: 'http://127.0.0.1:4010', ...settings },
    dueRules: Object.fromEntries(watched),
    onError: (error: unknown) => failures.push(error),
  };
  const opened = newPlace()
    .open()
    .then((store) => new Engine({ store, ...options }));
  const run = async <Result>(task: (work: Work) => Result): Promise<Result> => {
    const engine = await opened;
    return engine.run(ACCOUNT, (work) => {
      const result = task(work);
      watch(work);
      return result;
    });
  };

  /** Calls an operation and returns the body of its 200 response. */
  async function call(
    operationId: OperationId,
    { params = {}, query = {}, body, invalid = false }: Call = {},
  ): Promise<Json> {
    const operation = operationNamed(operationId);
    if (body !== undefined && !invalid) expect(requestViolations(requestSchema(operation), body)).toEqual([]);
    const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    const request = { operationId, params: texts, query, body };
    const reply = await run((work) => announced(work, () => rules[operationId](work, request)));
    expect(reply.status).toBe(200);
    expect(responseViolations(responseSchema(operation, '200'), reply.body)).toEqual([]);
    const { into }: Resource = resources[operationId];
    if (into !== undefined) expect(into).toContain(isObject(reply.body) ? reply.body.status : undefined);
    return reply.body;
  }

  const create = (body: JsonObject): Promise<Json> => call('createTransaction', { body });

  async function act(name: keyof typeof acts, kind: Kind, id: number, options?: JsonObject): Promise<Json> {
    const object = await run((work) => announced(work, () => acts[name](work, kind, id, options)));
    return checked(object);
  }

  /** Advances the clock, and runs the due work on the way, each item at its own time. */
  async function advance(milliseconds: number): Promise<void> {
    await (await opened).clocks.advanceTo(ACCOUNT, (await now()) + milliseconds);
    expect(failures).toEqual([]);
  }

  /** Advances the clock by a duration such as `{ months: 1 }`. */
  const advanceBy = async (duration: Duration): Promise<void> => {
    await (await opened).clocks.advance(ACCOUNT, duration);
    expect(failures).toEqual([]);
  };

  const now = async () => (await opened).clocks.now(ACCOUNT);

  /** Returns all events, oldest first. */
  async function events(): Promise<StoredEvent[]> {
    const { items } = await (await opened).events.list(ACCOUNT, { offset: 0, limit: 100_000 });
    return [...items].sort((a, b) => a.id - b.id);
  }

  /** Returns the refusal of a call or act, which must not succeed. */
  async function refusal(doing: Promise<unknown>): Promise<{ status: number; errors: readonly string[] }> {
    const error = await doing.then(
      (reply) => expect.fail(`was not refused: ${JSON.stringify(reply)?.slice(0, 300)}`),
      (error: unknown) => error,
    );
    if (!(error instanceof Refusal)) throw error;
    expect(responseViolations('#/components/schemas/ErrorResponse', { errors: error.errors })).toEqual([]);
    return { status: error.status, errors: error.errors };
  }

  /** Expects a refusal with this status, and with these errors if they are given. */
  async function refuses(status: number, doing: Promise<unknown>, errors?: readonly unknown[]): Promise<void> {
    expect(await refusal(doing)).toMatchObject({ status, ...(errors && { errors }) });
  }

  return {
    call,
    create,
    /** Creates a transaction from a body that violates the contract. */
    createInvalid: (body: JsonObject): Promise<Json> => call('createTransaction', { body, invalid: true }),
    retrieve: (id: number): Promise<Json> => call('retrieveTransaction', { params: { id } }),
    /** Returns the transactions, newest first. */
    transactions: async (): Promise<Json[]> => (await call('listTransactions', { query: { per_page: '100' } })).data,
    /** Returns an entry for each change of a transaction, oldest first. */
    history: async (id: number): Promise<Json[]> => (await call('listTransactionHistory', { params: { id } })).data,
    capture: (id: number, body?: JsonObject): Promise<Json> =>
      call('captureTransaction', { params: { id }, ...(body && { body }) }),
    refund: (id: number, body?: JsonObject): Promise<Json> =>
      call('refundTransaction', { params: { id }, ...(body && { body }) }),
    act,
    advance,
    advanceBy,
    advanceTo: async (time: string) => advance(Date.parse(time) - (await now())),
    run,
    events,
    /** Returns lines such as `transaction.created 1001 processing`. */
    eventLines: async () =>
      (await events()).map(({ name, object, payload }) => [name, object, payload.status].filter(Boolean).join(' ')),
    /** Returns how many events have this name. */
    eventCount: async (name: string) => (await events()).filter((event) => event.name === name).length,
    refusal,
    refuses,
    dump: async () => JSON.stringify(await (await opened).snapshot(ACCOUNT)),
    /** Brings the account back to what `dump` returned. */
    restore: async (dump: string) => (await opened).restore(ACCOUNT, JSON.parse(dump)),
    /** Returns all objects in ascending order of their ids. */
    objects: async () =>
      (await opened).run(ACCOUNT, ({ state }) => {
        const kinds = new Set(Array.from(state.rows(), ([key]) => key.split('/')[0] ?? ''));
        const idsOf = (kind: Kind) => state.list(kind, { offset: 0, limit: 100_000 }).items;
        const objects = [...kinds].flatMap((kind) =>
          kind === EVENTS ? [] : idsOf(kind).flatMap((id) => state.object(kind, id) ?? []),
        );
        return objects.sort((a, b) => a.id - b.id);
      }),
  };
}

/** The events that tell one kind of change. All others tell any change, also under another name. */
const OF_ONE_CHANGE = /\.(created|paid|status_changed)$/;

/** Carries out a rule. Fails if it creates or changes an object without an event, although the contract has events of the kind. */
function announced<Result>(work: Work, rule: () => Result): Result {
  const spies = [vi.spyOn(work, 'create'), vi.spyOn(work, 'change'), vi.spyOn(work, 'emit')] as const;
  const [creates, changes, emits] = spies;
  try {
    const result = rule();
    const touched = new Map<string, JsonObject | undefined>();
    for (const [{ kind, id, value }] of changes.mock.calls.toReversed()) touched.set(`${kind} ${id}`, value);
    for (const [kind, { id }] of creates.mock.calls) touched.set(`${kind} ${id}`, undefined);
    for (const [, { kind, id }] of emits.mock.calls) touched.delete(`${kind} ${id}`);
    for (const [object, before] of touched) {
      const [kind = '', id] = object.split(' ');
      const names = vocabularies.WebhookEventName.filter((name) => kind === `${name.split('.')[0]}s`);
      const after = work.seek(kind, Number(id))?.value;
      // Without an event about any change, the events tell the status alone, such as after a partial refund.
      const told = (value?: JsonObject) => (names.some((name) => !OF_ONE_CHANGE.test(name)) ? value : value?.status);
      if (names.length === 0 || after === undefined || isDeepStrictEqual(told(after), told(before))) continue;
      throw new Error(`${object} changed without an event: call work.emit in its rule (${names.join(', ')})`);
    }
    return result;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

function checked({ kind, value }: Stored): JsonObject {
  const schema = SCHEMAS[kind];
  if (schema !== undefined) expect(responseViolations(`#/components/schemas/${schema}`, value)).toEqual([]);
  return value;
}

/** Returns a request example from the contract. */
export function example(operationId: OperationId, name: string): JsonObject {
  const found = namedExamples(operationNamed(operationId)).find((one) => one.of === 'request' && one.name === name);
  if (!isObject(found?.value)) throw new Error(`${operationId} has no request example ${name}.`);
  return found.value;
}
