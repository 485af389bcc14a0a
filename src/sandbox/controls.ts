import type { components } from '../../generated/sandbox-types.js';
import type { WebhookEventName } from '../../generated/webhook-examples.js';
import type { JsonObject } from '../contract/json.js';
import type { Duration } from './clock/index.js';
import type { ControlOperation, Success } from './control/call.js';
import { type CodeCall, type CodeNames, codeNames } from './control/control.js';
import { ACTS, type ActName } from './objects.js';
import type { Population } from './populate.js';
import type { AuthenticationOutcome, OperationId } from './rules/index.js';
import { readScenario, type Scenario, ScenarioError } from './scenario/index.js';
import type { Snapshot } from './state/index.js';

type Schemas = components['schemas'];

/** An object as responses of the gateway show it. */
export type SandboxObject = Readonly<Schemas['Object']>;
/** An event that was recorded, with its deliveries. `objectId` is the id of the object that it is about. */
export type SandboxEvent = CodeNames<Omit<Schemas['Event'], 'name'>> & { readonly name: WebhookEventName };
/** The delivery of an event to one receiver. */
export type SandboxDelivery = Schemas['Delivery'];
/** `id` is the id of the object, `status` the one in the payload, `timeout` in milliseconds of real time, default 30,000. */
export type EventFilter = CodeNames<Omit<Schemas['EventFilter'], 'name' | 'id'>> & { readonly id?: Id };
/** How to deliver events badly. */
export type Disturbance = CodeNames<Schemas['Disturbance']>;
/** A fault of the next requests: a status, `reset`, `stall`, `truncate`, or `status=503; retry-after=2` as in `x-mock-fault`. */
export type PlannedFault = CodeNames<Omit<Schemas['Fault'], 'operationId'>>;
/** A fault with the operation it waits for, `*` for any. */
export type WaitingFault = PlannedFault & { readonly operationId: OperationId | '*'; readonly times: number };
/** By a duration, or to a time. */
export type Advance = string | Duration | { readonly by: string | Duration } | { readonly to: Date | string };
type Id = number | string;

/** What every act takes. */
export type ActOptions = {
  /**
   * Whether to resolve only after every receiver confirmed the events of the act with a 2xx. Default false. Rejects with a `DeliveryFailed`
   * if no receiver exists or one refuses.
   */
  readonly delivered?: boolean;
};

/** What a test, or a person, does to an account from outside. Ids are those of the gateway's objects; amounts are centavos. */
export interface SandboxControls {
  /**
   * Pays a PIX or boleto that waits, or a 3DS or processing card, and captures an authorized one. For a link it creates a transaction of the link and
   * resolves with it. For a subscription it charges the card again, and also resolves if the card is refused: check the status. Resolves when the change
   * is committed. Rejects with a `Refusal`: 404 for an unknown id, 422 for a state that does not allow it.
   */
  pay(id: Id, options?: ActOptions & JsonObject): Promise<SandboxObject>;
  /** Time runs out: for a PIX, a boleto, a 3DS authentication, a link. */
  expire(id: Id, options?: ActOptions): Promise<SandboxObject>;
  /** The issuer refuses, the authentication fails, or a pending refund does. */
  decline(id: Id, options?: ActOptions): Promise<SandboxObject>;
  /** Completes everything pending at once. */
  settle(id: Id, options?: ActOptions): Promise<SandboxObject>;
  /** Captured in the back office: all, or `amount`. */
  capture(id: Id, options?: ActOptions & { amount?: number }): Promise<SandboxObject>;
  /** Refunded in the back office: all that is left, or `amount`. */
  refund(id: Id, options?: ActOptions & { amount?: number }): Promise<SandboxObject>;
  /** An authorized payment is given back; a link or a subscription ends. */
  cancel(id: Id, options?: ActOptions): Promise<SandboxObject>;
  /** 3DS ends. */
  authenticate(id: Id, options: ActOptions & { outcome: AuthenticationOutcome }): Promise<SandboxObject>;
  /** From now on the issuer refuses the card, or the card of the subscription. Resolves with the card. */
  fail(id: Id, options?: ActOptions): Promise<SandboxObject>;
  /** The cardholder disputes a payment: `paid` becomes `chargedback`. */
  chargeback(id: Id, options?: ActOptions): Promise<SandboxObject>;
  /** A processing, authorized or paid transaction becomes `pending_review`. `approve` or `decline` ends the review. */
  review(id: Id, options?: ActOptions): Promise<SandboxObject>;
  /** A review ends well: the transaction goes back to its former status. */
  approve(id: Id, options?: ActOptions): Promise<SandboxObject>;
  /**
   * Sets any status, so that you can test one that your code does not know. Writes the history and sends the event; nothing else of the
   * transaction changes.
   */
  setStatus(id: Id, options: ActOptions & { status: string }): Promise<SandboxObject>;
  /** A buyer begins a payment on the page of a link, with `payment_method` and its fields. Resolves with the transaction. */
  checkout(id: Id, options?: ActOptions & JsonObject): Promise<SandboxObject>;
  /** The current object, of any kind. */
  retrieve(id: Id): Promise<SandboxObject>;

  readonly clock: {
    now(): Promise<Date>;
    /**
     * Moves the clock forward by `31d`, `{ days: 31 }`, `{ by: '31d' }` or `P31D`, or `{ to }` a time. Everything that falls due on the way
     * happens at its own time. Resolves with the new time.
     */
    advance(by: Advance): Promise<Date>;
    /** Moves the clock forward to a time. */
    advanceTo(time: Date | string): Promise<Date>;
    /** Stops the clock where it is. */
    freeze(): Promise<void>;
    /** Lets the clock go on with the system's from where it is. */
    release(): Promise<void>;
  };

