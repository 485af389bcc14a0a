import { child, elements, isFilledString, list, type Node } from '../contract/elements.js';
import { addressOf } from '../contract/operation.js';
import type { Contract } from '../contract/read.ts';
import { describeExtensions } from './descriptions.ts';

/**
 * The contract in the words that every tool knows: one plain address, single statuses, no extensions, no `int64` (which
 * generators read as bigint). What extensions say moves into descriptions, and the values of a vocabulary into the schema.
 */
export function generatePortableJson({ root, sha256 }: Contract): string {
  const { openapi, ...rest } = describeExtensions(root);
  const { description: own, ...info } = child(rest, 'info');
  const about = `A plain form of \`openapi.yaml\` for tools, made from it by \`npm run generate\` (sha256 ${sha256}). Evidence and units stand in the descriptions; the register to which they refer stands at the end of \`openapi.yaml\`.`;
  const description = [about, own].filter(isFilledString).join('\n\n');
  // The description first: the hash belongs at the top of the file.
  const document = { openapi, ...rest, info: { description, ...info } };
  for (const { kind, node } of elements(document)) {
    if (kind === 'server') useDefaults(node);
    if (kind === 'schema') plainSchema(node);
    if (kind === 'operation') node.responses = singleStatuses(child(node, 'responses'));
    for (const key of Object.keys(node)) if (key.startsWith('x-')) delete node[key];
  }
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** `{base_url}` becomes the address that the variable has by default. */
function useDefaults(server: Node): void {
  server.url = addressOf(server);
  server.description = 'Mock';
  delete server.variables;
}

/** `5XX` and `2XX` become the first status of their class: generators read a key of `responses` as a number. */
function singleStatuses(responses: Node): Node {
  const entries = Object.entries(responses).map(
    ([status, response]) => [status.replace('XX', '00'), response] as const,
  );
  const plain = Object.fromEntries(entries);
  if (Object.keys(plain).length < entries.length) {
    throw new Error(`A class of statuses stands beside its first one: ${Object.keys(responses).join(', ')}`);
  }
  return plain;
}

function plainSchema(schema: Node): void {
  if (schema.format === 'int64') delete schema.format;
  // The branches fix their value themselves, by `const`; a discriminator over `allOf` breaks openapi-zod-client.
  delete schema.discriminator;
  splitTypes(schema);
  splitEnum(schema);
  const values = list(schema, 'x-extensible-enum');
  if (values.length === 0) return;
  // A value that is not known yet is still valid, and the known ones are there to be seen.
  const { type } = schema;
  delete schema.type;
  schema.anyOf = [{ type: 'string', enum: values }, { type }];
}

const OF_ARRAYS = ['items'];
const OF_OBJECTS = ['properties', 'required', 'additionalProperties'];

/** A list of types with an array or an object among others becomes `anyOf`: kubb follows such a list without end. */
function splitTypes(schema: Node): void {
  const types = list(schema, 'type');
  const structured = types.some((type) => type === 'array' || type === 'object');
  if (!structured || types.filter((type) => type !== 'null').length < 2) return;
  schema.anyOf = types.map((type) => {
    const keywords = type === 'array' ? OF_ARRAYS : type === 'object' ? OF_OBJECTS : [];
    return { type, ...Object.fromEntries(keywords.filter((key) => key in schema).map((key) => [key, schema[key]])) };
  });
  for (const key of ['type', ...OF_ARRAYS, ...OF_OBJECTS]) delete schema[key];
}

/** An `enum` of several types becomes `anyOf` with one of each type: as names, which generators make of values, `0` and `"0"` are the same. */
function splitEnum(schema: Node): void {
  const values = list(schema, 'enum');
  const typeOf = (value: unknown) => (value === null ? 'null' : typeof value);
  const types = [...new Set(values.map(typeOf))];
  if (types.length < 2) return;
  delete schema.enum;
  schema.anyOf = types.map((type) => {
    const own = values.filter((value) => typeOf(value) === type);
    return type === 'boolean' && own.length === 2 ? { type } : { type, enum: own };
  });
}
