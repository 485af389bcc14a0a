import { elements } from '../../core/src/contract/elements.ts';
import type { Server } from '../../core/src/contract/openapi.ts';
import { isObject, type JsonObject, listAt, objectAt } from '../../core/src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';
import { isFilledString } from '../contract/text.ts';
import { addressOf } from '../docs/addresses.ts';
import { describeExtensions } from './descriptions.ts';

/**
 * The contract in the words that every tool knows: one plain address, single statuses, no extensions, no `int64` (which
 * generators read as bigint). The content of extensions moves into descriptions, and the values of a vocabulary into the schema.
 */
export function generatePortableJson({ root }: ContractFile): string {
  const { openapi, ...rest } = describeExtensions(root);
  // 3.0 has no summary of the whole, and openapi-down-convert leaves it in.
  const { description: own, summary: _summary, ...info } = objectAt(rest, 'info');
  const about =
    'A plain form of `openapi.yaml` for tools. Its descriptions state the evidence and the units. The register, to which the evidence refers, is `evidence.yaml` in the same package.';
  const description = [about, own].filter(isFilledString).join('\n\n');
  const document = { openapi, ...rest, info: { ...info, description } };
  for (const { kind, node } of elements(document)) {
    if (kind === 'server') useDefaults(node);
    if (kind === 'schema') plainSchema(node);
    if (kind === 'operation') node.responses = singleStatuses(objectAt(node, 'responses'));
    for (const key of Object.keys(node)) if (key.startsWith('x-')) delete node[key];
  }
  inlineUnions(document);
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** `{base_url}` becomes the address that the variable has by default. */
function useDefaults(server: JsonObject): void {
  server.url = addressOf(server as Server);
  server.description = 'The mock and the sandbox';
  delete server.variables;
}

/** `5XX` and `2XX` become the first status of their class: generators read a key of `responses` as a number. */
function singleStatuses(responses: JsonObject): JsonObject {
  const entries = Object.entries(responses).map(
    ([status, response]) => [status.replace('XX', '00'), response] as const,
  );
  const plain = Object.fromEntries(entries);
  if (Object.keys(plain).length < entries.length) {
    throw new Error(`A class of statuses stands beside its first one: ${Object.keys(responses).join(', ')}`);
  }
  return plain;
}

function plainSchema(schema: JsonObject): void {
  if (schema.format === 'int64') delete schema.format;
  // The branches fix their value themselves, by `const`; a discriminator over `allOf` breaks openapi-zod-client.
  delete schema.discriminator;
  splitTypes(schema);
  const values = listAt(schema, 'x-extensible-enum');
  if (values.length === 0) return;
  // A value that is not known yet is still valid, and the known ones are there to be seen.
  schema.anyOf = [{ type: 'string', enum: values }, { type: schema.type }];
}

/** A named union becomes a part of the fields that refer to it: openapi-ts-request takes it for an object. */
function inlineUnions(document: JsonObject): void {
  const schemas = objectAt(objectAt(document, 'components'), 'schemas');
  const unions = Object.entries(schemas).filter(([, schema]) => isObject(schema) && schema.anyOf && !schema.type);
  for (const [name, union] of unions) {
    for (const { node } of elements(document, 'schema')) {
      if (node.$ref !== `#/components/schemas/${name}`) continue;
      delete node.$ref;
      Object.assign(node, structuredClone(union));
    }
    delete schemas[name];
  }
}

/** The keywords that apply to a single type. */
const KEYWORDS_OF: Readonly<Record<string, readonly string[]>> = {
  integer: ['minimum', 'maximum'],
  string: ['pattern'],
  array: ['items'],
  object: ['properties', 'required', 'additionalProperties'],
};

/** A list of types becomes `anyOf`: 3.0 has none, and kubb follows one with an array without end. A field that may be null keeps its list. */
function splitTypes(schema: JsonObject): void {
  const types = listAt(schema, 'type');
  if (types.filter((type) => type !== 'null').length < 2) return;
  schema.anyOf = types.map((type) => {
    const keywords = (KEYWORDS_OF[String(type)] ?? []).filter((key) => key in schema);
    return { type, ...Object.fromEntries(keywords.map((key) => [key, schema[key]])) };
  });
  for (const key of ['type', ...Object.values(KEYWORDS_OF).flat()]) delete schema[key];
}