  readonly events: {
    /** Newest first. `id` is that of the object. */
    list(query?: { id?: Id; page?: number; perPage?: number }): Promise<SandboxEvent[]>;
    /**
     * Resolves with the first matching event; it may have happened before the call. With `delivered: true` it waits until
     * every receiver confirmed the event, and rejects with a `DeliveryFailed` if no receiver exists or one refuses.
     */
    waitFor(name: WebhookEventName, filter?: EventFilter): Promise<SandboxEvent>;
    /** Resolves when nothing is left to deliver. `timeout` in milliseconds, default 30,000. */
    settled(options?: { timeout?: number }): Promise<void>;
    /** Sends an event again to everybody who would get it now. The id is the event's. */
    redeliver(id: Id): Promise<SandboxEvent>;
    /** Delivers from now on late, twice or out of order; `{}` ends it. */
    disturb(disturbance: Disturbance): Promise<void>;
  };

  /**
   * Lets the next request for the operation, or for any (`*`), go wrong. With `after: 'commit'` it is carried out and only its response is lost.
   * Requests that you send after the call find it set, even if you do not await the promise.
   */
  failNext(operationId: OperationId | '*', fault: PlannedFault | NonNullable<PlannedFault['fault']>): Promise<void>;
  /** Takes back the faults that wait. */
  clearFaults(): Promise<void>;
  faults(): Promise<readonly WaitingFault[]>;

  /** The whole account as plain JSON: objects, events, clock, faults. Contains neither card fields nor tokens. */
  snapshot(): Promise<Snapshot>;
  /** Replaces everything of the account. Rejects with a `StateVersionError` for what another version of the package wrote. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Empties the account: its ids, clock, events and faults begin anew. */
  reset(): Promise<void>;
  /** Makes so many objects of each kind, the same ones each time. */
  populate(population: Population): Promise<Required<Population>>;
  /**
   * Creates the objects of a scenario: all of them, or none. Takes the path of a YAML or JSON file, or the value itself. Resolves with the
   * objects by section and name: `loaded.transactions.order.id`. Rejects with a `ScenarioError` that names the line of each problem.
   */
  load(scenario: string | URL | Scenario): Promise<LoadedObjects>;
  /** Returns the objects of the account as a scenario that `load` takes. */
  export(): Promise<Scenario>;
}

/** Objects by section and name. */
export type LoadedObjects = Readonly<Record<string, Readonly<Record<string, SandboxObject>>>>;

/** Carries out an operation of the control API on the account of the controls. */
export type Call = <Operation extends ControlOperation>(
  operation: Operation,
  request?: CodeCall,
) => Promise<Success<Operation>>;

/** Returns the controls of one account: names for the operations of the control API, which checks each call. */
export function createControls(call: Call): SandboxControls {
  const act = (name: ActName) => (id: Id, body?: object) =>
    call('actOnObject', { params: { id: String(id), act: name }, body });
  const time = async (clock: Promise<Schemas['Clock']>) => new Date((await clock).now);
  const advance = (by: Advance) => {
    const body = typeof by === 'object' && by !== null ? { ...by } : { by };
    if ('to' in body && body.to instanceof Date) body.to = String(body.to.toJSON());
    return time(call('advanceClock', { body }));
  };
  const nothing = async (done: Promise<unknown>): Promise<void> => {
    await done;
  };
  // Only the rules emit events, by the names of the contract.
  const asEvent = (event: Schemas['Event']) => codeNames(event) as SandboxEvent;

  return {
    ...(Object.fromEntries(ACTS.map((name) => [name, act(name)])) as Record<ActName, ReturnType<typeof act>>),
    retrieve: (id) => call('retrieveObject', { params: { id: String(id) } }),
    clock: {
      now: () => time(call('retrieveClock')),
      advance,
      advanceTo: (to) => advance({ to }),
      freeze: () => nothing(call('changeClock', { body: { frozen: true } })),
      release: () => nothing(call('changeClock', { body: { frozen: false } })),
    },
    events: {
      list: async (query = {}) => (await call('listEvents', { query })).data.map(asEvent),
      waitFor: async (name, { id, ...filter } = {}) =>
        asEvent(await call('waitForEvent', { body: { name, id: numbered(id), ...filter } })),
      settled: (body) => nothing(call('waitUntilSettled', { body })),
      redeliver: async (id) => asEvent(await call('redeliverEvent', { params: { id: String(id) } })),
      disturb: (body) => nothing(call('disturbDeliveries', { body })),
    },
    failNext: (operationId, fault) => {
      const fields = typeof fault === 'object' && fault !== null ? fault : { fault };
      return nothing(call('planFault', { body: { ...fields, operationId } }));
    },
    clearFaults: () => nothing(call('clearFaults')),
    faults: async () => (await call('listFaults')).faults.map((fault) => codeNames(fault) as WaitingFault),
    // The contract leaves the fields of a snapshot to the sandbox.
    snapshot: async () => (await call('retrieveSnapshot')) as unknown as Snapshot,
    restore: (body) => nothing(call('restoreSnapshot', { body })),
    reset: () => nothing(call('resetAccount')),
    populate: async (body) => (await call('populateAccount', { body })) as Required<Population>,
    async load(scenario) {
      const isFile = typeof scenario === 'string' || scenario instanceof URL;
      const file = isFile ? await readScenario(scenario) : undefined;
      try {
        return await call('loadScenario', { body: file === undefined ? scenario : file.value });
      } catch (error) {
        throw error instanceof ScenarioError ? (file?.locate(error) ?? error) : error;
      }
    },
    export: async () => (await call('retrieveScenario')) as Scenario,
  };
}

/** An id that a caller has as a string. */
function numbered(id: unknown): unknown {
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
}
