import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import { readOwnContract } from '../../contract/read.ts';

// Parsing takes a third of a second, so the files of a worker share this module.
let contract: OpenApi | undefined;

/** Returns a fresh copy of the committed contract. */
export function readContract(): OpenApi {
  contract ??= readOwnContract().written as OpenApi;
  return structuredClone(contract);
}
