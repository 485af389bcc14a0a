import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { DAY } from '../../codes/days.js';
import { readContract, readOperations } from '../../contract/contract.js';
import { type Exchange, OversizedBody } from '../exchange.js';
import { createJudge } from '../judge.js';
import { createOriginWatch } from '../origin.js';
import { readExchanges } from '../recordings/read.js';
import { redactExchange } from '../redacted.js';
import { createReport, type Report } from '../report/report.js';
import type { Intent } from '../rules/rule.js';
import { createCleanUp, nameOf, outstandingOf } from './clean-up.js';
import { beginCreated } from './created.js';
import { loadEngine } from './engine.js';
import { FLOWS_FILE, readFlows, type Step, selectFlows } from './flows.js';
import { createGuard } from './guard.js';
import { checkOptions, pauseBetween, planOf, type RunCard, RunError, type RunOptions } from './options.js';
import { REACHES, type Reach } from './reach.js';
import { type Receiver, startReceiver } from './receiver.js';
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
 * it created, even after an error or interruption. Needs the optional peers `@redocly/respect-core` and `@redocly/openapi-core`.
 *
 * @throws RunError if the run cannot start, or the server cannot be judged: it does not respond, or refuses the token
 */
export async function verifyServer(options: RunOptions): Promise<Report> {
  const { baseUrl, signal, timeoutMs = 30_000, maxAmount = 0, eventsMs = 15_000 } = options;
  const allow = new Set<Reach>(options.allow);
  if (allow.has('money')) allow.add('charge');
  checkOptions(options, allow);
  const document = readContract();
  const operations = readOperations(document);
  const judge = createJudge();
  const origin = createOriginWatch();
  using engine = await loadEngine(FLOWS_FILE, document);
  const all = readFlows(engine.flows, operations);
  const steps = new Map<string, Step>(
    all.flatMap((flow) => flow.steps.map((step) => [`${flow.workflowId}.${step.stepId}`, step])),
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
  if (plan.highestAmount > maxAmount)
    throw new RunError(
      `the run may charge ${plan.highestAmount} centavos, which is more than the ${maxAmount} of --max-amount`,
    );
  if (writes && !(await options.confirm(plan))) throw new RunError('not confirmed; nothing was sent');

  /** The current step, as `workflowId.stepId`. Undefined while the clean-up runs, whose requests are neither judged nor recorded. */
  let current: string | undefined = '';
  let stopped: string | undefined;
  if (options.record !== undefined) closeSync(openSync(options.record, 'wx', 0o600));
  const secrets = secretsOf(options);
  const send = createSend({
    fetch: options.fetch ?? globalThis.fetch,
    secrets,
    timeoutMs,
    pauseMs: pauseBetween(options),
    onExchange(exchange) {
      if (current === undefined) return;
      if (options.record !== undefined) {
        const line = { ...redactExchange(exchange, [...secrets.values()]), step: current };
        appendFileSync(options.record, `${JSON.stringify(line)}\n`);
      }
      watch(exchange, exchange.response.status === 429 ? {} : steps.get(current)?.intent);
    },
  });
  await checkServer(send, options);

  const created = file === undefined ? undefined : beginCreated(file, baseUrl, run);
  const receiver = options.receiver ? await startReceiver(options.receiver) : undefined;
  const isInterrupted = () => signal?.aborted === true;
  const guard = createGuard({
    send,
    baseUrl,
    operations,
    allow,
    maxAmount,
    created,
    unit: () => judge.verdictSoFar('amount-centavos'),
    stopped: () => stopped ?? (isInterrupted() ? 'the run was interrupted' : undefined),
    refundAll: () => unjudged(() => cleanUp?.refundAll()),
    signal,
  });
  const cleanUp = created && createCleanUp(created, baseUrl, TOKEN, guard, options.refundMs);
  const reached = new Set<string>();
  const problems = new Problems();
  let failures = 0;

  const fetch = async (name: string, url: string, init: RequestInit): Promise<Response> => {
    const [flow = ''] = name.split('.');
    if (current?.split('.')[0] !== flow) {
      const at = flows.findIndex(({ workflowId }) => workflowId === flow);
      const summary = flows[at]?.summary ?? '';
      options.onProgress?.({ workflowId: flow, summary, flow: at + 1, flows: flows.length });
    }
    current = name;
    const headers = Object.fromEntries(new Headers(init.headers));
    try {
      const step = steps.get(name);
      if (!step || reached.has(name)) throw new NotSent('a flow sends each step once');
      reached.add(name);
      if (step.intent.withoutToken) delete headers.authorization;
      const body = typeof init.body === 'string' ? init.body : undefined;
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
      const how = error instanceof NotSent ? 'not sent' : error instanceof OversizedBody ? 'not judged' : 'no response';
      problems.add(name, `${how}: ${error instanceof Error ? error.message : 'error'}`);
      if (how === 'no response' && ++failures >= MOST_FAILURES)
        stopped ??= `the server did not respond to ${failures} requests in a row`;
      throw error;
    }
  };
  try {
    const workflowIds = flows.map(({ workflowId }) => workflowId);
    const inputs = inputsOf(run, allow, receiver);
    if (workflowIds.length > 0) await engine.run({ workflowIds, baseUrl, inputs, timeoutMs, fetch });
    if (receiver && !isInterrupted()) await receiver.settled(eventsMs / 3, eventsMs);
    for (const delivery of receiver?.deliveries ?? []) judge.judge(delivery);
  } finally {
    // Clean up in every case. `all` refunds before it removes.
    await unjudged(() => cleanUp?.all());
    await receiver?.close();
    created?.close();
  }
  for (const { workflowId, steps } of flows)
    for (const { stepId } of steps)
      if (!reached.has(`${workflowId}.${stepId}`))
        problems.add(`${workflowId}.${stepId}`, 'not sent: an earlier response lacks a value that it needs');
  const left = created?.left() ?? [];
  const outstanding = outstandingOf(left);
  if (isInterrupted()) stopped = 'the run was interrupted';
  const notes = [...(stopped === undefined ? [] : [`The run stopped early: ${stopped}.`]), ...problems.notes()];
  if (outstanding.length > 0) notes.push(`--clean-up ${file} tries again to remove the rest.`);
  else if (left.length > 0) notes.push(`${file} lists what the run created and the API cannot remove.`);
  return createReport(judge.finish(), judge.contract, {
    mode: 'run',
    circular: origin.circular,
    notes,
    leftBehind: left.map(nameOf),
    outstanding,
    ...(stopped === undefined || options.failFast ? {} : { incomplete: stopped }),
    secrets: [...secrets.values()],
    ...(options.entry === undefined ? {} : { entries: [options.entry] }),
  });

  async function unjudged(work: () => Promise<void> | undefined): Promise<void> {
    const before = current;
    current = undefined;
    await work();
    current = before;
  }
}

/** Collects the steps that were not sent or got no response. It reports each reason once. */
class Problems {
  readonly #steps = new Map<string, string[]>();

  add(step: string, why: string): void {
    this.#steps.set(why, [...(this.#steps.get(why) ?? []), step]);
  }

  notes(): string[] {
    return [...this.#steps].map(([why, steps]) => {
      const rest = steps.length > 3 ? ` and ${steps.length - 3} more` : '';
      return `${steps.slice(0, 3).join(', ')}${rest}: ${why}.`;
    });
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

/** Returns the inputs of the flows. Flows that write need `permit`, which other runners do not supply. */
function inputsOf(run: string, allow: ReadonlySet<Reach>, receiver: Receiver | undefined): object {
  const date = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const address = () => receiver?.address() ?? `https://verification.example/${run}`;
  const permit = {
    run,
    reference_key: `verify-${run}-reference-key`,
    expiration: date(1).slice(0, 19).replace('T', ' '),
    due: date(3).slice(0, 10),
    last_payment: date(5).slice(0, 10),
    receiver: address(),
    receiver_of_links: address(),
    receiver_of_customers: address(),
    ...CARD,
  };
  const permits = REACHES.filter((reach) => allow.has(reach)).map((reach) => [reach, permit]);
  return { token: TOKEN, permit: Object.fromEntries(permits) };
}

/** Maps each placeholder to its secret. */
function secretsOf({ token, card }: RunOptions): Map<string, string> {
  const fields = ['card_number', 'card_holder_name', 'card_expiration_date', 'card_cvv'] as const;
  return new Map([[TOKEN, token], ...(card ? fields.map((field) => [CARD[field], card[field]] as const) : [])]);
}
