import { operationIds, safePosts } from '../../generated/operation-ids.js';

export interface Operation {
  readonly operationId: string;
  /** Nothing happens twice when it is sent twice: every method but POST and PATCH, and the POSTs that change nothing. */
  readonly repeatable: boolean;
}

const idsByPath: Readonly<Record<string, Readonly<Record<string, string>>>> = operationIds;
const safe: readonly string[] = safePosts;

/** The contract's operation of a method and a path template; one that the contract does not know is named by both. */
export function operationOf(method: string, path: string): Operation {
  const ids = Object.hasOwn(idsByPath, path) ? idsByPath[path] : undefined;
  const operationId = ids?.[method] ?? `${method} ${path}`;
  return { operationId, repeatable: !/^(POST|PATCH)$/.test(method) || safe.includes(operationId) };
}
