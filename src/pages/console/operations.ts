import { operationIds } from '../../../generated/operation-ids.js';

/** The names of all operations of the gateway. */
export const operationNames: readonly string[] = Object.values(operationIds)
  .flatMap((methods) => Object.values(methods))
  .sort();
