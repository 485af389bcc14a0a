import { performance } from 'node:perf_hooks';
import type { Engine } from '../../engine/index.js';
import { readJsonBody } from '../../server/index.js';
import { arrivalFacts } from '../../variants/index.js';
import type { PipelineStep } from '../compose.js';
import type { Observer } from '../context.js';

/** Reads the body. An invalid one is refused later, after the token. */
export const body: PipelineStep = async (context, next) => {
  const { request, headers } = context;
  const bytes = await request.readBody();
  context.body = bytes && readJsonBody(bytes, headers['content-type'], headers['content-encoding']);
  return next(context);
};

/** How long a response waits for the receivers that get its events first. Milliseconds. */
const EVENTS_FIRST = 10_000;

export interface AccountParts {
  readonly engine: Engine;
  readonly accountOf: (headers: Record<string, string>) => string;
  readonly observers: ReadonlyMap<string, Observer>;
}

/** Names the account of the request. The request waits for the observer of the account, and its response for the events that come first. */
export const account =
  ({ engine, accountOf, observers }: AccountParts): PipelineStep =>
  async (context, next) => {
    context.account = accountOf(context.headers);
    const observer = 'operation' in context.found ? observers.get(context.account) : undefined;
    if (observer !== undefined) {
      context.watched = await observer(context);
      // A request that has waited arrives when it goes on.
      context.started = performance.now();
    }
    const response = await next(context);
    const { watched, planned, fault, isReplaced, assumed } = context;
    for (const fact of arrivalFacts(fault, assumed)) engine.facts.add(fact);
    if (planned !== undefined && watched?.fault === undefined) watched?.planned?.(planned);
    if (isReplaced) return response;
    if (planned?.eventsFirst) await engine.events.sendAfter(context.account, context.lastEvent, EVENTS_FIRST);
    await watched?.carriedOut(response);
    return response;
  };
