import { randomUUID } from 'node:crypto';
import { closeSync } from 'node:fs';
import { contractOf, readContract } from 'payment-gateway-core/contract';
import { openPrivate } from 'payment-gateway-core/files';
import { BodyTooLarge, clauses, sentence } from 'payment-gateway-core/util';
import { NO_CARD } from '../flows/index.js';
import { createGatewayClock } from '../gateway-clock.js';
import { Judge } from '../judge.js';
import { rateFor, USUAL_TIMEOUT } from '../pace.js';
import { readExchanges } from '../recordings/index.js';
import { createReport, type Report } from '../report/index.js';
import { CleanUp, leftName, outstandingOf } from './clean-up.js';
import { beginCreated } from './created.js';
import { checkOptions, RunError, type RunOptions } from './options.js';
import { type PlannedFlow, planFlows, planOf, selectFlows } from './plan.js';
import type { Reach } from './reach.js';
import { startReceiver } from './receiver.js';
import { createSend } from './send.js';
import { createSpendingGuard } from './spending-guard.js';
import { type RunState, runFlows, stoppedBecause, unexpectedReason, watchExchange } from './steps.js';

/**
 * Sends the permitted flows to a server and returns the report. It only reads unless you allow more. It refunds and removes everything
 * it created, even after an error or interruption, and then still returns its report.
 *
 * @throws RunError if the run cannot start, or the server cannot be judged: it does not respond, or refuses the token
 */
export async function verifyServer(options: RunOptions): Promise<Report> {
  const run = await prepare(options);
  await confirm(run);
  if (options.record !== undefined) closeSync(openPrivate(options.record, 'wx'));
  await checkServer(run);
  try {
    if (options.receiver) run.receiver = await startReceiver(options.receiver);
    const { createdFile } = run.plan;
    if (createdFile !== undefined) run.created = beginCreated(createdFile, options.baseUrl, run.mark);
    await sendAndCleanUp(run);
  } finally {
    await run.receiver?.close();
    run.created?.close();
  }
  return reportOn(run);
}

/** Plans the run. Judges the exchanges of the run that it resumes. */
async function prepare(options: RunOptions): Promise<RunState> {
  const { baseUrl, entry, resume, token, fetch = globalThis.fetch, timeoutMs = USUAL_TIMEOUT } = options;
  const allow = new Set<Reach>(options.allow);
  if (allow.has('money')) allow.add('charge');
  checkOptions(options, allow);
  const judge = new Judge();
  const all = await planFlows();
  const done = resume === undefined ? [] : await judgeAgain(resume, all, judge);
  const flows = selectFlows(all, allow, options, done);
  if (flows.length === 0 && done.length === 0)
    throw new RunError(`no flow tests ${entry ?? 'the register'} with these permissions; pass more of --allow`);
  // The card that a user passes may have other fields, which flows must not send.
  const { card_number, card_holder_name, card_expiration_date, card_cvv } = options.card ?? NO_CARD;
  const card = { card_number, card_holder_name, card_expiration_date, card_cvv };
  const mark = randomUUID().slice(-12);
  const writes = flows.some(({ reaches }) => reaches.some((reach) => reach !== 'read'));
  const file = options.createdFile ?? `payment-gateway-verify-${mark}.created.jsonl`;
  return {
    ...{ options, allow, judge, flows, mark, card, clock: createGatewayClock() },
    send: createSend({ fetch, timeoutMs, rate: rateFor(baseUrl, options.rate) }),
    plan: planOf(flows, writes ? file : undefined),
    secrets: [token, ...Object.values(card)].filter((secret) => secret !== ''),
    skipped: new Map(),
    failures: 0,
  };
}

/** Judges the exchanges of an interrupted run. Returns the names of the finished flows, which are all but the last one. */
async function judgeAgain(file: string, flows: readonly PlannedFlow[], judge: Judge): Promise<string[]> {
  const steps = new Map(flows.flatMap((flow) => flow.steps).map((step) => [step.name, step]));
  const names = new Set<string>();
  for (const exchange of (await readExchanges(file)).exchanges) {
    judge.judge(exchange, steps.get(exchange.step ?? '')?.intent);
    const [flow] = (exchange.step ?? '').split('.');
    if (flow) names.add(flow);
  }
  return [...names].slice(0, -1);
}

