// @ts-check
/** @import { Contract, Example, MediaType, Place, Reference } from './types.ts' */
const methods = /** @type {const} */ (['get', 'post', 'put', 'patch', 'delete']);

/**
 * All operations in the order of the contract.
 *
 * @param {Contract} contract
 * @returns {Place[]}
 */
export function operationsOf(contract) {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation
        ? [{ kind: /** @type {const} */ ('operation'), method: method.toUpperCase(), path, operation }]
        : [];
    }),
  );
}

/**
 * @param {Contract} contract
 * @returns {Place[]}
 */
export function webhooksOf(contract) {
  return Object.entries(contract.webhooks).map(([path, { post }]) => ({
    kind: /** @type {const} */ ('webhook'),
    method: 'POST',
    path,
    operation: post,
  }));
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
  if (!('$ref' in object) || typeof object.$ref !== 'string') return /** @type {T} */ (object);
  const keys = object.$ref.replace('#/', '').split('/');
  const target = keys.reduce(
    (node, key) => /** @type {Record<string, unknown> | undefined} */ (node)?.[key],
    /** @type {unknown} */ (contract),
  );
  if (target === undefined) throw new Error(`${object.$ref} points nowhere: mend it in openapi.yaml`);
  return resolve(contract, /** @type {T | Reference} */ (target));
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
