// @ts-check
import { child, elements, isNode, list } from './elements.js';

/** @typedef {import('./elements.js').Node} Node */
/** @typedef {import('./elements.js').Path} Path */
/** @typedef {{ text: unknown, path: Path }} Statement A statement as the contract writes it, right or wrong. */

/** Returns the evidence for the parts of an operation: first what the root states for every operation, then the operation's own. The gateway calls
 * an event, without the authentication of this contract.
 * @param {object} contract @param {object} operation @returns {Node} */
export function evidenceOfUses(contract, operation) {
  const own = child(operation, 'x-evidence-of');
  const isProtected = list(operation, 'security').length > 0 || !('security' in operation);
  return isProtected ? { ...child(contract, 'x-evidence-of'), ...own } : own;
}

/** Returns the evidence for the parts of a schema: that its fields are required, and how its value comes about.
 * @param {unknown} schema @returns {unknown[]} */
export function evidenceOfParts(schema) {
  const { required, value } = child(schema, 'x-evidence-of');
  return [required ?? [], value ?? []].flat();
}

/** Returns the evidence of the nearest element around a place that states one.
 * @param {Node} contract @param {Path} path @returns {unknown} */
export function nearestEvidence(contract, path) {
  /** @type {unknown} */
  let node = contract;
  let [nearest] = [contract['x-evidence']].flat();
  for (const key of path) {
    node = /** @type {Record<string | number, unknown>} */ (node)[key];
    if (isNode(node)) [nearest = nearest] = [node['x-evidence']].flat();
  }
  return nearest;
}

/** @param {unknown} value @param {Path} path @returns {Statement[]} */
function statements(value, path) {
  return Array.isArray(value)
    ? value.map((text, index) => ({ text, path: [...path, index] }))
    : [{ text: value, path }];
}

/** @param {unknown} values @param {Path} path @returns {Statement[]} */
function statementsOf(values, path) {
  if (!isNode(values)) return [];
  return Object.entries(values).flatMap(([name, value]) => statements(value, [...path, name]));
}

/** Returns every statement of evidence in the contract.
 * @param {Node} contract @returns {Statement[]} */
export function evidenceStatements(contract) {
  /** @type {Statement[]} */
  const found = [];
  for (const { node, path } of elements(contract)) {
    if ('x-evidence' in node) found.push(...statements(node['x-evidence'], [...path, 'x-evidence']));
    found.push(...statementsOf(node['x-evidence-of'], [...path, 'x-evidence-of']));
    const resource = node['x-resource'];
    if (isNode(resource)) found.push(...statements(resource.evidence, [...path, 'x-resource', 'evidence']));
    found.push(...statementsOf(node['x-enum-evidence'], [...path, 'x-enum-evidence']));
    for (const [index, row] of list(node, 'x-transitions').entries()) {
      if (isNode(row)) found.push(...statements(row.evidence, [...path, 'x-transitions', index, 'evidence']));
    }
  }
  const values = contract['x-test-values'];
  if (isNode(values)) found.push(...statements(values.evidence, ['x-test-values', 'evidence']));
  return found;
}
