import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Contract } from '../../scripts/contract/types.ts';

// Parsing takes a third of a second, so the files of a worker share this module.
let contract: Contract | undefined;

/** Returns a fresh copy of the committed contract. */
export function readContract(): Contract {
  contract ??= parse(readFileSync('openapi.yaml', 'utf8')) as Contract;
  return structuredClone(contract);
}
