// @ts-check
/** @import { Node } from '../contract/elements.js' */
/** @import { Contract, Example, MediaType, Place, Reference } from './types.ts' */
import { operations, target } from '../contract/elements.js';

/**
 * All operations in the order of the contract.
 *
 * @param {Contract} contract
 * @returns {Place[]}
 */
export function operationsOf(contract) {
  return placesOf(contract).filter(({ kind }) => kind === 'operation');
}

/**
 * @param {Contract} contract
 * @returns {Place[]}
 */
export function webhooksOf(contract) {
  return placesOf(contract).filter(({ kind }) => kind === 'webhook');
}

/**
 * @param {Contract} contract
 * @returns {Place[]}
 */
function placesOf(contract) {
  return operations(/** @type {Node} */ (/** @type {unknown} */ (contract))).map(
    ({ node, method, address, webhook }) => ({
      kind: webhook ? 'webhook' : 'operation',
      method: method.toUpperCase(),
      path: address,
      operation: /** @type {Place['operation']} */ (/** @type {unknown} */ (node)),
    }),
  );
}

/**
 * What a reference inside the contract points to, or the object itself when it is none.
 *
 * @template {object} T
 * @param {Contract} contract
 * @param {T | Reference} object
 * @returns {T}
 */
export function resolve(contract, object) {
  const found = target(contract, object);
  if (found === undefined) throw new Error(`${JSON.stringify(object)} points nowhere: mend it in openapi.yaml`);
  return /** @type {T} */ (/** @type {unknown} */ (found));
}

/**
 * The name of a component behind a reference such as `#/components/schemas/Card`.
 *
 * @param {string} reference
 * @returns {string}
 */
export function componentName(reference) {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/**
 * The anchor of an operation or webhook on the page, as Redoc makes it.
 *
 * @param {Place} place
 * @returns {string}
 */
export function anchorOf({ path, operation }) {
  const group = slug(operation.tags[0]);
  const name = operation.operationId ?? `paths/${path}/post`;
  return `#/${group}/${name.toLowerCase()}`;
}

/**
 * A heading or tag as Redoc writes it into an address.
 *
 * @param {string} name
 * @returns {string}
 */
export function slug(name) {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * The named examples of a body, references followed.
 *
 * @param {Contract} contract
 * @param {Record<string, MediaType> | undefined} content
 * @returns {Record<string, Example>}
 */
export function examplesOf(contract, content) {
  const examples = content?.['application/json']?.examples ?? {};
  return Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, resolve(contract, example)]));
}
