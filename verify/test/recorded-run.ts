/** Records one run of all flows against the sandbox, so each deviation can reuse its exchanges. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandboxFetch } from '../../sandbox/src/index.js';
import { vocabularies } from '../../src/index.js';
import type { Intent } from '../src/checks/check.js';
import { type Exchange, readExchanges, verifyServer } from '../src/index.js';
import { Judge, type Judgement } from '../src/judge.js';
import { planFlows } from '../src/run/plan.js';
import { wholeRun } from './whole-run.ts';

export interface Recorded {
  readonly exchange: Exchange;
  readonly intent: Intent;
}

let run: Promise<readonly Recorded[]> | undefined;

/** Returns every request of a run in order, with its intent, and one delivery of each event. The files of a worker share it. */
export function recordRun(): Promise<readonly Recorded[]> {
  run ??= record();
  return run;
}

async function record(): Promise<Recorded[]> {
  const folder = mkdtempSync(join(tmpdir(), 'verify-recorded-'));
  await using sandbox = createSandboxFetch({ allowAnyCard: true });
  await sandbox.populate({ customers: 4, transactions: 30, links: 2, subscriptions: 1 });
  const raw: Exchange[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await sandbox(input, init);
    const text = await response.clone().text();
    const headers = Object.fromEntries(new Headers(init?.headers));
    raw.push({
      time: new Date().toISOString(),
      request: {
        method: init?.method ?? 'GET',
        url: String(input).replace('http://127.0.0.1', 'https://gateway.example'),
        headers,
        ...(init?.body ? { body: JSON.parse(String(init.body)) } : {}),
      },
      response: {
        status: response.status,
        headers: { 'content-type': 'application/json' },
        ...(text ? { body: JSON.parse(text) } : {}),
      },
    });
    return response;
  };
  const files = { record: join(folder, 'run.jsonl'), createdFile: join(folder, 'created.jsonl') };
  await verifyServer({ baseUrl: 'http://127.0.0.1', ...wholeRun, ...files, fetch });
  const steps = (await readExchanges(files.record)).exchanges;
  rmSync(folder, { recursive: true });
  const planned = (await planFlows()).flatMap((flow) => flow.steps);
  const intents = new Map(planned.map(({ name, intent }) => [name, intent]));
  // `raw` also contains the requests of the clean-up.
  let next = 0;
  const recorded = raw.flatMap((exchange): Recorded[] => {
    const known = steps[next];
    if (known?.time !== undefined && Date.parse(known.time) - Date.parse(exchange.time ?? '') > 1_000) return [];
    const isSame = known?.request.method === exchange.request.method && pathOf(known) === pathOf(exchange);
    if (!isSame) return [];
    next++;
    return [{ exchange, intent: intents.get(known?.step ?? '') ?? {} }];
  });
  return [...recorded, ...deliveriesOf(recorded)];
}

function pathOf({ request }: Exchange): string {
  return new URL(request.url).pathname;
}

function deliveriesOf(recorded: readonly Recorded[]): Recorded[] {
  return vocabularies.WebhookEventName.flatMap((event) => {
    const model = `${event.split('.')[0]}s`;
    const found = recorded.find(({ exchange: { request, response } }) => {
      return request.method === 'POST' && request.url.endsWith(`/v1/${model}`) && response.status === 200;
    });
    const payload = found?.exchange.response.body as { id: number } | undefined;
    if (!payload) return [];
    const body = { event, model, model_id: String(payload.id), payload };
    const request = { method: 'POST', url: 'https://receiver.invalid/', headers: {}, body };
    return [{ exchange: { request, response: { status: 200, headers: {} } }, intent: {} }];
  });
}

export function judge(recorded: readonly Recorded[]): Judgement {
  const judge = new Judge();
  for (const { exchange, intent } of recorded) judge.judge(exchange, intent);
  return judge.finish();
}
