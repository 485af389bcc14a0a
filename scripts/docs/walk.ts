import type { Schema } from './types.ts';

/**
 * Visits a schema and all that is written inside it, each with the names of the properties that lead there; references
 * are not followed.
 */
export function walk(node: Schema, label: string, visit: (node: Schema, label: string) => void): void {
  visit(node, label);
  for (const [name, property] of Object.entries(node.properties ?? {})) walk(property, `${label}.${name}`, visit);
  for (const part of [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])]) walk(part, label, visit);
  if (node.items) walk(node.items, label, visit);
}
