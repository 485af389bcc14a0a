/** What each operation of the control API does. */
import type { WebhookEventName } from '../../../generated/webhook-examples.js';
import type { JsonObject } from '../../contract/json.js';
import { redact } from '../../redaction/index.js';
import type { Journal } from '../../server/journal/journal.js';
import { EVERYBODY } from '../accounts.js';
import { type Duration, parseDuration } from '../clock/index.js';
import { createControls, type SandboxControls, type SandboxEvent, shownEvent } from '../controls.js';
import type { Engine } from '../engine.js';
import type { Disturbance } from '../events/index.js';
import { type ActName, objectOf, readId } from '../objects.js';
import { createPageHandlers } from '../pages/handlers.js';
import { checkFault, type WaitingFault } from '../request/planned-faults.js';
import type { Scenario } from '../scenario/index.js';
import { Refusal, type Snapshot } from '../state/index.js';
import type { ControlCall, Handlers } from './call.js';
import { detailsOf } from './details.js';
import { createEventStream, eventOf } from './event-stream.js';
import { countEvents, listEvents, listObjects, listRequests, type ObjectKind } from './lists.js';
import { overview } from './overview.js';
import type { Receivers } from './receivers.js';

export interface HandlersOptions {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly receivers: Receivers;
  /** Forgets the requests. */
  readonly restart: () => void;
  readonly perToken: boolean;
  readonly operations: number;
  readonly version: string;
}

