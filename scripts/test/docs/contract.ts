import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import { type ContractFile, readOwnContract } from '../../contract/read.ts';

let own: ContractFile | undefined;

/** Returns the committed contract, for tests that do not change it. Parsing takes a third of a second, so the files of a worker share it. */
export function ownContract(): ContractFile {
  own ??= readOwnContract();
  return own;
}

/** Returns a fresh copy of the committed contract. */
export function readContract(): OpenApi {
  return structuredClone(ownContract().written as OpenApi);
}
