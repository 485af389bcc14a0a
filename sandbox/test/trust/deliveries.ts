/** Checks the events of a history: each change has one, and each receiver gets them in order, but none while they are on hold. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clients, RECEIVERS } from './clients.ts';
import type { PieceOperation } from './models.ts';
import type { Recorder } from './recorder.ts';

export interface Arrival {
  /** The account and the receiver: `history-1/0`. */
  readonly to: string;
  readonly object: number;
  readonly status: string;
  readonly at: number;
}

/** Receives the events of all histories, and confirms each. */
export async function startReceiver() {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    const { model_id: object, payload } = JSON.parse(text);
    const to = String(request.url).slice(1);
    arrivals.push({ to, object: Number(object), status: String(payload.status), at: performance.now() });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** How long a delivery may take: a process that was killed while it sent leaves a lease of ten seconds. Milliseconds. */
const PATIENCE = 300_000;

/** Lets go of the events on hold, and waits until each was delivered. Returns the problems. */
export async function settle(recorder: Recorder): Promise<string[]> {
  for (const end = performance.now() + PATIENCE; ; await sleep(200)) {
    const released = await recorder.operate(0, ['POST', '/_sandbox/events/release'], { holding: { does: 'release' } });
    const found = await Promise.all(
      ['held', 'pending', 'failed'].map((state) => recorder.send(1, 'GET', `/_sandbox/events?state=${state}`)),
    );
    const totals = found.map((response) => response?.body.total);
    if (released !== undefined && totals.every((total) => total === 0)) return [];
    if (performance.now() > end) return [`events that were not delivered (held, pending, failed): ${totals}`];
  }
}

/** Returns the problems of the events of the payments, after `settle`. */
export async function eventProblems(
  recorder: Recorder,
  { made }: Clients,
  account: string,
  arrivals: readonly Arrival[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { reference, id } of made) {
    const changes = await statuses(recorder, `/v1/transactions/${id}/history?per_page=100`);
    // A refund of a part changes no status.
    const expected = changes.filter((status, index) => status !== changes[index - 1]);
    const events = (await statuses(recorder, `/_sandbox/events?id=${id}`)).reverse();
    if (String(events) !== String(expected)) problems.push(`${reference} became ${expected}; its events say ${events}`);
    const [created] = recorder.operationsOf(`payment ${reference}`);
    if (created === undefined) continue;
    for (const number of RECEIVERS) {
      const got = arrivals.filter(({ to, object }) => to === `${account}/${number}` && object === id);
      const first = [...new Set(got.map(({ status }) => status))];
      const operations = recorder.operationsOf(`receiver ${number}`);
      const about = `the receiver ${number} got ${first} of ${reference}, whose events are ${events}`;
      const isThere = surely(operations, ['add', 'remove'], created, true);
      if (isThere && !first.includes(String(events[0]))) problems.push(`missing: ${about}`);
      // Events on hold go to the receivers of the time at which they are released.
      const isSentAtOnce = surely(recorder.operationsOf('holding'), ['release', 'hold'], created, true);
      const isGone = isSentAtOnce && surely(operations, ['remove', 'add'], created);
      if (isGone && first.includes(String(events[0]))) problems.push(`removed: ${about}`);
      if (String(first) !== String(events.filter((status) => first.includes(status)))) problems.push(`order: ${about}`);
      const early = got.find(({ at }) => holds(recorder, created).some((until) => at < until));
      if (early !== undefined) problems.push(`on hold: ${about} before it was released`);
    }
  }
  return problems;
}

/** Returns the statuses of the changes or the events of a payment. */
async function statuses(recorder: Recorder, path: string): Promise<string[]> {
  for (;;) {
    const response = await recorder.send(0, 'GET', path);
    if (response === undefined) continue;
    return response.body.data.map((one: Record<string, unknown>) => {
      const { status } = (one.payload ?? one) as { status: string };
      return status;
    });
  }
}

/** Whether one of two opposite operations surely was the last one before another operation, also while that one ran. */
function surely(
  operations: readonly PieceOperation[],
  [does, opposite]: readonly [does: string, opposite: string],
  { start, end }: PieceOperation,
  isInitial = false,
): boolean {
  const done = operations.filter((one) => one.input.does === does && one.end <= start);
  const undone = operations.filter(({ input }) => input.does === opposite);
  if (!isInitial && done.length === 0) return false;
  return undone.every((one) => one.start > end || done.some(({ start }) => start >= one.end));
}

/** Returns the times until which the events of an operation were surely on hold. */
function holds(recorder: Recorder, { start, end }: PieceOperation): number[] {
  const operations = recorder.operationsOf('holding');
  return operations
    .filter(({ input }) => input.does === 'hold')
    .map((hold) => {
      const releases = operations.filter((one) => one.input.does === 'release' && one.end > hold.start);
      return { hold, until: Math.min(...releases.map((release) => release.start)) };
    })
    .filter(({ hold, until }) => hold.end <= start && end <= until)
    .map(({ until }) => until);
}
