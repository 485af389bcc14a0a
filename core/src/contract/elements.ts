/** The one walk through a document: its OpenAPI elements with their places, for lint rules, generators, docs and `verify`. */
import { isObject, type JsonObject, memoize } from '../util/index.js';
import { targetOf } from './document.js';
import { HTTP_METHODS } from './operation.js';

/** The path from the root. */
export type Path = readonly (string | number)[];
type Kind =
  | 'root'
  | 'info'
  | 'server'
  | 'tag'
  | 'pathItem'
  | 'webhook'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'response'
  | 'header'
  | 'mediaType'
  | 'example'
  | 'schema'
  | 'securityScheme'
  | 'other';
export interface Element {
  readonly kind: Kind;
  readonly node: JsonObject;
  readonly path: Path;
  /** The element around it. Undefined for the root. */
  readonly parent: Element | undefined;
}

/** The element below each key: one element, a list, or a map from free names to elements. */
const BELOW: Readonly<Record<string, { kind: Kind; map?: boolean }>> = {
  info: { kind: 'info' },
  servers: { kind: 'server' },
  tags: { kind: 'tag' },
  paths: { kind: 'pathItem', map: true },
  webhooks: { kind: 'webhook', map: true },
  pathItems: { kind: 'pathItem', map: true },
  parameters: { kind: 'parameter', map: true },
  requestBody: { kind: 'requestBody' },
  requestBodies: { kind: 'requestBody', map: true },
  responses: { kind: 'response', map: true },
  headers: { kind: 'header', map: true },
  content: { kind: 'mediaType', map: true },
  examples: { kind: 'example', map: true },
  securitySchemes: { kind: 'securityScheme', map: true },
  schemas: { kind: 'schema', map: true },
  schema: { kind: 'schema' },
};

/** The keywords of a schema that hold further schemas, and those that hold a map from free names to schemas. */
const SCHEMAS = new Set(
  'items prefixItems contains additionalProperties unevaluatedProperties propertyNames allOf anyOf oneOf not if then else'.split(
    ' ',
  ),
);
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** Keys with plain data, where `x-…` and `properties` have no special meaning. */
const DATA = new Set(['value', 'example', 'default', 'const', 'enum', 'mapping', 'security', 'required']);

/** The elements directly below one, in their order; references are not followed. */
function* below(parent: Element): Generator<Element> {
  const { kind, node, path } = parent;
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('x-') || DATA.has(key)) continue;
    const held = kind === 'schema' ? belowSchema(key) : BELOW[key];
    if (kind === 'schema' && !held) continue;
    if ((kind === 'pathItem' || kind === 'webhook') && HTTP_METHODS.includes(key)) {
      if (isObject(value)) yield { kind: 'operation', node: value, path: [...path, key], parent };
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (isObject(item)) yield { kind: held?.kind ?? 'other', node: item, path: [...path, key, index], parent };
      }
    } else if (isObject(value) && held?.map) {
      for (const [name, item] of Object.entries(value)) {
        if (isObject(item)) yield { kind: held.kind, node: item, path: [...path, key, name], parent };
      }
    } else if (isObject(value)) {
      yield { kind: held?.kind ?? 'other', node: value, path: [...path, key], parent };
    }
  }
}

function belowSchema(key: string): { kind: Kind; map?: boolean } | undefined {
  return SCHEMAS.has(key) || SCHEMA_MAPS.has(key) ? { kind: 'schema', map: SCHEMA_MAPS.has(key) } : undefined;
}

function* walk(element: Element): Generator<Element> {
  yield element;
  for (const next of below(element)) yield* walk(next);
}

/** The elements of a document by their node. */
const index = memoize((document: JsonObject): Map<JsonObject, Element> => {
  const root: Element = { kind: 'root', node: document, path: [], parent: undefined };
  return new Map([...walk(root)].map((element) => [element.node, element]));
});

/** Every element of the contract, in its order, or those of one kind. */
export function elements(contract: JsonObject, kind?: Kind): Element[] {
  const all = [...index(contract).values()];
  return kind ? all.filter((element) => element.kind === kind) : all;
}

/** Returns an object of the document, or the target of its reference, as an element. */
export function elementOf(contract: JsonObject, value: unknown): Element | undefined {
  const node = targetOf(contract, value);
  return node && index(contract).get(node);
}

/**
 * Returns every element that can be reached from the given nodes, each once: the node itself, its references, and its children, in the order of a
 * reader who follows each reference at once.
 */
export function reachable(contract: JsonObject, starts: Iterable<unknown>): Element[] {
  const found = new Set<Element>();
  const visit = (node: unknown) => {
    const element = isObject(node) ? index(contract).get(node) : undefined;
    if (!element || found.has(element)) return;
    found.add(element);
    if (element.node.$ref !== undefined) visit(targetOf(contract, element.node));
    for (const next of below(element)) visit(next.node);
  };
  for (const start of starts) visit(start);
  return [...found];
}

/** The name of the property that a schema is, if it is one. */
export function propertyName(path: Path): string | undefined {
  return path.at(-2) === 'properties' ? String(path.at(-1)) : undefined;
}
