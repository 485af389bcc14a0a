import type { components } from '../../../generated/sandbox-types.js';
import type { Journal } from '../../mock/control/journal.js';
import type { Engine } from '../engine.js';
import { KINDS } from '../objects.js';
import { waitingFaults } from '../request/planned-faults.js';

interface Looked {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly perToken: boolean;
  readonly version: string;
}

/** What an account has, in numbers. */
export async function overview(
  account: string,
  { engine, journal, perToken, version }: Looked,
): Promise<components['schemas']['Overview']> {
  const { counts, faults } = await engine.run(account, async (work) => {
    const counts: Record<string, number> = {};
    for (const kind of KINDS) counts[kind] = (await work.page(kind, { page: 1, perPage: 1 })).total;
    return { counts, faults: waitingFaults(work).length };
  });
  const { kind } = await engine.clocks.read(account);
  return {
    account,
    per_token: perToken,
    clock: { now: new Date(await engine.clocks.now(account)).toISOString(), frozen: kind === 'frozen' },
    counts,
    events: (await engine.events.list(account, { offset: 0, limit: 1 })).total,
    requests: journal.entries.length,
    faults,
    url: engine.settings.publicUrl,
    version,
  };
}
