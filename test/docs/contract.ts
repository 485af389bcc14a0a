import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OpenApi } from '../../src/contract/openapi.ts';

// Parsing takes a third of a second, so the files of a worker share this module.
let contract: OpenApi | undefined;

/** Returns a fresh copy of the committed contract. */
export function readContract(): OpenApi {
  contract ??= parse(readFileSync('openapi.yaml', 'utf8')) as OpenApi;
  return structuredClone(contract);
}
