import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { DAY } from '../../codes/days.js';
import { readContract, readOperations } from '../../contract/contract.js';
import { type Exchange, OversizedBody } from '../exchange.js';
import { createJudge } from '../judge.js';
import { createOriginWatch } from '../origin.js';
import { readExchanges } from '../passive/lines.js';
import { loadAjv } from '../peers.js';
import { redactExchange } from '../redacted.js';
import { createReport, type Report } from '../report/report.js';
import type { Intent } from '../rules/rule.js';
import { RunError } from './address.js';
import { createCleanUp, nameOf, outstandingOf } from './clean-up.js';
import { beginCreated } from './created.js';
import { type Engine, loadEngine } from './engine.js';
import { FLOWS_FILE, type Flow, readFlows, type Step, selectFlows } from './flows.js';
import { createGuard, type Guard, RefusedRequest } from './guard.js';
import { checkOptions, pauseBetween, planOf, type RunCard, type RunOptions } from './options.js';
import { REACHES, type Reach } from './reach.js';
import { startReceiver } from './receiver.js';
import { createSend, NotSent, type Send } from './send.js';

/** Placeholders that hide secrets from the engine. The run replaces them when it sends a request. */
const TOKEN = 'token-of-the-run';
const CARD: RunCard = {
  card_number: '0000000000000000',
  card_holder_name: 'card-holder-of-the-run',
  card_expiration_date: 'expiry-of-the-run',
  card_cvv: 'code-of-the-run',
};
/** Stop the run after this many requests in a row without a response. */
const MOST_FAILURES = 3;

/**
 * Sends the permitted flows to a server and returns the report. It only reads unless you allow more. It refunds and removes everything
 * it created, even after an error or interruption. Needs the optional peers `@redocly/respect-core`, `@redocly/openapi-core` and `ajv`.
 *
 * @throws RunError if the run cannot start, or the server cannot be judged: it does not respond, or refuses the token
 */
