/** The operations of a whole account: its overview, scenario, snapshot, clock, assumptions and faults. */
import { isoTime } from 'payment-gateway-core/codes';
import { assumptionTexts } from '../../generated/assumption-texts.js';
import { parseDuration } from '../clock/index.js';
import { disturbanceOf } from '../events/index.js';
import { clearFaults, planFault, readPlannedFault, waitingFaults } from '../faults/index.js';
import { FAILED_CARDS, KIND_NAMES } from '../rules/index.js';
import { checkRows, exportScenario, loadScenario, populate } from '../scenario/index.js';
import { EVERYBODY } from '../server/index.js';
import { checkSnapshot } from '../state/index.js';
import { assumptionsOf, readAssumed } from '../variants/index.js';
import type { ControlBody, ControlOptions, Handlers, Success } from './call.js';
import { countEvents, listRequests } from './console-lists.js';
import { createEventStream, eventOf } from './event-stream.js';
import { shown } from './object-handlers.js';

/** Counts without reading. */
const NOTHING = { offset: 0, limit: 0 };

const MOST_CARDS = 20;

export function createAccountHandlers(options: ControlOptions) {
  const { engine, journal, restart, perToken, operations, version } = options;
  const { run } = engine;

  const clock = async (account: string): Promise<Success<'retrieveClock'>> => {
    const { now, isFrozen } = await engine.clocks.read(account);
    return { now: isoTime(now), frozen: isFrozen };
  };
  const faults = async (account: string): Promise<Success<'listFaults'>> => ({
    faults: (await run(account, waitingFaults)).map(({ operationId, ...fault }) => ({
      operation_id: operationId,
      ...fault,
    })),
  });
  const assumptions = async (account: string, language?: string): Promise<Success<'listAssumptions'>> => {
    const found = assumptionsOf(engine.uses(account), await run(account, ({ assumed }) => assumed));
    return {
      assumptions: found.map((one) => {
        const texts = assumptionTexts[one.entry];
        if (texts === undefined) return one;
        const { page, ...inPortuguese } = texts;
        return { ...one, page, ...(language === 'pt-BR' && inPortuguese) };
      }),
    };
  };

  return {
    retrieveHealth: async () => ({ status: 'ready', operations, version }),
    listRequests: async ({ query }) => listRequests(journal, query),
    async retrieveOverview({ account, publicUrl: url }) {
      const counted = await run(account(), (unit) => ({
        counts: Object.fromEntries(KIND_NAMES.map((kind) => [kind, unit.state.list(kind, NOTHING).total])),
        faults: waitingFaults(unit).length,
        events: unit.state.events(NOTHING).total,
        disturbed: disturbanceOf(unit),
        assumed: Object.keys(unit.assumed),
        refused_cards: unit.state.list('cards', { group: FAILED_CARDS, offset: 0, limit: MOST_CARDS }).items.slice(),
      }));
      const requests = journal.entries.length;
      return { account: account(), per_token: perToken, clock: await clock(account()), ...counted, requests, url };
    },
    watchChanges: async ({ account }) => createEventStream(engine, account(), async () => eventOf('change', {})),
    // Sorts by name, because viewing an account in the console changes the order of use.
    listAccounts: async () => ({ accounts: [...(await engine.accounts())].sort() }),
    async resetAccount({ account }) {
      await engine.reset(account());
      if (account() === EVERYBODY) restart();
    },
    populateAccount: ({ account, run, body }) => populate(run, account(), body),
    retrieveScenario: ({ account }) => run(account(), exportScenario),
    async loadScenario({ account, run, body }) {
      const sections = Object.entries(await loadScenario(run, account(), body));
      const objects = sections.map(([section, named]) => {
        return [section, Object.fromEntries(Object.entries(named).map(([name, object]) => [name, shown(object)]))];
      });
      return Object.fromEntries(objects);
    },
    retrieveSnapshot: async ({ account }) => ({ ...(await engine.snapshot(account())) }),
    async restoreSnapshot({ account, body }) {
      const given: unknown = body;
      checkSnapshot(given);
      checkRows(given);
      await engine.restore(account(), given);
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
        if (Number.isNaN(time)) throw new RangeError('to: must be a timestamp, such as 2045-12-21T12:00:00Z');
        await engine.clocks.advanceTo(account(), time);
      } else {
        await engine.clocks.advance(account(), durationIn(body));
      }
      const changes = await countEvents(run, account(), last);
      return { ...(await clock(account())), changes };
    },

    listAssumptions: ({ account, query }) => assumptions(account(), query.language),
    async changeAssumptions({ account, body }) {
      const assumed = readAssumed(body);
      await run(account(), (work) => work.assume(assumed));
      return assumptions(account());
    },

    async planFault({ account, body }) {
      const fault = readPlannedFault(body);
      await run(account(), (work) => planFault(work, fault));
      return faults(account());
    },
    listFaults: ({ account }) => faults(account()),
    clearFaults: ({ account }) => run(account(), clearFaults),
  } satisfies Partial<Handlers>;
}

function durationIn(body: Exclude<ControlBody<'advanceClock'>, { to: string }>) {
  try {
    return parseDuration('by' in body ? body.by : body);
  } catch (error) {
    throw new RangeError(`by: ${error instanceof Error ? error.message : 'is not a duration'}`);
  }
}
