// @ts-check
// Walks the contract as OpenAPI elements, so that lint rules and generators can ask for "every operation" or "every schema" without knowing
// the places. This is plain JavaScript because Redocly loads the lint plugin itself.

/** @typedef {{ [key: string]: unknown }} Node An object of the contract, as parsed. */
/** @typedef {readonly (string | number)[]} Path The path from the root. */
/**
 * @typedef {'root' | 'info' | 'server' | 'tag' | 'pathItem' | 'webhook' | 'operation' | 'parameter' | 'requestBody' |
 *   'response' | 'header' | 'mediaType' | 'example' | 'schema' | 'securityScheme' | 'other'} Kind
 */
/** @typedef {{ kind: Kind, node: Node, path: Path }} Element */

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * The element below each key: one element, a list, or a map from free names to elements.
 * @type {Record<string, { kind: Kind, map?: true }>}
 */
const BELOW = {
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

/** @param {unknown} value @returns {value is Node} */
export function isNode(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object at a key, or an empty object: Redocly itself reports a missing one.
 * @param {unknown} node @param {string} key @returns {Node} */
export function child(node, key) {
  const value = isNode(node) ? node[key] : undefined;
  return isNode(value) ? value : {};
}

/** The list at a key, or an empty one. @param {unknown} node @param {string} key @returns {unknown[]} */
export function list(node, key) {
  const value = isNode(node) ? node[key] : undefined;
  return Array.isArray(value) ? value : [];
}

/** @param {unknown} value @returns {value is string} */
export function isFilledString(value) {
  return typeof value === 'string' && value.trim() !== '';
}

/** Returns a text on one line, since where a file breaks its lines means nothing. @param {string} text @returns {string} */
export function oneLine(text) {
  return text.trim().replace(/\s+/g, ' ');
}

/** The elements directly below one, in their order; references are not followed.
 * @param {Element} element @returns {Generator<Element>} */
export function* below({ kind, node, path }) {
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('x-') || DATA.has(key)) continue;
    const held = kind === 'schema' ? belowSchema(key) : BELOW[key];
    if (kind === 'schema' && !held) continue;
    if ((kind === 'pathItem' || kind === 'webhook') && METHODS.includes(key)) {
      if (isNode(value)) yield { kind: 'operation', node: value, path: [...path, key] };
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (isNode(item)) yield { kind: held?.kind ?? 'other', node: item, path: [...path, key, index] };
      }
    } else if (isNode(value) && held?.map) {
      for (const [name, item] of Object.entries(value)) {
        if (isNode(item)) yield { kind: held.kind, node: item, path: [...path, key, name] };
      }
    } else if (isNode(value)) {
      yield { kind: held?.kind ?? 'other', node: value, path: [...path, key] };
    }
  }
}

/** @param {string} key @returns {{ kind: Kind, map?: boolean } | undefined} */
function belowSchema(key) {
  return SCHEMAS.has(key) || SCHEMA_MAPS.has(key) ? { kind: 'schema', map: SCHEMA_MAPS.has(key) } : undefined;
}

/** @param {Element} element @returns {Generator<Element>} */
function* walk(element) {
  yield element;
  for (const next of below(element)) yield* walk(next);
}

/** @type {WeakMap<Node, Map<Node, Element>>} */
const walked = new WeakMap();

/** The elements of the contract by their node. Walked once per contract, since two dozen rules ask.
 * @param {Node} contract */
function index(contract) {
  let byNode = walked.get(contract);
  if (!byNode) {
    byNode = new Map([...walk({ kind: 'root', node: contract, path: [] })].map((element) => [element.node, element]));
    walked.set(contract, byNode);
  }
  return byNode;
}

/** Every element of the contract, in its order, or those of one kind.
 * @param {Node} contract @param {Kind} [kind] @returns {Element[]} */
export function elements(contract, kind) {
  const all = [...index(contract).values()];
  return kind ? all.filter((element) => element.kind === kind) : all;
}

/** @typedef {Element & { method: string, address: string, webhook: boolean }} Operation */

/** Returns every operation, webhooks included, with its method and its path (or its event).
 * @param {Node} contract @returns {Operation[]} */
export function operations(contract) {
  return elements(contract, 'operation').map((element) => {
    const [root, address, method] = element.path;
    return { ...element, address: String(address), method: String(method), webhook: root === 'webhooks' };
  });
}

/** Whether an operation changes nothing: every GET, and each POST that only looks something up.
 * @param {{ method: string, node: Node }} operation */
export function isSafe({ method, node }) {
  return method === 'get' || node['x-safe'] === true;
}

/** Returns the object itself, or the target of its `$ref`; undefined if the target does not exist (Redocly reports it).
 * @param {object} contract @param {unknown} value @returns {Node | undefined} */
export function target(contract, value) {
  let node = value;
  for (let hops = 0; isNode(node) && typeof node.$ref === 'string'; hops += 1) {
    if (!node.$ref.startsWith('#/') || hops > 20) return undefined;
    const keys = node.$ref.slice(2).split('/').map(unescapePointer);
    node = keys.reduce((/** @type {unknown} */ parent, key) => (isNode(parent) ? parent[key] : undefined), contract);
  }
  return isNode(node) ? node : undefined;
}

/** The same as an element, with its kind and its place.
 * @param {Node} contract @param {unknown} value @returns {Element | undefined} */
export function resolve(contract, value) {
  const node = target(contract, value);
  return node && index(contract).get(node);
}

/** @param {string} text */
function unescapePointer(text) {
  return decodeURIComponent(text).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Returns every element that can be reached from the given nodes, each once: the node itself, its references, and its children, in the order of a
 * reader who follows each reference at once.
 * @param {Node} contract @param {Iterable<unknown>} starts @returns {Element[]} */
export function reachable(contract, starts) {
  /** @type {Set<Element>} */
  const found = new Set();
  /** @param {unknown} node */
  const visit = (node) => {
    const element = isNode(node) ? index(contract).get(node) : undefined;
    if (!element || found.has(element)) return;
    found.add(element);
    if (element.node.$ref !== undefined) visit(target(contract, element.node));
    for (const next of below(element)) visit(next.node);
  };
  for (const start of starts) visit(start);
  return [...found];
}

/** The name of the property that a schema is, if it is one.
 * @param {Path} path @returns {string | undefined} */
export function propertyName(path) {
  return path.at(-2) === 'properties' ? String(path.at(-1)) : undefined;
}

/** Returns the unit of an amount of money in words, as every derived text writes it; undefined for other schemas.
 * @param {unknown} schema @returns {string | undefined} */
export function unitOf(schema) {
  const unit = isNode(schema) ? schema['x-unit'] : undefined;
  return isFilledString(unit) ? `in ${unit}` : undefined;
}
