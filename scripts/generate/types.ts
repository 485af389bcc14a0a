import openapiTS, { astToString } from 'openapi-typescript';
import { targetOf } from '../../core/src/contract/document.ts';
import { reachable } from '../../core/src/contract/elements.ts';
import { groupBy } from '../../core/src/util/group-by.ts';
import { asObject, isObject, type JsonObject, listAt, objectAt } from '../../core/src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';
import { isFilledString } from '../contract/text.ts';
import { describeExtensions } from './descriptions.ts';
import { header } from './stamp.ts';

/**
 * Returns the types of the contract exactly as `openapi-typescript --empty-objects-unknown --default-non-nullable=false` writes them, so that
 * each tool built on such types takes them. Only the comments have additions.
 */
export async function generateTypes(
  contract: ContractFile,
  about = 'The types of the contract, by openapi-typescript.',
): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(describeExtensions(contract.root)), {
    // An object without documented fields may have any field.
    emptyObjectsUnknown: true,
    // A default is what the gateway takes when the caller leaves the field out; it does not make the field required.
    defaultNonNullable: false,
    silent: true,
  });
  return header(contract, about) + astToString(nodes);
}

/** Returns a type for each schema of the contract, under the schema's own name. */
export function generateSchemas(contract: ContractFile): string {
  const schemas = objectAt(objectAt(contract.root, 'components'), 'schemas');
  const types = Object.keys(schemas)
    .sort()
    .map((name) => declaration(contract.root, name, objectAt(schemas, name)));
  return `${header(
    contract,
    `Every schema of the contract as a type of its name. Unlike those in types.ts, these types list the known values of open
vocabularies, so editors offer them. Both are assignable to each other.`,
  )}import type { components } from './types.js';

/** A schema in types.ts, without null. */
type Base<Name extends keyof components['schemas']> = Exclude<components['schemas'][Name], null>;
/** A value of an open vocabulary that the contract does not know. Plain \`string\` would hide the known ones. */
type Other = string & Record<never, never>;

${types.join('\n')}
`;
}

function declaration(contract: JsonObject, name: string, schema: JsonObject): string {
  if (!hasVocabulary(contract, schema)) return `export type ${name} = components['schemas']['${name}'];`;
  const parts = partsOf(contract, schema);
  // A reference alone, a union and a list have none.
  const fields = parts.flatMap((part) => Object.entries(objectAt(part, 'properties')));
  if (fields.length === 0) return `export type ${name} = ${typeOf(contract, schema, name).join(' | ')};`;
  const required = parts.flatMap((part) => listAt(part, 'required'));
  const members = [...groupBy(fields, ([key]) => key)].flatMap(([key, all]) => {
    const definitions = all.map(([, field]) => asObject(field));
    if (definitions.some((one) => one.const !== undefined || one.enum !== undefined)) return [];
    const opened = definitions.find((one) => hasVocabulary(contract, one));
    if (!opened) return [];
    const type = typeOf(contract, opened, `${name}.${key}`);
    // Another definition of the same field may say more than this one.
    const types = definitions.length > 1 ? [`Base<'${name}'>['${key}'] & ${parenthesized(type)}`] : type;
    return [`  ${key}${required.includes(key) ? '' : '?'}: ${types.join(' | ')};`];
  });
  const head = (own: string) => `interface ${own} extends Base<'${name}'> {\n${members.join('\n')}\n}`;
  if (![schema.type].flat().includes('null')) return `export ${head(name)}`;
  return `export type ${name} = ${name}Object | null;\n${head(`${name}Object`)}`;
}

const hasVocabulary = (contract: JsonObject, schema: JsonObject): boolean =>
  reachable(contract, [schema]).some(({ node }) => listAt(node, 'x-extensible-enum').length > 0);

/** Returns an object and all parts of its `allOf`. */
function partsOf(contract: JsonObject, schema: JsonObject): JsonObject[] {
  const parts = listAt(schema, 'allOf').map((part) => targetOf(contract, part) ?? {});
  return [...parts.flatMap((part) => partsOf(contract, part)), schema];
}

/** Returns the branches of a type that has a vocabulary. */
function typeOf(contract: JsonObject, schema: JsonObject, place: string): string[] {
  const orNull = [schema.type].flat().includes('null') ? ['null'] : [];
  const values = listAt(schema, 'x-extensible-enum').filter(isFilledString);
  if (values.length > 0) return [...values.map((value) => `'${value}'`), 'Other', ...orNull];
  if (isFilledString(schema.$ref)) return [schema.$ref.replace('#/components/schemas/', '')];
  if (isObject(schema.items)) return [`${parenthesized(typeOf(contract, schema.items, place))}[]`, ...orNull];
  const branches = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')].filter(isObject);
  if (branches.length > 0) return branches.flatMap((branch) => typeOf(contract, branch, place));
  throw new Error(
    `Make the object at ${place} a component schema: it has a vocabulary, and its place gives it no name.`,
  );
}

const parenthesized = (branches: readonly string[]): string =>
  branches.length > 1 ? `(${branches.join(' | ')})` : String(branches[0]);
