import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from 'payment-gateway-core/access';
import { takeFault } from '../../faults/index.js';
import { FAULT_HEADER, type Failures, faultResponse, isFaultless, readFault } from '../../server/index.js';
import type { PipelineStep, UnitStep } from '../compose.js';

/** Delays and loses responses, also of invalid requests. */
export const faults =
  ({ latency, failures }: { readonly latency: number; readonly failures: Failures }): PipelineStep =>
  async (context, next) => {
    const asked = readFault(context.headers[FAULT_HEADER]);
    if ('problem' in asked) return refuse(400, asked.problem);
    context.asked = asked;
    context.failure = failures.next();
    const response = await next(context);
    const { fault, isReplaced } = context;
    const delay = latency + (fault.latency ?? 0);
    if (delay > 0) await sleep(delay);
    if (isReplaced) return response;
    context.answer = response;
    return fault.kind === 'truncate' ? { ...response, fault: 'truncate' } : (faultResponse(fault) ?? response);
  };

/** Takes the planned fault of the account, unless the request asks for a fault itself. A fault before the commit replaces the request. */
export const plannedFaults: UnitStep = (context, next) => {
  const { found, asked, watched, unit, failure } = context;
  const isPlannable = 'operation' in found && isFaultless(asked);
  context.planned = isPlannable ? takeFault(unit, found.operation.operationId) : undefined;
  const fault = watched?.fault ?? context.planned ?? asked;
  const instead = fault.after === 'commit' ? undefined : (faultResponse(fault) ?? failure);
  context.fault = fault;
  context.isReplaced = instead !== undefined;
  return instead ?? next(context);
};