export function createHandlers(options: HandlersOptions): Handlers {
  const { engine, journal, receivers, restart, operations, version } = options;
  const on = (call: ControlCall): SandboxControls => {
    const account = call.account();
    return createControls(
      async () => engine,
      account,
      async () => {
        if (account === EVERYBODY) restart();
      },
    );
  };
  const clock = async (call: ControlCall) => {
    const { kind } = await engine.clocks.read(call.account());
    return { now: (await on(call).clock.now()).toISOString(), frozen: kind === 'frozen' };
  };

  return {
    ...createPageHandlers(engine),

    retrieveHealth: async () => ({ status: 'ready', operations, version }),
    listRequests: async ({ query }) => listRequests(journal, query),
    retrieveOverview: (call) => overview(call.account(), options),
    watchChanges: async (call) => {
      const account = call.account();
      return createEventStream(engine, account, async () => eventOf('change', {}));
    },
    // In an order that does not change with use: looking at an account counts as using it.
    listAccounts: async () => ({ accounts: [...(await engine.accounts())].sort() }),
    resetAccount: (call) => nothing(on(call).reset()),
    populateAccount: (call) => on(call).populate(call.body),
    retrieveScenario: async (call) => withoutCards({ ...(await on(call).export()) }) as never,
    loadScenario: async (call) => withoutCards(await on(call).load(call.body as Scenario)) as never,
    retrieveSnapshot: async (call) => ({ ...(await on(call).snapshot()) }),
    // What is not one is refused by the store.
    restoreSnapshot: (call) => nothing(on(call).restore(call.body as unknown as Snapshot)),

    retrieveClock: clock,
    async changeClock(call) {
      await (call.body.frozen === true ? on(call).clock.freeze() : on(call).clock.release());
      return clock(call);
    },
    async advanceClock(call) {
      const { by, to } = call.body;
      const last = await engine.events.list(call.account(), { offset: 0, limit: 1 });
      await (by === undefined ? on(call).clock.advanceTo(String(to)) : on(call).clock.advance(readDuration(by)));
      const changes = await countEvents(engine.run, call.account(), last.items[0]?.id ?? 0);
      return { ...(await clock(call)), changes };
    },

    async listObjects(call) {
      const account = call.account();
      // The contract requires it, and lists what it can be.
      const kind = call.query.kind as ObjectKind;
      return listObjects(engine.run, account, kind, call.query);
    },
    async retrieveDetails(call) {
      const account = call.account();
      return engine.run(account, (unit) => {
        const object = objectOf(unit, idOf(call));
        return detailsOf(unit, object, unit.state.events({ object, offset: 0, limit: 100 }).items);
      });
    },
    retrieveObject: async (call) => withoutCards(await on(call).retrieve(idOf(call))),
    // The contract lists the acts.
    actOnObject: async (call) =>
      withoutCards(await on(call)[call.params.act as ActName](idOf(call), call.body as never)),

    async listEvents(call) {
      const { object: id } = call.query;
      const account = call.account();
      const object = id === undefined ? undefined : await engine.run(account, (work) => objectOf(work, readId(id)));
      const { items, total } = await listEvents(engine.run, account, object, call.query);
      return { data: items.map(shownEvent).map(eventOnWire), total };
    },
    async waitForEvent(call) {
      const { name, ...filter } = call.body;
      return eventOnWire(await on(call).events.waitFor(name as WebhookEventName, filter));
    },
    waitUntilSettled: (call) => nothing(on(call).events.settled(call.body)),
    async retrieveEvent(call) {
      const event = await engine.events.get(call.account(), idOf(call));
      if (event === undefined) throw noEvent(call);
      return eventOnWire(shownEvent(event));
    },
    async redeliverEvent(call) {
      const event = await engine.events.redeliver(call.account(), idOf(call));
      if (event === undefined) throw noEvent(call);
      return eventOnWire(shownEvent(event));
    },
    disturbDeliveries(call) {
      const { out_of_order: outOfOrder, ...others } = call.body;
      const disturbance: Disturbance = { ...others, ...(typeof outOfOrder === 'boolean' && { outOfOrder }) };
      return nothing(on(call).events.disturb(disturbance));
    },

    async addReceiver({ namesAccount, account, body: { url, topics } }) {
      return receivers.add({
        url: String(url),
        ...(Array.isArray(topics) && { topics: topics.map(String) }),
        ...(namesAccount && { account: account() }),
      });
    },
    listReceivers: async () => ({ receivers: receivers.list() }),
    async removeReceiver(call) {
      if (!receivers.remove(idOf(call))) throw new Refusal(404, [`There is no receiver ${idOf(call)}`]);
      return undefined;
    },

    async planFault(call) {
      const { operation = '*', retry_after: retryAfter, ...fault } = call.body;
      const { operationId, ...planned } = checkFault(operation, {
        ...fault,
        ...(retryAfter !== undefined && { retryAfter }),
      });
      await on(call).failNext(operationId, planned);
      return { faults: (await on(call).faults()).map(faultOnWire) };
    },
    listFaults: async (call) => ({ faults: (await on(call).faults()).map(faultOnWire) }),
    clearFaults: (call) => nothing(on(call).clearFaults()),
  };
}

async function nothing(work: Promise<void>): Promise<undefined> {
  await work;
  return undefined;
}

const idOf = ({ params }: ControlCall): number => readId(params.id);

const noEvent = (call: ControlCall): Refusal => new Refusal(404, [`There is no event ${idOf(call)}`]);

function readDuration(by: unknown): Duration {
  try {
    return parseDuration(String(by));
  } catch (error) {
    throw new Refusal(400, [`by: ${error instanceof Error ? error.message : 'is no duration'}`]);
  }
}

/** A card number may stand in any field that is free. */
function withoutCards<Value extends JsonObject>(value: Value): Value {
  // Redaction keeps the shape of an object.
  return redact(value) as Value;
}

function eventOnWire({ objectId: object_id, deliveries, ...event }: SandboxEvent) {
  const mutable = deliveries.map(({ attempts, ...delivery }) => ({ ...delivery, attempts: [...attempts] }));
  return { ...event, payload: withoutCards(event.payload), object_id, deliveries: mutable };
}

function faultOnWire({ operationId: operation, retryAfter, ...fault }: WaitingFault) {
  return { operation, ...fault, ...(retryAfter !== undefined && { retry_after: retryAfter }) };
}
