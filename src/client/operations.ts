import { operationIds } from '../../generated/operation-ids.js';

export interface Operation {
  readonly operationId: string;
  /** Nothing happens twice when it is sent twice: every method but POST, and the POSTs that change nothing. */
  readonly repeatable: boolean;
}

/** By path, then by method: a key of both would be built, and hashed, for every call. */
const known = /* @__PURE__ */ new Map<string, Record<string, Operation>>();

/** The contract's operation of a method and a path template, looked up once. */
export function operationOf(method: string, path: string): Operation {
  const ofPath = known.get(path) ?? {};
  const found = ofPath[method];
  if (found) return found;
  // The braces of the template match any character, which spares escaping them.
  const line = `\n${path.replace(/[{}]/g, '.')} .*?${method} (~?)(\\w+)`;
  const [, safe, operationId = `${method} ${path}`] = operationIds.match(line) ?? [];
  const operation = { operationId, repeatable: !/POST|PATCH/.test(method) || !!safe };
  known.set(path, { ...ofPath, [method]: operation });
  return operation;
}
