import { printNow } from 'payment-gateway-core/access';
import { describeFault, type Prepared, type Recorder } from '../../server/index.js';
import type { PipelineStep } from '../compose.js';
import type { Context } from '../context.js';

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
