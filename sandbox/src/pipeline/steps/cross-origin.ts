import { corsHeaders, preflight } from '../../server/index.js';
import type { Step } from '../compose.js';
import type { LogRefused } from './access.js';

/** Responds to preflights, and lets pages of other origins read responses if `isOpen`. */
export const crossOrigin =
  (isOpen: boolean, logRefused: LogRefused): Step =>
  async (context, next) => {
    const asked = preflight(context.method, context.headers, isOpen);
    if (asked?.status === 403) return logRefused(context, asked);
    const response = asked ?? (await next(context));
    if (!isOpen) return response;
    const { headers } = response;
    return { ...response, headers: { ...headers, ...corsHeaders(context.headers.origin, headers.vary) } };
  };
