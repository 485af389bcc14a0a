import { appendText } from 'payment-gateway-core/files';
import { BodyTooLarge } from 'payment-gateway-core/util';
import type { Exchange } from '../exchange.js';
import { MissingValue, type RunCard, type SendStep, type StepRequest } from '../flows/index.js';
import type { GatewayClock } from '../gateway-clock.js';
import type { Judge } from '../judge.js';
import { lineOf } from '../recordings/index.js';
import { redactExchange } from '../redacted.js';
import { type CreatedFile, isPathId } from './created.js';
import type { RunOptions } from './options.js';
import type { Plan, PlannedFlow, PlannedStep } from './plan.js';
import type { Reach } from './reach.js';
import type { Receiver } from './receiver.js';
import { NoResponse, NotSent, type Send } from './send.js';
import type { SpendingGuard } from './spending-guard.js';

/** What the phases of a run share. */
export interface RunState {
  readonly options: RunOptions;
  readonly allow: ReadonlySet<Reach>;
  readonly judge: Judge;
  readonly send: Send;
  readonly clock: GatewayClock;
  readonly flows: readonly PlannedFlow[];
  readonly plan: Plan;
  /** A text that is unique to the run. */
  readonly mark: string;
  readonly card: RunCard;
  /** The token and the card, which reports and recordings must not contain. */
  readonly secrets: readonly string[];
  /** Maps each reason to the steps that were not sent or not judged for it. */
  readonly skipped: Map<string, string[]>;
  /** Receives events. Undefined if the run has no address for them. */
  receiver?: Receiver;
  /** Requests in a row without a response. */
  failures: number;
  /** Why flows no longer send. */
  stopped?: string;
  /** Whether the run stopped at a refuted entry, as `failFast` asks. */
  hasFailedFast?: true;
  /** What the run created. Undefined if it only reads. */
  created?: CreatedFile;
}

/** Judges an exchange, and appends it to the recording. */
export function watchExchange(run: RunState, exchange: Exchange, step?: PlannedStep): void {
  const { record } = run.options;
  if (record !== undefined) {
    const line = { ...redactExchange(exchange, [...run.secrets]), step: step?.name ?? '' };
    appendText(record, lineOf(line));
  }
  run.judge.judge(exchange, exchange.response.status === 429 ? {} : step?.intent);
  const { headers, body } = exchange.response;
  run.clock.see(headers.date, body);
}

/** Returns why the run ended early, or undefined while it continues. */
export function stoppedBecause({ options: { signal }, stopped }: RunState): string | undefined {
  if (!signal?.aborted) return stopped;
  const { reason } = signal;
  return reason instanceof Error && reason.name !== 'AbortError' ? unexpectedReason(reason) : 'the run was interrupted';
}

/** Returns the reason that a report shows for an unexpected error. */
export function unexpectedReason(error: unknown): string {
  return `verify failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** Stop the run after this many requests in a row without a response. */
const MOST_FAILURES = 3;

/** Sends the flows of a run one after the other. Notes the steps that were skipped, with the reason. */
export async function runFlows(run: RunState, guard: SpendingGuard): Promise<void> {
  const { flows, options } = run;
  for (const [index, flow] of flows.entries()) {
    const { name, summary, steps } = flow;
    const stopped = stoppedBecause(run);
    if (stopped === undefined) options.onProgress?.({ name, summary, flow: index + 1, flows: flows.length });
    if (stopped === undefined) await runFlow(run, guard, flow);
    else skip(run, steps, `not sent: ${stopped}`);
  }
}

async function runFlow(run: RunState, guard: SpendingGuard, flow: PlannedFlow): Promise<void> {
  const { card, mark, receiver, clock } = run;
  const address = () => receiver?.address() ?? `https://verification.example/${mark}`;
  let sent = 0;
  const send = async (operationId: string, request: StepRequest): Promise<never> => {
    const planned = flow.steps[sent];
    if (planned?.operation.operationId !== operationId)
      throw new NotSent(`${operationId} is more than the plan of the run`);
    const body = await sendStep(run, guard, flow.name, planned, request);
    sent++;
    return body as never; // the response may have any form
  };
  try {
    await flow.send({ send: send as SendStep, settles: () => {}, card, now: clock.now, mark, address });
  } catch (error) {
    noteFailure(run, flow.steps.slice(sent), error);
  }
}

/** Sends a request through the guard, and judges the exchange. Returns the body, or an empty object. */
async function sendStep(
  run: RunState,
  guard: SpendingGuard,
  flow: string,
  planned: PlannedStep,
  { path, query = {}, body }: StepRequest,
): Promise<object> {
  const { judge, options } = run;
  const { method, path: template } = planned.operation;
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]));
  const url = `${options.baseUrl}${fillPath(template, path)}${search.size > 0 ? `?${search}` : ''}`;
  const headers = {
    // Some frameworks redirect other requests that they refuse.
    accept: 'application/json',
    ...(planned.intent.withoutToken ? {} : { authorization: `Bearer ${options.token}` }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const onRetry = (exchange: Exchange) => watchExchange(run, exchange, planned);
  const exchange = await guard({ method, url, headers, body, flow, planned, onRetry });
  run.failures = 0;
  watchExchange(run, exchange, planned);
  if (exchange.response.status === 429) run.stopped = 'the server still limits requests (429); lower --rate';
  if (options.failFast && judge.isRefuted()) {
    run.stopped = 'an entry was refuted (--fail-fast)';
    run.hasFailedFast = true;
  }
  const { body: returned } = exchange.response;
  return typeof returned === 'object' && returned !== null ? returned : {};
}

/** Notes why a flow ended before these steps. Throws errors that come neither from the server nor from the guard. */
function noteFailure(run: RunState, steps: readonly PlannedStep[], error: unknown): void {
  if (error instanceof NotSent || error instanceof MissingValue) skip(run, steps, `not sent: ${error.message}`);
  else if (error instanceof BodyTooLarge || error instanceof NoResponse) {
    const hasResponse = error instanceof BodyTooLarge;
    skip(run, steps.slice(0, 1), `${hasResponse ? 'not judged' : 'no response'}: ${error.message}`);
    skip(run, steps.slice(1), 'not sent: an earlier request of the flow failed');
    if (!hasResponse && ++run.failures >= MOST_FAILURES)
      run.stopped ??= `the server did not respond to ${run.failures} requests in a row`;
  } else throw error;
}

/** Returns the path with its values. Throws `MissingValue` if an earlier response lacked one. */
function fillPath(template: string, values: StepRequest['path'] = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (!isPathId(value)) throw new MissingValue(`an earlier response lacks the ${key} for ${template}`);
    return encodeURIComponent(value);
  });
}

function skip({ skipped }: RunState, steps: readonly PlannedStep[], why: string): void {
  if (steps.length > 0) skipped.set(why, [...(skipped.get(why) ?? []), ...steps.map(({ name }) => name)]);
}
