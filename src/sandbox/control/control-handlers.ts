/** The operations of the control API. */
import type { WebhookEventName } from '../../../generated/webhook-examples.js';
import { readContract } from '../../contract/contract.js';
import { createShapeReader } from '../../contract/schema-shape.js';
import type { Journal } from '../../server/journal/journal.js';
import { prepare } from '../../server/prepared.js';
import type { JsonObject } from '../../util/json.js';
import { suggestion } from '../../util/nearest.js';
import { readOption } from '../../util/option-table.js';
import { EVERYBODY } from '../account-names.js';
import { parseDuration } from '../clock/index.js';
import type { Engine } from '../engine.js';
import type { StartReceiver } from '../events/index.js';
import { ACT_OPTIONS, type ActName, actOn, KINDS, objectOf } from '../objects.js';
import { SANDBOX_OPTIONS } from '../options.js';
import { populate } from '../populate.js';
import { clearFaults, planFault, readFault, waitingFaults } from '../request/planned-faults.js';
import { exportScenario, loadScenario } from '../scenario/index.js';
import { Refusal, type Snapshot, type Stored, type StoredEvent, type Unit } from '../state/index.js';
import { readAssumed } from '../variants/assumed.js';
import { assumptionsOf } from '../variants/entries.js';
import { eventBody } from '../variants/event-bodies.js';
import type { Body, Handlers, Success } from './call.js';
import {
  countEvents,
  listEvents,
  listObjects,
  listRequests,
  type ObjectKind,
  requestsAbout,
  shownEvent,
  withoutSecrets,
} from './console-lists.js';
import { detailsOf } from './details.js';
import { createEventStream, eventOf } from './event-stream.js';
import { createPageHandlers } from './page-handlers.js';
import { timelineOf } from './timeline.js';

/** Counts without reading. */
const NOTHING = { offset: 0, limit: 0 };

/** Returns the fields of a new payment: `pay` and `checkout` take them for a link. */
function paymentFields(): string[] {
  const schema = { $ref: '#/components/schemas/CreateTransactionRequest' };
  return [...createShapeReader(readContract())(schema).fields.keys()];
}

/** Throws a 400 `Refusal` unless the fields of a new payment match the contract. The link decides the amount. */
function checkPayment(fields: JsonObject): void {
  const { operations, validator } = prepare(readContract());
  const operation = operations.find(({ operationId }) => operationId === 'createTransaction');
  const body = { amount: 1, payment_method: 'pix', ...fields };
  const errors = operation ? validator(operation)({ params: {}, query: {}, headers: {}, body }) : [];
  if (errors.length > 0) throw new Refusal(400, errors);
}

/** A receiver without a registration, with an id to remove it by. */
export interface AddedReceiver extends StartReceiver {
  readonly id: number;
}

export interface HandlersOptions {
  readonly engine: Engine;
  readonly journal: Journal;
  /** The list that the engine reads. The handlers change it in place. */
  readonly receivers: AddedReceiver[];
  readonly allowRemoteWebhooks: boolean;
  /** Clears the recorded requests. */
  readonly restart: () => void;
  readonly perToken: boolean;
  readonly allowAnyCard: boolean;
  readonly operations: number;
  readonly version: string;
}

