import type { WireResponse } from 'payment-gateway-core/access';
import { corsHeaders, preflight } from '../../server/index.js';
import type { PipelineStep } from '../compose.js';
import type { Context } from '../context.js';
import type { LogRefused } from './access.js';

/** Responds to preflights, and lets pages of other origins read responses if `isOpen`. */
export const crossOrigin =
  (isOpen: boolean, logRefused: LogRefused): PipelineStep =>
  (context, next) => {
    const asked = preflight(context.method, context.headers, isOpen);
    if (asked?.status === 403) return logRefused(context, asked);
    return isOpen ? readable(context, asked ?? next(context)) : next(context);
  };

/** Lets the page that sent the request read the response. */
async function readable({ headers: { origin } }: Context, responding: ReturnType<PipelineStep>): Promise<WireResponse> {
  const response = await responding;
  return { ...response, headers: { ...response.headers, ...corsHeaders(origin, response.headers.vary) } };
}