export async function verifyServer(options: RunOptions): Promise<Report> {
  const allow = new Set<Reach>(options.allow);
  if (allow.has('money')) allow.add('charge');
  checkOptions(options, allow);
  const document = readContract();
  const operations = readOperations(document);
  const judge = createJudge(await loadAjv(), document);
  const origin = createOriginWatch(document);
  using engine = await loadEngine(FLOWS_FILE, document);
  const all = readFlows(engine.flows, operations);
  const steps = new Map(
    all.flatMap((flow) => flow.steps.map((step) => [`${flow.workflowId}.${step.stepId}`, step] as const)),
  );
  const watch = (exchange: Exchange, intent?: Intent) => {
    judge.judge(exchange, intent);
    origin.watch(exchange);
  };
  const done = options.resume === undefined ? [] : await judgeAgain(options.resume, steps, watch);
  const flows = selectFlows(all, {
    allow,
    entry: options.entry,
    hasReceiver: options.receiver !== undefined,
    isDone: ({ workflowId }) => done.includes(workflowId),
  });
  if (flows.length === 0 && done.length === 0)
    throw new RunError(`no flow tests ${options.entry ?? 'the register'} with these permissions; pass more of --allow`);
  const writes = flows.some(({ reaches }) => reaches.some((reach) => reach !== 'read'));
  const run = randomUUID().slice(-12);
  const file = writes ? (options.createdFile ?? `payment-gateway-verify-${run}.created.jsonl`) : undefined;
  const plan = planOf(flows, file);
  if (plan.highestAmount > (options.maxAmount ?? 0))
    throw new RunError(
      `the run may charge ${plan.highestAmount} centavos, which is more than the ${options.maxAmount ?? 0} of --max-amount`,
    );
  if (writes && !(await options.confirm(plan))) throw new RunError('not confirmed; nothing was sent');

  let intent: Intent | undefined = {};
  let step = '';
  let stopped: string | undefined;
  const notes: string[] = [];
  if (options.record !== undefined) closeSync(openSync(options.record, 'wx', 0o600));
  const secrets = secretsOf(options);
  const send = createSend({
    fetch: options.fetch ?? globalThis.fetch,
    secrets,
    timeoutMs: options.timeoutMs ?? 30_000,
    pauseMs: pauseBetween(options),
    onExchange(exchange) {
      if (intent === undefined) return;
      if (options.record !== undefined) {
        const line = { ...redactExchange(exchange, [...secrets.values()]), step };
        appendFileSync(options.record, `${JSON.stringify(line)}\n`);
      }
      watch(exchange, exchange.response.status === 429 ? {} : intent);
    },
  });
  await checkServer(send, options);

  const created = file === undefined ? undefined : beginCreated(file, options.baseUrl, run);
  const receiver = options.receiver ? await startReceiver(options.receiver.port) : undefined;
  const guard: Guard = createGuard({
    send,
    baseUrl: options.baseUrl,
    operations,
    allow,
    maxAmount: options.maxAmount ?? 0,
    created,
    unit: () => judge.verdictSoFar('amount-centavos'),
    stopped: () => stopped ?? (options.signal?.aborted ? 'the run was interrupted' : undefined),
    refundAll: () => unjudged(() => cleanUp?.refundAll()),
    signal: options.signal,
  });
  const cleanUp = created && createCleanUp(created, options.baseUrl, TOKEN, guard);
  let failures = 0;
  const request = async (name: string, step: Step, url: string, init: RequestInit): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers));
    if (step.intent.withoutToken) delete headers.authorization;
    const body = typeof init.body === 'string' ? init.body : undefined;
    const [flow = ''] = name.split('.');
    try {
      const { response } = await guard({ method: step.operation.method, url, headers, body, flow });
      failures = 0;
      if (response.status === 429) stopped = 'the server still limits requests (429); lower --rate';
      if (options.failFast && judge.isRefuted()) stopped = 'an entry was refuted (--fail-fast)';
      // The engine reads the body even for status codes that must not have one.
      return new Response([204, 304].includes(response.status) ? null : JSON.stringify(response.body ?? {}), {
        status: response.status,
        headers: { 'content-type': 'application/json' },
      });
    } catch (error) {
      if (!(error instanceof RefusedRequest || error instanceof NotSent || error instanceof OversizedBody)) failures++;
      if (failures >= MOST_FAILURES) stopped ??= `the server did not respond to ${failures} requests in a row`;
      throw error;
    }
  };
  try {
    await runFlows(
      { flows, engine, notes, inputs: inputsOf(run, allow, options), options },
      (name, known, url, init) => {
        [step, intent] = [name, known.intent];
        return request(name, known, url, init);
      },
    );
    if (receiver && !options.signal?.aborted)
      await receiver.settled((options.eventsMs ?? 15_000) / 3, options.eventsMs ?? 15_000);
    for (const delivery of receiver?.deliveries ?? []) judge.judge(delivery);
  } finally {
    // Clean up in every case. `all` refunds before it removes.
    await unjudged(() => cleanUp?.all());
    await receiver?.close();
    created?.close();
  }
  const left = created?.left() ?? [];
  const outstanding = outstandingOf(left);
  if (options.signal?.aborted) stopped = 'the run was interrupted';
  if (stopped !== undefined) notes.unshift(`The run stopped early: ${stopped}.`);
  if (outstanding.length > 0) notes.push(`--clean-up ${file} tries again to remove the rest.`);
  else if (left.length > 0) notes.push(`${file} lists what the run created and the API cannot remove.`);
  const report = createReport(judge.finish(), judge.contract, {
    mode: 'run',
    circular: origin.circular,
    notes,
    leftBehind: left.map(nameOf),
    outstanding,
    ...(stopped === undefined || options.failFast ? {} : { incomplete: stopped }),
    secrets: [...secrets.values()],
    ...(options.entry === undefined ? {} : { entries: [options.entry] }),
  });
  return report;

  /** Runs the clean-up without an intent, so its requests are neither judged nor recorded. */
  async function unjudged(work: () => Promise<void> | undefined): Promise<void> {
    const before = intent;
    intent = undefined;
    await work();
    intent = before;
  }
}

/** Judges the exchanges of an interrupted run. Returns the finished flows, which are all but the last one. */
async function judgeAgain(
  file: string,
  steps: ReadonlyMap<string, Step>,
  watch: (exchange: Exchange, intent?: Intent) => void,
): Promise<string[]> {
  const flows = new Set<string>();
  for (const exchange of (await readExchanges(file)).exchanges) {
    watch(exchange, steps.get(exchange.step ?? '')?.intent);
    const [flow] = (exchange.step ?? '').split('.');
    if (flow) flows.add(flow);
  }
  return [...flows].slice(0, -1);
}

