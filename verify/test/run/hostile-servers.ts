/** Runs that charge a card at servers whose responses are wrong in one way each, compared with the books of the sandbox behind them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpRun, exitCode, verifyServer } from '../../src/index.js';
import { type Received, type Reply, type ServerOptions, startDeviatingServer } from '../deviating-server.ts';
import { HOSTILE_VALUES, pathsOf, withValueAt } from '../judge/hostile-values.ts';
import { wholeRun } from '../whole-run.ts';

/** Short only where a response does not come in time, because other responses are late on a busy machine. */
const TIMEOUT_MS = 2_000;
const ENTRIES = ['refund-rules', 'capture-rules', 'card-kept', 'refund-void', 'installment-dates', 'debit-form'];
const STATUSES = [200, 201, 204, 302, 400, 404, 410, 422, 500, 503];
const DATES = ['9999-12-15T00:00:00.000000Z', '+010000-01-01', '0000-01-01', '2026-02-30', 'tomorrow'];
/** The first 30 requests contain every charge and refund of these flows. */
const MOST_REQUESTS = 30;

/** Values that fit into a body. A server that always says that the money is back cannot be seen through. */
const VALUES = HOSTILE_VALUES.filter((value) => {
  try {
    return !['refunded', 'paid'].includes(JSON.parse(JSON.stringify(value)));
  } catch {
    return false;
  }
});

/** Changes a response. `count` selects the field and the value. */
const WAYS: Readonly<Record<string, (reply: Reply, count: number) => Reply | 'reset' | 'hang'>> = {
  field(reply, count) {
    const paths = pathsOf(reply.body);
    return { ...reply, body: withValueAt(reply.body, paths[(count * 31) % paths.length] ?? [], pick(VALUES, count)) };
  },
  body: (reply, count) => ({ ...reply, body: pick(VALUES, count) }),
  status: (reply, count) => ({ ...reply, status: pick(STATUSES, count) }),
  date: (reply, count) => ({
    ...reply,
    body: JSON.parse(JSON.stringify(reply.body), (name, value) =>
      /_at$|date/i.test(name) ? pick(DATES, count) : value,
    ),
  }),
  money: (reply, count) => ({
    ...reply,
    body: JSON.parse(JSON.stringify(reply.body), (name, value) => (/amount$/.test(name) ? pick(VALUES, count) : value)),
  }),
  cut: (reply) => ({ ...reply, isCut: true }),
  reset: () => 'reset',
  hang: () => 'hang',
};

const textOf = ({ method, path, body }: Received) => `${method} ${path} ${JSON.stringify(body)}`;

/** Which responses are wrong: one, all of one kind of request, or all from one on. */
const WHERE: readonly ((one: Received, request: number, count: number) => boolean)[] = [
  (_, request, count) => request === 2 + ((count * 7) % MOST_REQUESTS),
  (one, request, count) => request > 3 && pick(KINDS, count).test(textOf(one)),
  (_, request, count) => request > 3 + ((count * 7) % MOST_REQUESTS),
];
const CARD_PAYMENT = /^POST \/v1\/transactions .*_card/;
const KINDS = [CARD_PAYMENT, /refund /, /capture /, /^GET \/v1\/transactions\/\d/, /^GET \/v1\/transactions\?/];

function pick<Value>(values: readonly Value[], count: number): Value {
  return values[count % values.length] as Value;
}

/** Runs against one hostile server, and cleans up after the server has recovered. Returns the charges that were neither reported nor refunded. */
export async function runAgainstHostileServer(count: number) {
  const ways = Object.entries(WAYS);
  const [way, change] = pick(ways, count);
  const where = pick(WHERE, Math.floor(count / ways.length));
  const turn = Math.floor(count / ways.length / WHERE.length) * 13 + count;
  let requests = 0;
  let isOver = false;
  const options: ServerOptions = {
    change: (one, reply) =>
      ++requests > 0 && !isOver && where(one, requests, turn) ? change(reply, turn + requests) : undefined,
  };
  await using server = await startDeviatingServer(options);
  const folder = mkdtempSync(join(tmpdir(), 'verify-hostile-'));
  const createdFile = join(folder, 'created.jsonl');
  const limits = {
    entry: pick(ENTRIES, turn),
    createdFile,
    timeoutMs: way === 'hang' ? TIMEOUT_MS : 60_000,
    refundMs: 200,
  };
  const report = await verifyServer({ baseUrl: server.url, ...wholeRun, ...limits }).catch((error: Error) => error);
  isOver = true;
  const charged = await server.books();
  const outstanding = report instanceof Error ? [] : (report.outstanding ?? []);
  const isReported = ({ id }: { id: number }) =>
    outstanding.some((line) => line.includes(`transaction ${id},`) || /outcome unknown|still charged/.test(line));
  const isThree = !(report instanceof Error) && exitCode(report) === 3;
  const unreported = charged.filter((one) => !(isThree && isReported(one)));
  if (!(report instanceof Error)) await cleanUpRun({ baseUrl: server.url, token: 'any', createdFile }).catch(() => {});
  const left = await server.books();
  rmSync(folder, { recursive: true });
  return {
    name: `${count}: ${way} at ${limits.entry}, ${WHERE.indexOf(where)}, turn ${turn}`,
    payments: server.received.filter((one) => CARD_PAYMENT.test(textOf(one))).length,
    unreported: unreported.map(({ id }) => id),
    left: left.map(({ id }) => id),
    outcome: report instanceof Error ? report : outstanding,
  };
}

/** Runs against many hostile servers, some at once: most of the time is waiting. */
export async function runAgainstHostileServers(counts: readonly number[], concurrent = 6) {
  const waiting = [...counts];
  const results: Awaited<ReturnType<typeof runAgainstHostileServer>>[] = [];
  const work = async () => {
    for (let count = waiting.shift(); count !== undefined; count = waiting.shift())
      results.push(await runAgainstHostileServer(count));
  };
  await Promise.all(Array.from({ length: concurrent }, work));
  return results;
}
