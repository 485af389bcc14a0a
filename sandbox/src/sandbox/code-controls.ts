import type { WebhookEventName } from 'payment-gateway-contract/webhooks';
import { isObject } from 'payment-gateway-core/util';
import type { Assumed } from 'payment-gateway-core/values';
import type { ActControls, SandboxObject } from '../../generated/act-controls.js';
import type { components } from '../../generated/sandbox-types.js';
import { ACTS, type ActName } from '../acts/index.js';
import type { Duration } from '../clock/index.js';
import type { ControlOperation, Success } from '../control/index.js';
import { type CodeCall, type CodeNames, codeNames } from '../control/index.js';
import { packageFile } from '../package-files.js';
import type { OperationId } from '../rules/index.js';
import type { Populated, Population } from '../scenario/index.js';
import { readScenario, type Scenario, ScenarioError, type ScenarioInput } from '../scenario/index.js';
import type { Snapshot } from '../state/index.js';
import { nulls } from '../variants/index.js';

type Schemas = components['schemas'];

export type { ActOptions, SandboxObject } from '../../generated/act-controls.js';

/** A recorded event with its deliveries. `objectId` is the id of the event's object. */
export type SandboxEvent = CodeNames<Omit<Schemas['Event'], 'name'>> & { readonly name: WebhookEventName };
/** The delivery of an event to one receiver. */
export type SandboxDelivery = Schemas['Delivery'];
/**
 * `id` is the id of the object, and `status` the one in the payload. `timeout` is in milliseconds of real time, default 30,000. After it, the error
 * lists the events that came. vitest and jest end a test after 5 seconds, so there a warning lists them after 4 seconds.
 */
export type EventFilter = CodeNames<Omit<Schemas['EventFilter'], 'name' | 'id'>> & { readonly id?: Id };
/** Delivery problems that the sandbox simulates. */
export type Disturbance = CodeNames<Schemas['Disturbance']>;
/** A fault for the next requests: a status, `reset`, `stall`, `truncate`, or a string such as `status=503; retry-after=2`, as in `x-sandbox-fault`. */
export type PlannedFault = CodeNames<Omit<Schemas['Fault'], 'operation_id'>>;
/** A planned fault with its operation. `*` is any operation. */
export type WaitingFault = PlannedFault & { readonly operationId: OperationId | '*'; readonly times: number };
/** A duration to advance by, or a time to advance to. */
type Advance = string | Duration | { readonly by: string } | { readonly to: Date | string };
/** An assumption about the gateway, with its variants. */
export type Assumption = Readonly<Schemas['Assumption']>;
type Id = number | string;

/** Controls of an account from outside the API. Ids are those of the gateway's objects; amounts are in centavos. */
export interface SandboxControls extends ActControls {
  /** Resolves with the current object of any kind. */
  retrieve(id: Id): Promise<SandboxObject>;

  readonly clock: {
    now(): Promise<Date>;
    /**
     * Moves the clock forward by `31d`, `{ days: 31 }`, `{ by: '31d' }` or `P31D`, or `{ to }` a time. Due work runs at its own due time on
     * the way. Resolves with the new time, and does not wait for deliveries: await `events.settled()`.
     */
    advance(by: Advance): Promise<Date>;
    /** Moves the clock forward to a time. */
    advanceTo(time: Date | string): Promise<Date>;
    /** Stops the clock at its current time. */
    freeze(): Promise<void>;
    /** Lets the clock run at the system's speed from its current time. */
    release(): Promise<void>;
  };

  readonly events: {
    /** Resolves with events, newest first. `id` is the id of the object. */
    list(query?: { id?: Id; page?: number; perPage?: number }): Promise<SandboxEvent[]>;
    /**
     * Resolves with the first matching event; it may have happened before the call. With `delivered: true` it waits until
     * every receiver confirmed the event, and rejects with a `DeliveryFailed` if no receiver exists or one refuses.
     */
    waitFor(name: WebhookEventName, filter?: EventFilter): Promise<SandboxEvent>;
    /** Resolves when no delivery is pending; events on hold are not. `timeout` is in milliseconds, default 30,000. */
    settled(options?: { timeout?: number }): Promise<void>;
    /** Sends an event again to its current receivers. The id is the event's. */
    redeliver(id: Id): Promise<SandboxEvent>;
    /** Delivers late, twice, out of order, on demand (`held`) or never (`lost`) from now on; `{}` ends it. Events on hold stay on hold. */
    disturb(disturbance: Disturbance): Promise<void>;
    /** Sends the events on hold in their order, and stops holding. `redeliver` sends a single event. */
    release(): Promise<void>;
  };

  /**
   * Makes the next request for the operation fail, or the next request for any (`*`). With a status from 200 to 599, the response may have `headers` and a `body` of your own: JSON, or a string such as an HTML page. With `after: 'commit'`, the sandbox carries it out and only
   * the response is lost. With `skip`, it lets that number of matching requests through first. With `events: 'first'`, the receivers get the events of
   * the request before the response. The fault is set for requests that you send after the call, even if you do not await the promise.
   */
  failNext(operationId: OperationId | '*', fault: PlannedFault | NonNullable<PlannedFault['fault']>): Promise<void>;
  /** Switches entries of the register to a variant, or back with `undefined`, from the next request on. Rejects with a `RangeError` for an unknown name. */
  assume(assumed: Assumed): Promise<void>;
  /** Resolves with the entries of the register that decided something, most used first, and those that are switched. Counts this process only. */
  assumptions(): Promise<readonly Assumption[]>;
  /** Removes the planned faults. */
  clearFaults(): Promise<void>;
  faults(): Promise<readonly WaitingFault[]>;

