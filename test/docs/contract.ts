import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Contract } from '../../scripts/docs/types.ts';

/** The contract as it is committed; each call gives a fresh copy, since decorators change what they get. */
export function readContract(): Contract {
  return parse(readFileSync('openapi.yaml', 'utf8'));
}
