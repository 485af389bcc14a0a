import { type Access, createGuard, printNow, type WireResponse } from 'payment-gateway-core/access';
import { isStaticPath, type OwnPaths, type Recorder } from '../../server/index.js';
import type { PipelineStep } from '../compose.js';
import type { Context } from '../context.js';
import type { FindOwnPaths } from './own-paths.js';

interface AccessParts {
  /** The names and addresses that requests may have in `Host`. */
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

/** Returns the function for refused requests, because their clients may not show the reason. The journal is for clients of the API. */
export const createLogRefused =
  (record: Recorder): LogRefused =>
  (context, refused) => {
    record(context, { response: printNow(refused), evidence: undefined }, false);
    return refused;
  };
