import { type Exchange, OversizedBody } from '../exchange.js';
import { MissingValue, type SendStep, type StepRequest } from '../flows/index.js';
import type { PlannedFlow, PlannedStep } from './plan.js';
import { type RunState, stoppedBecause, watchExchange } from './run-state.js';
import { NoResponse, NotSent } from './send.js';
import { isPathId } from './sent-resources.js';
import type { SpendingGuard } from './spending-guard.js';

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
  else if (error instanceof OversizedBody || error instanceof NoResponse) {
    const hasResponse = error instanceof OversizedBody;
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
