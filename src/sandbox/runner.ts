import { setTimeout as sleep } from 'node:timers/promises';
import { CLOCK, type Clock, clockOf, readClock } from './clock/index.js';
import { checkDisturbance, DISTURBANCE, fanOut, type StartReceiver } from './events/index.js';
import { type Eventually, type Store, StoreUnavailable } from './store/index.js';
import { type Run, type SandboxSettings, Unit } from './work/index.js';
import { Turns } from './work/turns.js';

export interface RunnerOptions {
  readonly store: Store;
  readonly settings: SandboxSettings;
  readonly clock: Clock;
  readonly receivers: readonly StartReceiver[];
  /** Called after each commit; `delivers` tells whether an event of it has somewhere to go. */
  readonly onCommit: (account: string, unit: Unit, delivers: boolean) => void;
}

/** How often a unit is run again after a conflict with another process before it fails. */
const RUNS = 40;

/**
 * Runs units of work and commits them. Units of the same account wait for each other, so that conflicts come from other processes only; where the store
 * is so far away that waiting costs more than a conflict, those that may run side by side.
 */
export function createRunner(options: RunnerOptions): { run: Run; turns: Turns } {
  const turns = new Turns(options.store.abreast);
  const run: Run = (account, task, { now, abreast = false } = {}) =>
    turns.run(account, () => attempt(options, account, task, now), { abreast });
  return { turns, run };
}

async function attempt<Result>(
  { store, settings, clock, receivers, onCommit }: RunnerOptions,
  account: string,
  task: (unit: Unit) => Eventually<Result>,
  at: number | undefined,
): Promise<Result> {
  const pool = { epoch: 0, ids: [] };
  let reason = '';
  for (let run = 0; run < RUNS; run++) {
    const head = await store.head(account);
    const now = at ?? readClock(clockOf(head.documents[CLOCK]?.value, clock), store.now());
    const unit = new Unit({ account, now, settings, store, head, pool, reserves: run > 0 });
    const result = await task(unit);
    if (unit.changesNothing) return result;
    const disturbed = head.documents[DISTURBANCE];
    const disturbance = disturbed === undefined ? {} : checkDisturbance(disturbed.value);
    const events = await fanOut(unit.events, { store, account, receivers, disturbance });
    const committed = await store.commit(account, unit.commit(events));
    if (committed.ok) {
      onCommit(
        account,
        unit,
        events.some(({ deliveries }) => deliveries.length > 0),
      );
      return result;
    }
    reason = committed.reason;
    await sleep(Math.random() * Math.min(2 ** run, 50));
  }
  throw new StoreUnavailable(`too many others change the same objects at once (${reason}): try again`);
}
