// @ts-check
import { child, isNode, list, target } from './elements.js';

/**
 * The contents of a schema, including the schemas that it is composed of.
 * @template Schema
 * @typedef {object} Shape
 * @property {Map<string, Schema>} properties Its own and those of the parts of its `allOf`, in the order of the contract.
 * @property {Set<string>} required
 * @property {Schema[]} forms The alternatives of `oneOf`.
 * @property {Schema | undefined} items
 */

/** Returns the shape of a schema, or of its reference. A reference to a missing schema adds nothing (Redocly reports it).
 * @template {object} Schema
 * @param {object} contract @param {Schema} schema @param {readonly unknown[]} without Schemas to leave out, which also ends a cycle.
 * @returns {Shape<Schema>} */
export function shapeOf(contract, schema, without = []) {
  const node = target(contract, schema);
  /** @type {Shape<Schema>} */
  const shape = { properties: new Map(), required: new Set(), forms: [], items: undefined };
  for (const part of partsOf(contract, schema).filter((part) => !without.includes(part))) {
    const { properties, required, forms } = shapeOf(contract, part, [...without, node]);
    for (const [name, property] of properties) shape.properties.set(name, property);
    for (const name of required) shape.required.add(name);
    shape.forms.push(...forms);
  }
  for (const [name, property] of Object.entries(child(node, 'properties'))) {
    if (isNode(property)) shape.properties.set(name, /** @type {Schema} */ (property));
  }
  for (const name of list(node, 'required')) shape.required.add(String(name));
  shape.forms.unshift(.../** @type {Schema[]} */ (list(node, 'oneOf').filter(isNode)));
  if (isNode(node?.items)) shape.items = /** @type {Schema} */ (node.items);
  return shape;
}

/** Returns the parts that all forms of a schema share, so that a list can show them once: their shape, and the parts themselves.
 * @template {object} Schema
 * @param {object} contract @param {readonly Schema[]} forms @returns {Shape<Schema> & { parts: Schema[] }} */
export function sharedBy(contract, forms) {
  const [first = [], ...others] = forms.map((form) => partsOf(contract, form));
  const parts = first.filter((part) => others.every((other) => other.includes(part)));
  return { ...shapeOf(contract, /** @type {Schema} */ ({ allOf: parts })), parts };
}

/** The parts of a schema's `allOf`, references followed.
 * @template {object} Schema
 * @param {object} contract @param {Schema} schema @returns {Schema[]} */
function partsOf(contract, schema) {
  const parts = list(target(contract, schema), 'allOf').map((part) => target(contract, part));
  return /** @type {Schema[]} */ (parts.filter(isNode));
}
