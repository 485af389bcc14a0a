import type { components } from '../../../generated/sandbox-types.js';
import type { Journal } from '../../server/journal/journal.js';
import type { Engine } from '../engine.js';
import { KINDS } from '../objects.js';
import { waitingFaults } from '../request/planned-faults.js';

interface Looked {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly perToken: boolean;
  readonly version: string;
}

const NOTHING = { offset: 0, limit: 0 };

/** Returns the counts of an account. */
export async function overview(
  account: string,
  { engine, journal, perToken, version }: Looked,
): Promise<components['schemas']['Overview']> {
  const { counts, faults, events, now } = await engine.run(account, (unit) => ({
    counts: Object.fromEntries(KINDS.map((kind) => [kind, unit.state.list(kind, NOTHING).total])),
    faults: waitingFaults(unit).length,
    events: unit.state.events(NOTHING).total,
    now: unit.now,
  }));
  const { kind } = await engine.clocks.read(account);
  return {
    account,
    per_token: perToken,
    clock: { now: new Date(now).toISOString(), frozen: kind === 'frozen' },
    counts,
    events,
    requests: journal.entries.length,
    faults,
    url: engine.settings.publicUrl,
    version,
  };
}
