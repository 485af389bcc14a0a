import { printNow } from 'payment-gateway-core/access';
import type { Engine } from '../../engine/index.js';
import { describeFault, type Prepared, type Recorder } from '../../server/index.js';
import { countShape, variedBody } from '../../variants/index.js';
import type { PipelineStep } from '../compose.js';
import type { Context } from '../context.js';

/** Adds the headers that all responses share. Responses to HEAD are those to GET, without a body. */
export const commonHeaders: PipelineStep = async (context, next) => {
  const response = await next(context);
  const { now, evidence, method } = context;
  const all = {
    // Responses have data of payments, unless a file says otherwise.
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...response.headers,
    // The clock of a sandbox may have been advanced. With an earlier date, caches would take the response for stale.
    ...(now > Date.now() && { date: new Date(now).toUTCString() }),
    ...(evidence !== undefined && { 'x-evidence': evidence }),
  };
  if (method !== 'HEAD') return { ...response, headers: all };
  // A stream would not end, because a client of HEAD reads nothing.
  const { stream: _unread, ...rest } = response;
  return { ...rest, headers: all };
};

/** Changes the form of each response as the account assumes it, after the journal recorded the usual form. */
export const wireForm =
  (engine: Engine): PipelineStep =>
  async (context, next) => {
    const response = await next(context);
    countShape(response, (entry) => engine.count(context.account, entry));
    return variedBody(context.assumed, response);
  };

/** Records each request of the API with its response, and rates the evidence of the response. */
export const journal =
  (record: Recorder, { evidenceOf }: Pick<Prepared, 'evidenceOf'>): PipelineStep =>
  async (context, next) => {
    const response = printNow(await next(context));
    const { found, body } = context;
    const sent = body && 'value' in body ? body.value : undefined;
    const answer = { status: response.status, sent, body: response.body };
    context.evidence = 'operation' in found ? evidenceOf(found.operation, answer) : undefined;
    record(context, { response, answer: context.answer, evidence: context.evidence, planned: plannedOf(context) });
    return response;
  };

/** Returns the fault of the request for a person, such as `502 after commit`. */
function plannedOf({ fault, isReplaced, failure }: Context): string | undefined {
  const random = isReplaced && failure ? `${failure.status} by failure rate` : undefined;
  return describeFault(fault) || random;
}
