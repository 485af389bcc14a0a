/** Random clients of two sandboxes on one store see the state of a single sandbox, even if parts are killed, paused or set to another time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testSeed as seed } from '../../../test/seed.ts';
import { type Random, randomFrom } from '../../../test/trust/random.ts';
import { describeSharedPlaces } from '../places.ts';
import { type Clients, prepareClients } from './clients.ts';
import { eventProblems, settle, startReceiver } from './deliveries.ts';
import { isLinearizable, minimalPrefix } from './linearizable.ts';
import type { Piece } from './recorder.ts';
import { Recorder } from './recorder.ts';
import { type Sandboxes, startSandboxes } from './sandboxes.ts';

/** `npm run check -- histories --long` asks for more. */
const HISTORIES = Number(process.env.TRUST_HISTORIES ?? 6);
const OPERATIONS = Number(process.env.TRUST_OPERATIONS ?? 100);
const CLIENTS = 3;

/** Deliveries of a history may wait for a lease. Meanwhile the next ones run. */
const SETTLE_AT_ONCE = 10;

/** For one history, on a busy machine. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describeSharedPlaces('histories of three clients on two sandboxes', (newPlace) => {
  test('could come from one sandbox [S82]', { timeout: HISTORIES * MINUTE }, async () => {
    const { state } = newPlace();
    await using sandboxes = await startSandboxes(state);
    await using receiver = await startReceiver();
    const settling = new Set<Promise<void>>();
    const problems: string[] = [];
    for (let history = 0; history < HISTORIES; history++) {
      const account = `history-${history}`;
      const recorder = new Recorder(account, () => sandboxes.urls);
      const clients = await prepareClients(recorder, `${receiver.url}/${account}`);
      const about = `history ${history} of TEST_SEED=${seed} TRUST_OPERATIONS=${OPERATIONS}`;
      await run(clients, sandboxes, seed + history);
      for (const sandbox of [0, 1]) await clients.readAll(sandbox);
      expect(problemsOf(recorder, clients), about).toEqual([]);
      const settled = settle(recorder).then(async (late) => {
        late.push(...(await eventProblems(recorder, clients, account, receiver.arrivals)));
        problems.push(...late.map((problem) => `${about}: ${problem}`));
        settling.delete(settled);
      });
      settling.add(settled);
      if (settling.size >= SETTLE_AT_ONCE) await Promise.race(settling);
      expect(problems).toEqual([]);
    }
    await Promise.all(settling);
    expect(problems).toEqual([]);
    const counts = `${HISTORIES} histories of ${OPERATIONS} operations, ${receiver.arrivals.length} deliveries`;
    console.log(`${counts}, ${sandboxes.disturbed()} kills, pauses and jumps; seed ${seed}`);
  });
});

/** Runs the clients at the same time, and what happens to their sandboxes. */
async function run(clients: Clients, sandboxes: Sandboxes, seed: number): Promise<void> {
  let left = OPERATIONS;
  const client = async (random: Random): Promise<void> => {
    while (left-- > 0) await clients.step(random, random.below(2));
  };
  const disturb = async ({ below, pick }: Random): Promise<void> => {
    while (left > 0) {
      await sleep(20 + below(200));
      const index = below(2);
      const disturbances = [
        () => sandboxes.kill(index),
        () => sandboxes.pause(index, 50 + below(400)),
        async () => sandboxes.jump(pick([-2 * HOUR, -1000, 0, 1000, 2 * HOUR])),
      ];
      await pick(disturbances)();
    }
  };
  const running = Array.from({ length: CLIENTS }, (_, number) => client(randomFrom(seed * 16 + number)));
  await Promise.all([...running, disturb(randomFrom(seed * 16 + CLIENTS))]);
}

/** Returns what one sandbox would not have shown: of each piece, the shortest beginning. */
function problemsOf({ pieces }: Recorder, { made }: Clients): string[] {
  const ids = made.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const wrong = Array.from(pieces, ([name, piece]) => problemOf(name, piece)).filter((one) => one !== undefined);
  return [...wrong, ...twice.map((id) => `two payments have the id ${id}`)];
}

function problemOf(name: string, { operations, model }: Piece): string | undefined {
  if (isLinearizable(operations, model)) return undefined;
  const lines = minimalPrefix(operations, model).map(({ input, output, start, end }) => {
    const time = `${start.toFixed(1)} to ${end.toFixed(1)}`;
    return `  ${time}: ${JSON.stringify(input)} -> ${output === undefined ? 'unknown' : JSON.stringify(output)}`;
  });
  return `no order of these operations explains ${name}:\n${lines.join('\n')}`;
}