/** Throws `RunError` if the run may charge too much, or a run that writes is not confirmed. */
async function confirm({ plan, options: { maxAmount = 0, confirm } }: RunState): Promise<void> {
  const { highestAmount, createdFile } = plan;
  if (highestAmount > maxAmount)
    throw new RunError(
      `the run may charge ${highestAmount} centavos, which is more than the ${maxAmount} of --max-amount`,
    );
  if (createdFile !== undefined && !(await confirm(plan))) throw new RunError('not confirmed; nothing was sent');
}

/** Sends one read request before the run writes anything. Throws `RunError` if the server cannot be judged. */
async function checkServer(run: RunState): Promise<void> {
  const { baseUrl, token, signal } = run.options;
  const url = `${baseUrl}/v1/transactions?page=1&per_page=1`;
  const headers = { authorization: `Bearer ${token}` };
  const onRetry: Parameters<RunState['send']>[0]['onRetry'] = (exchange) => watchExchange(run, exchange);
  const exchange = await run.send({ method: 'GET', url, headers, signal, onRetry }).catch((error: unknown) => {
    const stopped = stoppedBecause(run);
    if (stopped !== undefined) throw new RunError(clauses([stopped, 'nothing was written']));
    if (error instanceof BodyTooLarge) return undefined;
    throw new RunError(`${new URL(baseUrl).host} ${unreachable(error)}`, { cause: error });
  });
  if (exchange) watchExchange(run, exchange);
  if (exchange?.response.status === 401)
    throw new RunError('token: the server refused it (401); check that PAYMENT_GATEWAY_TOKEN belongs to this server');
  if (exchange?.response.status === 429)
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

/** Runs the flows and judges the events. Cleans up in every case, and throws nothing: the report shows why the run stopped. */
async function sendAndCleanUp(run: RunState): Promise<void> {
  const { options, created, judge, receiver } = run;
  const { baseUrl, token, maxAmount = 0, signal, eventsMs = 15_000 } = options;
  const guard = createSpendingGuard({
    ...{ send: run.send, baseUrl, route: contractOf(readContract()).route, allow: run.allow },
    ...{ maxAmount, created, signal },
    unit: () => judge.verdictSoFar('amount-centavos'),
    stopped: () => stoppedBecause(run),
    refundAll: async () => cleanUp?.refundAll(),
  });
  const cleanUp =
    created && new CleanUp({ created, baseUrl, token, guard, refundMs: options.refundMs, isLater: false });
  try {
    await runFlows(run, guard);
    await receiver?.settled(eventsMs / 3, eventsMs, signal);
    for (const delivery of receiver?.deliveries ?? []) judge.judge(delivery);
  } catch (error) {
    run.stopped = unexpectedReason(error);
  }
  try {
    // It refunds before it removes.
    await cleanUp?.all();
  } catch (error) {
    run.stopped = unexpectedReason(error);
  }
}

function reportOn(run: RunState): Report {
  const { options, judge, created, plan, skipped, secrets } = run;
  const left = created?.left() ?? [];
  const outstanding = outstandingOf(left);
  const stopped = stoppedBecause(run);
  const notes = [...skipped].map(([why, steps]) => {
    const rest = steps.length > 3 ? ` and ${steps.length - 3} more` : '';
    return `${steps.slice(0, 3).join(', ')}${rest}: ${sentence(why)}`;
  });
  if (stopped !== undefined) notes.unshift(`The run stopped early: ${sentence(stopped)}`);
  if (outstanding.length > 0) notes.push(`--clean-up ${plan.createdFile} tries again to remove the rest.`);
  else if (left.length > 0) notes.push(`${plan.createdFile} lists what the run created and the API cannot remove.`);
  const isComplete = stopped === undefined || (run.hasFailedFast === true && stopped === run.stopped);
  return createReport(judge.finish(), {
    ...{ mode: 'run', notes, leftBehind: left.map(leftName), outstanding, secrets },
    ...(isComplete ? {} : { incomplete: stopped }),
    ...(options.entry === undefined ? {} : { entries: [options.entry] }),
  });
}
