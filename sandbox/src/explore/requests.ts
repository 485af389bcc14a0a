import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceivedRequest, WireResponse } from 'payment-gateway-contract/internal/server';
import type { Disruption, NumberedRequest } from './disruptions.js';
import { describeResponse, type Timeline } from './timeline.js';

export interface RequestsOptions {
  readonly plan: readonly Disruption[];
  readonly timeline: Timeline;
  readonly lastEvent: () => Promise<number>;
  /** Ends the process of the shop. */
  readonly die: () => void;
}

/** How long a stalled connection stays open before its reset. Milliseconds. */
const STALL = 500;

/** Returns the requests of a run, and a function that sees each when it arrives. It fills the timeline, and ends the process at a planned crash. */
export function watchRequests({ plan, timeline, lastEvent, die }: RequestsOptions) {
  const requests: NumberedRequest[] = [];

  /** Returns a function that sees the response before it is sent or lost. */
  function observe({ method, path, found }: ReceivedRequest): (response: WireResponse) => Promise<void> {
    const operationId = 'operation' in found ? found.operation.operationId : '';
    const request: NumberedRequest = { number: requests.length + 1, operationId, isRead: method === 'GET' };
    requests.push(request);
    const step = timeline.add(`${method} ${path}`);
    const planned = plan.find((one) => one.request === request.number && one.fault?.fault !== undefined);
    const { crash, fault, isStall } = planned ?? {};
    const isCarriedOut = fault === undefined || fault.after === 'commit' || fault.fault === 'truncate';
    if (!isCarriedOut)
      step.outcome = crash ? 'the process died before the gateway carried it out' : `not carried out: ${fault.fault}`;
    if (crash === 'before') die();
    return async (response) => {
      const done = describeResponse(method, response);
      const lost = crash ? 'then the process died' : `the response was lost (${isStall ? 'stall' : fault?.fault})`;
      step.outcome = planned === undefined ? done : `the gateway ${done}; ${lost}`;
      request.lastEvent = await lastEvent();
      if (crash === 'after') die();
      if (isStall) await sleep(STALL);
    };
  }

  return { requests, observe };
}