export function createHandlers(options: HandlersOptions): Handlers {
  const { engine, journal, receivers, allowRemoteWebhooks, restart, perToken, operations, version } = options;
  const { run } = engine;
  let lastReceiver = receivers.length;

  const clock = async (account: string): Promise<Success<'retrieveClock'>> => {
    const { now, isFrozen } = await engine.clocks.read(account);
    return { now: new Date(now).toISOString(), frozen: isFrozen };
  };
  const found = (account: string, event: StoredEvent | undefined, id: string): Success<'retrieveEvent'> => {
    if (event === undefined) throw new Refusal(404, [`There is no event ${id}`]);
    return { ...shownEvent(account, event), body: eventBody(event, event.payload) };
  };
  const faults = async (account: string): Promise<Success<'listFaults'>> => ({
    faults: (await run(account, waitingFaults)).map(({ operationId, ...fault }) => ({
      operation_id: operationId,
      ...fault,
    })),
  });

  const assumptions = async (account: string): Promise<Success<'listAssumptions'>> => ({
    assumptions: assumptionsOf(engine.uses(account), await run(account, ({ assumed }) => assumed)),
  });

  return {
    ...createPageHandlers(engine, options.allowAnyCard),

    retrieveHealth: async () => ({ status: 'ready', operations, version }),
    listRequests: async ({ query }) => listRequests(journal, query),
    async retrieveOverview({ account }) {
      const counted = await run(account(), (unit) => ({
        counts: Object.fromEntries(KINDS.map((kind) => [kind, unit.state.list(kind, NOTHING).total])),
        faults: waitingFaults(unit).length,
        events: unit.state.events(NOTHING).total,
      }));
      const { publicUrl: url } = engine.settings;
      const requests = journal.entries.length;
      return {
        account: account(),
        per_token: perToken,
        clock: await clock(account()),
        ...counted,
        requests,
        url,
      };
    },
    watchChanges: async ({ account }) => createEventStream(engine, account(), async () => eventOf('change', {})),
    // Sorts by name, because viewing an account in the console changes the order of use.
    listAccounts: async () => ({ accounts: [...(await engine.accounts())].sort() }),
    async resetAccount({ account }) {
      await engine.reset(account());
      if (account() === EVERYBODY) restart();
      return undefined;
    },
    populateAccount: ({ account, body }) => populate(run, account(), body),
    retrieveScenario: ({ account }) => run(account(), exportScenario),
    async loadScenario({ account, body }) {
      const sections = Object.entries(await loadScenario(run, account(), body));
      const objects = sections.map(([section, named]) => {
        return [section, Object.fromEntries(Object.entries(named).map(([name, object]) => [name, shown(object)]))];
      });
      return Object.fromEntries(objects);
    },
    retrieveSnapshot: async ({ account }) => ({ ...(await engine.snapshot(account())) }),
    async restoreSnapshot({ account, body }) {
      // The engine checks the fields.
      await engine.restore(account(), body as unknown as Snapshot);
      return undefined;
    },

    retrieveClock: ({ account }) => clock(account()),
    async changeClock({ account, body: { frozen } }) {
      await (frozen ? engine.clocks.freeze(account()) : engine.clocks.release(account()));
      return clock(account());
    },
    async advanceClock({ account, body }) {
      const last = await run(account(), ({ state }) => state.last.event);
      if ('to' in body) {
        const time = Date.parse(body.to);
        if (Number.isNaN(time)) throw new RangeError('to: must be a timestamp, such as 2026-12-21T12:00:00Z');
        await engine.clocks.advanceTo(account(), time);
      } else {
        await engine.clocks.advance(account(), durationIn(body));
      }
      const changes = await countEvents(run, account(), last);
      return { ...(await clock(account())), changes };
    },

    // The contract requires `kind`, and lists its values.
    listObjects: ({ account, query }) => listObjects(run, account(), query.kind as ObjectKind, query),
    retrieveDetails: ({ account, params }) =>
      run(account(), (unit) => detailsOf(unit, objectOf(unit, Number(params.id)))),
    async retrieveTimeline({ account, params }) {
      const id = Number(params.id);
      const requests = await requestsAbout(journal, account(), id);
      return { items: await run(account(), (unit) => timelineOf(unit, objectOf(unit, id), requests)) };
    },
    retrieveObject: ({ account, params }) => run(account(), (work) => shown(objectOf(work, Number(params.id)))),
    async actOnObject({ account, params, body: { delivered = false, ...body } }) {
      // The contract lists the acts.
      const act = params.act as ActName;
      const isPayment = act === 'pay' || act === 'checkout';
      const ownOptions = isPayment ? paymentFields() : (ACT_OPTIONS[act] ?? []);
      const accepted = [...ownOptions, 'delivered'];
      const unknown = Object.keys(body).find((name) => !accepted.includes(name));
      if (unknown !== undefined) {
        throw new RangeError(
          `${unknown.slice(0, 40)}: is not known here${suggestion(unknown, accepted) || ';'} ${act} takes ${accepted.join(', ')}`,
        );
      }
      if (isPayment) checkPayment(body);
      const task = (work: Unit): Stored => actOn(work, act, Number(params.id), body);
      return shown(await (delivered ? engine.events.untilDelivered(account(), task) : run(account(), task)));
    },

    async listEvents({ account, query }) {
      const { id } = query;
      const object = id === undefined ? undefined : await run(account(), (work) => objectOf(work, Number(id)));
      const { items, total } = await listEvents(run, account(), object, query);
      return { data: items.map((event) => shownEvent(account(), event)), total };
    },
    async waitForEvent({ account, body: { name, ...filter } }) {
      // The engine checks the name.
      return shownEvent(account(), await engine.events.waitFor(account(), name as WebhookEventName, filter));
    },
    async waitUntilSettled({ account, body }) {
      await engine.events.settled(account(), body);
      return undefined;
    },
    retrieveEvent: async ({ account, params: { id } }) =>
      found(account(), await run(account(), ({ state }) => state.event(Number(id))), id),
    redeliverEvent: async ({ account, params: { id }, query }) =>
      found(account(), await engine.events.redeliver(account(), Number(id), query.receiver), id),
    async releaseEvents({ account }) {
      await engine.events.release(account());
      return undefined;
    },
    async disturbDeliveries({ account, body }) {
      await engine.disturb(account(), body);
      return undefined;
    },

    async addReceiver({ named, body: { url } }) {
      readOption('url', SANDBOX_OPTIONS.webhook, url, { allowRemoteWebhooks });
      const account = perToken ? named : undefined;
      const known = receivers.find((one) => one.url === url && one.account === account);
      const receiver = known ?? { id: ++lastReceiver, url, account };
      if (known === undefined) receivers.push(receiver);
      return shownReceiver(receiver);
    },
    listReceivers: async () => ({ receivers: receivers.map(shownReceiver) }),
    async removeReceiver({ params: { id } }) {
      const index = receivers.findIndex((one) => one.id === Number(id));
      if (index < 0) throw new Refusal(404, [`There is no receiver ${id}`]);
      receivers.splice(index, 1);
      return undefined;
    },

    listAssumptions: ({ account }) => assumptions(account()),
    async changeAssumptions({ account, body }) {
      const assumed = readAssumed(body);
      await run(account(), (work) => work.assume(assumed));
      return assumptions(account());
    },

    async planFault({ account, body }) {
      const fault = readFault(body);
      await run(account(), (work) => planFault(work, fault));
      return faults(account());
    },
    listFaults: ({ account }) => faults(account()),
    async clearFaults({ account }) {
      await run(account(), clearFaults);
      return undefined;
    },
  };
}

function durationIn(body: Exclude<Body<'advanceClock'>, { to: string }>) {
  try {
    return parseDuration('by' in body ? body.by : body);
  } catch (error) {
    throw new RangeError(`by: ${error instanceof Error ? error.message : 'is not a duration'}`);
  }
}

function shownReceiver({ id, url }: AddedReceiver): Success<'addReceiver'> {
  return { id, url: withoutSecrets(url) };
}

function shown({ id, value }: Stored): Success<'retrieveObject'> {
  return { ...value, id };
}