  /** Resolves with the whole account as plain JSON: objects, events, clock, faults. Contains neither card numbers, security codes nor tokens. */
  snapshot(): Promise<Snapshot>;
  /** Replaces everything in the account. Rejects with a `StateVersionError` if another version of the package wrote the snapshot. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Empties the account. Its ids, clock, events and faults start again. */
  reset(): Promise<void>;
  /**
   * Creates exactly the given number of objects of each kind, and resolves with these numbers. The same `seed` creates the same objects in an empty
   * account. Without `customers`, it creates one for every three transactions and subscriptions.
   */
  populate(population: Population): Promise<Populated>;
  /**
   * Creates the objects of a scenario, either all or none. Accepts the path of a YAML or JSON file, or the value itself. Resolves with the
   * objects by section and name: `loaded.transactions.order.id`. Rejects with a `ScenarioError` with the line of each problem.
   */
  load(scenario: string | URL | ScenarioInput): Promise<LoadedObjects>;
  /** Resolves with the objects of the account as a scenario for `load`. */
  export(): Promise<Scenario>;
}

type LoadedObjects = Readonly<Record<string, Readonly<Record<string, SandboxObject>>>>;

/** Carries out an operation of the control API on the account of the controls. */
type Call = <Operation extends ControlOperation>(
  operation: Operation,
  request?: CodeCall,
) => Promise<Success<Operation>>;

/** Returns the call with errors whose stacks begin with the line of the caller: the sandbox's own frames would hide it. */
const withCallerLine =
  (call: Call): Call =>
  async (operation, request) => {
    const { stack: caller = '' } = new Error();
    try {
      return await call(operation, request);
    } catch (error) {
      const isOwn = (line: string) => FOLDERS.some((folder) => line.includes(folder));
      const frames = caller.split('\n').filter((line) => /^ {4}at /.test(line) && !isOwn(line));
      if (error instanceof Error)
        error.stack = String(error.stack).replace(/^ {4}at /m, () => `${frames.join('\n')}\n    at `);
      throw error;
    }
  };

/** The folder of this file as frames name it, in the sources and in the build. Jest compiles it to CommonJS, which has no `import.meta`. */
const FOLDERS = ['src/sandbox/', 'dist/src/sandbox/'].map(packageFile);

/** Returns the controls of one account. They call the operations of the control API, which validates each call. */
export function createControls(given: Call): SandboxControls {
  const call = withCallerLine(given);
  const act = (name: ActName) => (id: Id, body?: object) => call('actOnObject', { params: { id, act: name }, body });
  const time = async (clock: Promise<Schemas['Clock']>) => new Date((await clock).now);
  const advance = (by: Advance) => {
    const body = typeof by === 'object' && by !== null ? { ...by } : { by };
    if ('to' in body && body.to instanceof Date) body.to = String(body.to.toJSON());
    return time(call('advanceClock', { body }));
  };
  const nothing = async (done: Promise<unknown>): Promise<void> => {
    await done;
  };
  // Only the rules emit events, with the names of the contract.
  const asEvent = (event: Schemas['Event']) => codeNames(event) as SandboxEvent;

  return {
    ...(Object.fromEntries(ACTS.map((name) => [name, act(name)])) as Record<ActName, ReturnType<typeof act>>),
    retrieve: (id) => call('retrieveObject', { params: { id } }),
    clock: {
      now: () => time(call('retrieveClock')),
      advance,
      advanceTo: (to) => advance({ to }),
      freeze: () => nothing(call('changeClock', { body: { frozen: true } })),
      release: () => nothing(call('changeClock', { body: { frozen: false } })),
    },
    events: {
      list: async (query = {}) => (await call('listEvents', { query })).data.map(asEvent),
      waitFor: async (name, filter = {}) => {
        const body = isObject(filter) ? { ...filter, id: numbered(filter.id), name } : filter;
        return asEvent(await call('waitForEvent', { body }));
      },
      settled: (body) => nothing(call('waitUntilSettled', { body })),
      redeliver: async (id) => asEvent(await call('redeliverEvent', { params: { id } })),
      disturb: (body) => nothing(call('disturbDeliveries', { body })),
      release: () => nothing(call('releaseEvents')),
    },
    failNext: (operationId, fault) => {
      const fields = typeof fault === 'object' && fault !== null ? fault : { fault };
      return nothing(call('planFault', { body: { ...fields, operationId } }));
    },
    assume: (assumed) => nothing(call('changeAssumptions', { body: isObject(assumed) ? nulls(assumed) : assumed })),
    assumptions: async () => (await call('listAssumptions')).assumptions,
    clearFaults: () => nothing(call('clearFaults')),
    faults: async () => (await call('listFaults')).faults.map((fault) => codeNames(fault) as WaitingFault),
    // The contract does not define the fields of a snapshot.
    snapshot: async () => (await call('retrieveSnapshot')) as unknown as Snapshot,
    restore: (body) => nothing(call('restoreSnapshot', { body })),
    reset: () => nothing(call('resetAccount')),
    populate: (body) => call('populateAccount', { body }),
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

function numbered(id: unknown): unknown {
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
}
