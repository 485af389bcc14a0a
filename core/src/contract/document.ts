/** The contract as JSON, and its references. */
import { readContractJson, readCoreJson } from '../files/index.js';
import { isObject, type JsonObject, keysOfPointer, once } from '../util/index.js';
import type { OpenApi, Reference } from './openapi.js';
import { withEvidence } from './with-evidence.js';

/** Returns the contract of the package with its evidence, which is read once. Do not change it. */
export const readContract = once(
  () => withEvidence(readContractJson('generated/openapi.json'), readCoreJson('generated/evidence.json')) as OpenApi,
);

/** Returns an object of the contract, or the target of its chain of `$ref`s. Undefined if it does not exist. */
export function targetOf(contract: object, node: unknown): JsonObject | undefined {
  let found = node;
  // A longer chain of references is a circle.
  for (let step = 0; step < 32 && isObject(found); step++) {
    const reference = found.$ref;
    if (typeof reference !== 'string') return found;
    found = pointer(contract, reference);
  }
  return undefined;
}

/** Returns the same, or an empty object if it does not exist. Lint checks that a reference has a target of the right kind. */
export function resolve<Target extends JsonObject>(contract: object, node: Target | Reference): Target;
export function resolve(contract: object, node: unknown): JsonObject;
export function resolve(contract: object, node: unknown): JsonObject {
  return targetOf(contract, node) ?? {};
}

function pointer(contract: object, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let found: unknown = contract;
  for (const key of keysOfPointer(decodeURIComponent(reference))) {
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}
