/**
 * Runs a sandbox engine in a separate process: `process.ts STATE RECEIVER`. It carries out the jobs that its parent
 * sends.
 */

import type { JsonObject } from '../../core/src/util/json.js';
import type { ActName } from '../src/acts/index.js';
import { Engine } from '../src/engine/engine.js';
import { actOn } from '../src/rules/acts.js';
import { dueRules, type OperationId, rules } from '../src/rules/index.js';
import { Refusal } from '../src/state/index.js';
import { openStore } from '../src/stores/index.js';

export type Job =
  | { readonly call: OperationId; readonly id?: number; readonly body?: JsonObject }
  | { readonly act: ActName; readonly id: number; readonly options?: JsonObject }
  | { readonly advance: string }
  | { readonly now: true }
  | { readonly events: true };

/** The status code of the response, and its body or error messages. A store failure is a 503. */
export interface Result {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field
  readonly body: any;
}

const [state = '', url = ''] = process.argv.slice(2);

const engine = new Engine({
  store: state === '' ? undefined : await openStore(state),
  clock: { kind: 'frozen', at: Date.UTC(2026, 10, 20, 12) },
  receivers: url === '' ? [] : [url],
  // A late response on a busy machine must not count as a failure, because retries wait for the frozen clock.
  deliveryTimeout: 5000,
  dueRules,
});
await engine.start();

async function carryOut(account: string, job: Job): Promise<unknown> {
  if ('advance' in job) return engine.clocks.advance(account, job.advance);
  if ('now' in job) return engine.clocks.now(account);
  if ('events' in job) return (await engine.events.list(account, { offset: 0, limit: 100_000 })).items;
  if ('act' in job) return engine.run(account, (work) => actOn(work, job.act, job.id, job.options).value);
  const request = { operationId: job.call, params: { id: String(job.id) }, query: { per_page: '100' }, body: job.body };
  return engine.run(account, (work) => rules[job.call](work, request).body);
}

async function resultOf(account: string, job: Job): Promise<Result> {
  try {
    return { status: 200, body: await carryOut(account, job) };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.errors };
    return { status: 503, body: String(error) };
  }
}

process.on('message', async ({ number, account, job }: { number: number; account: string; job: Job }) => {
  const result = await resultOf(account, job);
  process.send?.({ number, result });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
