import { query } from 'jsonpath-rfc9535';
import { isNode, type Node } from '../contract/elements.js';
import type { Action } from './overlay.ts';

/**
 * Returns a copy of a document with the changes of an overlay (OpenAPI Overlay 1.0): it merges objects, appends to lists, and replaces everything
 * else.
 *
 * @throws if a target does not exist: a change without an effect is a mistake here
 */
export function applyActions<T extends object>(document: T, actions: readonly Action[]): T {
  const changed = structuredClone(document);
  for (const { target, update } of actions) {
    const found = query(changed as Parameters<typeof query>[0], target);
    if (found.length === 0) throw new Error(`Nothing at ${target}: run \`npm run compile\``);
    for (const node of found) merge(node as unknown as Node, update);
  }
  return changed;
}

function merge(node: Node, update: Node): void {
  for (const [key, value] of Object.entries(update)) {
    const before = Object.hasOwn(node, key) ? node[key] : undefined;
    if (isNode(before) && isNode(value)) merge(before, value);
    else node[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
}
