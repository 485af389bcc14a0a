import { operationIds } from '../../generated/operation-ids.js';
import type { GatewayCall } from './errors.js';

export interface Operation extends GatewayCall {
  /** Nothing happens twice when it is sent twice: every method but POST, and the POSTs that change nothing. */
  readonly repeatable: boolean;
}

const known = /* @__PURE__ */ new Map<string, Operation>();

/** The contract's operation of a method and a path template, looked up once. */
export function operationOf(method: string, path: string): Operation {
  const key = `${method} ${path}`;
  let operation = known.get(key);
  if (!operation) {
    // The braces of the template match any character, which spares escaping them.
    const line = `\n${path.replace(/[{}]/g, '.')} .*?${method} (~?)(\\w+)`;
    const [, safe, operationId = key] = operationIds.match(line) ?? [];
    operation = { operationId, method, path, repeatable: method !== 'POST' || !!safe };
    known.set(key, operation);
  }
  return operation;
}
