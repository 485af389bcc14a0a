import { refuseForm } from 'payment-gateway-core/access';
import type { OwnPaths } from '../../server/index.js';
import type { PipelineStep } from '../compose.js';

/** Returns the own paths of the server that a path belongs to. */
export type FindOwnPaths = (path: string) => OwnPaths | undefined;

/** Returns the function that finds them. The longest matching prefix wins. */
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