/** Sends one read request before the run writes anything. Throws `RunError` if the server cannot be judged. */
async function checkServer(send: Send, { baseUrl, signal }: RunOptions): Promise<void> {
  const url = `${baseUrl}/v1/transactions?page=1&per_page=1`;
  const headers = { authorization: `Bearer ${TOKEN}` };
  const { response } = await send({ method: 'GET', url, headers, signal }).catch((error: unknown) => {
    if (signal?.aborted) throw new RunError('the run was interrupted; nothing was written');
    if (error instanceof OversizedBody) return { response: { status: 200 } };
    throw new RunError(`${new URL(baseUrl).host} ${unreachable(error)}`, { cause: error });
  });
  if (response.status === 401)
    throw new RunError('token: the server refused it (401); check that GATEWAY_TOKEN belongs to this server');
  if (response.status === 429)
    throw new RunError('the server accepts no requests now (429); wait some minutes, or lower --rate');
}

/** Returns why a request had no response, and how to fix it. */
function unreachable(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : { cause: undefined, message: String(error) };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has no address (DNS); check the name in the base address';
  if (code === 'ECONNREFUSED') return 'refuses connections; check the base address and the server';
  return `did not respond (${code || message}); check the base address and the server`;
}

interface FlowsRun {
  readonly flows: readonly Flow[];
  readonly engine: Engine;
  readonly notes: string[];
  readonly inputs: object;
  readonly options: RunOptions;
}

async function runFlows(
  { flows, engine, notes, inputs, options }: FlowsRun,
  request: (name: string, step: Step, url: string, init: RequestInit) => Promise<Response>,
): Promise<void> {
  const steps = new Map<string, Step>(
    flows.flatMap((flow) => flow.steps.map((step) => [`${flow.workflowId}.${step.stepId}`, step] as const)),
  );
  const reached = new Set<string>();
  /** Maps a reason to the steps that were not sent, to report each reason once. */
  const refused = new Map<string, string[]>();
  const refuse = (name: string, why: string) => void refused.set(why, [...(refused.get(why) ?? []), name]);
  let current = '';
  const fetch = async (name: string, url: string, init: RequestInit): Promise<Response> => {
    const step = steps.get(name);
    const [workflowId = ''] = name.split('.');
    if (workflowId !== current) {
      current = workflowId;
      const index = flows.findIndex((flow) => flow.workflowId === workflowId);
      const summary = flows[index]?.summary ?? '';
      options.onProgress?.({ workflowId, summary, flow: index + 1, flows: flows.length });
    }
    try {
      if (!step) throw new RefusedRequest('no flow has such a step');
      if (reached.has(name)) throw new RefusedRequest('it was sent before');
      reached.add(name);
      if (init.method !== step.operation.method) throw new RefusedRequest('the request is not that of the step');
      return await request(name, step, url, init);
    } catch (error) {
      if (error instanceof RefusedRequest || error instanceof NotSent) refuse(name, `not sent: ${error.message}`);
      else if (error instanceof OversizedBody) refuse(name, `not judged: ${error.message}`);
      else refuse(name, `no response: ${error instanceof Error ? error.message : 'error'}`);
      throw error;
    }
  };
  const workflowIds = flows.map(({ workflowId }) => workflowId);
  if (workflowIds.length > 0)
    await engine.run({ workflowIds, baseUrl: options.baseUrl, inputs, timeoutMs: options.timeoutMs ?? 30_000, fetch });
  for (const [name] of steps) {
    if (!reached.has(name)) refuse(name, 'not sent: an earlier response lacks a value that it needs');
  }
  for (const [why, names] of refused) {
    const rest = names.length > 3 ? ` and ${names.length - 3} more` : '';
    notes.push(`${names.slice(0, 3).join(', ')}${rest}: ${why}.`);
  }
}

/** Returns the inputs of the flows. Flows that write need `permit`, which other runners do not supply. */
function inputsOf(run: string, allow: ReadonlySet<Reach>, { receiver }: RunOptions): object {
  const date = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const address = (receiver?.url ?? `https://verification.example/${run}`).replace(/\/+$/, '');
  const permit = {
    run,
    reference_key: `verify-${run}-reference-key`,
    expiration: date(1).slice(0, 19).replace('T', ' '),
    due: date(3).slice(0, 10),
    last_payment: date(5).slice(0, 10),
    receiver: address,
    receiver_of_links: `${address}/links`,
    receiver_of_customers: `${address}/customers`,
    ...CARD,
  };
  const permits = REACHES.filter((reach) => allow.has(reach)).map((reach) => [reach, permit]);
  return { token: TOKEN, permit: Object.fromEntries(permits) };
}

function secretsOf({ token, card }: RunOptions): Map<string, string> {
  const secrets = new Map([[TOKEN, token]]);
  if (!card) return secrets;
  const fields = ['card_number', 'card_holder_name', 'card_expiration_date', 'card_cvv'] as const;
  for (const field of fields) secrets.set(CARD[field], card[field]);
  return secrets;
}
