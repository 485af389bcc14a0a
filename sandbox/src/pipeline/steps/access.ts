import { type Access, createGuard, refuseForm, type WireResponse } from 'payment-gateway-core/access';
import {
  corsHeaders,
  createStaticFiles,
  isStaticPath,
  type Landing,
  landingPage,
  type OwnPaths,
  preflight,
} from '../../server/index.js';
import type { PipelineStep } from '../compose.js';
import type { Context } from '../context.js';

interface AccessParts {
  readonly hosts: readonly string[];
  readonly publicUrl: string;
  readonly cors: boolean;
  readonly ownPathsAt: FindOwnPaths;
  readonly logRefused: LogRefused;
}

/** Logs a request that a browser hides the reason from its page for. */
export type LogRefused = (context: Context, refused: WireResponse) => WireResponse;

/** Refuses requests of web pages of other origins. */
export function access({ hosts, publicUrl, cors, ownPathsAt, logRefused }: AccessParts): PipelineStep {
  const guard = createGuard({ hosts, publicUrl, cors });
  return (context, next) => {
    const { request, method, authority, headers, path } = context;
    if (request.isInProcess) return next(context);
    const refused = guard(accessTo(path, ownPathsAt(path)), { method, authority, headers });
    return refused ? logRefused(context, refused) : next(context);
  };
}

function accessTo(path: string, own: OwnPaths | undefined): Access {
  if (own === undefined) return path === '/' || isStaticPath(path) ? 'docs' : 'api';
  return `${path}/` === own.prefix || path === own.prefix ? 'console' : (own.access ?? 'control');
}

export type FindOwnPaths = (path: string) => OwnPaths | undefined;

/** Returns the function that finds the own paths that a path belongs to. The longest matching prefix wins. */
export function createFindOwnPaths(all: readonly OwnPaths[]): FindOwnPaths {
  const longestFirst = [...all].sort((one, other) => other.prefix.length - one.prefix.length);
  return (path) => longestFirst.find(({ prefix }) => path.startsWith(prefix) || `${path}/` === prefix);
}

/** Responds on the server's own paths: the control API, the console, the pages of buyers. */
export const ownPaths =
  (find: FindOwnPaths): PipelineStep =>
  (context, next) => {
    const own = find(context.path);
    if (own === undefined) return next(context);
    const { request, routedMethod: method, path, query, host } = context;
    return refuseForm(request) ?? own.respond({ ...request, method, path, query, host });
  };

/** Responds with the landing page, the contract and, if `docs`, the docs. `sending`: they can send their examples to this server. */
export function pages(landing: Landing, docs: boolean, sending: boolean): PipelineStep {
  const files = createStaticFiles(docs, sending);
  return (context, next) => {
    const { routedMethod, path, headers } = context;
    if (routedMethod !== 'GET') return next(context);
    if (path === '/' && 'problem' in context.found) return landingPage(landing, headers.accept);
    return isStaticPath(path) ? files(path, headers) : next(context);
  };
}

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
