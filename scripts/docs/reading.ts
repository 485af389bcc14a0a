/**
 * Draws ten operations and prints what the docs claim about each of their elements, with its evidence, so that a person can compare the claims
 * with the source document: `npm run check -- reading`, or `npm run check -- reading > rows.md` for a file. `npm run check -- reading SEED` draws the same ones again.
 */
import { createHash } from 'node:crypto';
import { contractOf } from '../../core/src/contract/contract.ts';
import type { OpenApi } from '../../core/src/contract/openapi.ts';
import type { Operation } from '../../core/src/contract/operation.ts';
import { readOwnContract } from '../contract/read.ts';
import { english } from './language.ts';
import { referenceSections } from './machine.ts';

const DRAWN = 10;

const seed = process.argv[2] ?? String(Math.floor(Math.random() * 1e6));
const contract = readOwnContract().root as OpenApi;
const { operations } = contractOf(contract);
/** The same seed gives each operation the same place. */
const placeOf = ({ operationId }: Operation) => createHash('sha256').update(`${seed} ${operationId}`).digest('hex');
const drawn = operations.toSorted((one, other) => placeOf(one).localeCompare(placeOf(other))).slice(0, DRAWN);
console.log(`seed ${seed}`);
for (const operation of operations.filter((one) => drawn.includes(one)))
  console.log(`\n${referenceSections(contract, operation, english).join('\n\n')}`);
