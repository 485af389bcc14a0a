/** Yields every value in the contract's examples, with its field name and path. */
import {
  type ContractOperation,
  contract,
  type NamedExample,
  namedExamples,
  operations,
  webhooks,
} from './contract.ts';

export interface Found {
  /** `createTransaction 200 pix: customer.documents[0].number` */
  readonly where: string;
  readonly field: string;
  readonly value: unknown;
  /** The record that holds the field. */
  readonly record: Readonly<Record<string, unknown>>;
}

export const examples: readonly NamedExample[] = [...operations, ...webhooks].flatMap(namedExamples);

/** The names of an operation's examples `of` its request or of a response's status. */
export function exampleNames(one: ContractOperation, of: string): string[] {
  return namedExamples(one)
    .filter((example) => example.of === of)
    .map((example) => example.name);
}

/** Returns the value of a named example, or `undefined` if it does not exist. */
export function exampleValue(one: ContractOperation, of: string, name: string): unknown {
  return namedExamples(one).find((example) => example.of === of && example.name === name)?.value;
}

/** All fields of all named examples whose name matches; throws where none does, since a check of nothing passes. */
export function fieldsNamed(name: RegExp): Found[] {
  const found = examples
    .flatMap((example) => fieldsWithin(example.value, `${example.title}: `))
    .filter(({ field }) => name.test(field));
  if (found.length === 0) throw new Error(`No example has a field that matches ${name}.`);
  return found;
}

/** Yields all fields of a body, parents before children. */
export function fieldsWithin(value: unknown, where = ''): Found[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => fieldsWithin(item, `${where}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  // A JSON value that is neither a list nor null has string keys.
  const record = value as Readonly<Record<string, unknown>>;
  return Object.entries(record).flatMap(([field, inner]) => {
    const path = where === '' || where.endsWith(' ') ? `${where}${field}` : `${where}.${field}`;
    return [{ where: path, field, value: inner, record }, ...fieldsWithin(inner, path)];
  });
}

/** The card numbers that may occur in the contract. */
export const publishedCards: ReadonlySet<string> = new Set(
  contract['x-test-values'].cards.map((card) => card.card_number),
);
