import { elements, type Path } from '../../core/src/contract/elements.ts';
import { isObject, type JsonObject, listAt, objectAt } from '../../core/src/util/json.ts';

/** A statement as the contract writes it, right or wrong. */
interface Statement {
  readonly text: unknown;
  readonly path: Path;
}

/** Returns the evidence for the parts of a schema: that its fields are required, and how its value comes about. */
export function evidenceOfParts(schema: unknown): unknown[] {
  const { required, value } = objectAt(schema, 'x-evidence-of');
  return [required ?? [], value ?? []].flat();
}

/** Returns the evidence of the nearest element around a place that states one. */
export function nearestEvidence(contract: JsonObject, path: Path): unknown {
  let node: unknown = contract;
  let [nearest] = [contract['x-evidence']].flat();
  for (const key of path) {
    node = (node as Record<string | number, unknown>)[key];
    if (isObject(node)) [nearest = nearest] = [node['x-evidence']].flat();
  }
  return nearest;
}

function statements(value: unknown, path: Path): Statement[] {
  return Array.isArray(value)
    ? value.map((text, index) => ({ text, path: [...path, index] }))
    : [{ text: value, path }];
}

function statementsOf(values: unknown, path: Path): Statement[] {
  if (!isObject(values)) return [];
  return Object.entries(values).flatMap(([name, value]) => statements(value, [...path, name]));
}

/** Returns every statement of evidence in the contract. */
export function evidenceStatements(contract: JsonObject): Statement[] {
  const found: Statement[] = [];
  for (const { node, path } of elements(contract)) {
    if ('x-evidence' in node) found.push(...statements(node['x-evidence'], [...path, 'x-evidence']));
    found.push(...statementsOf(node['x-evidence-of'], [...path, 'x-evidence-of']));
    const resource = node['x-resource'];
    if (isObject(resource)) found.push(...statements(resource.evidence, [...path, 'x-resource', 'evidence']));
    found.push(...statementsOf(node['x-enum-evidence'], [...path, 'x-enum-evidence']));
    for (const [index, row] of listAt(node, 'x-transitions').entries()) {
      if (isObject(row)) found.push(...statements(row.evidence, [...path, 'x-transitions', index, 'evidence']));
    }
  }
  const values = contract['x-test-values'];
  if (isObject(values)) found.push(...statements(values.evidence, ['x-test-values', 'evidence']));
  return found;
}
