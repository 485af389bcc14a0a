import type { PipelineStep } from '../compose.js';

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
