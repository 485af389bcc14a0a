import { child, elements, isFilledString, list, type Node, type Path } from '../contract/elements.js';
import type { Contract } from '../contract/read.ts';
import { header } from './header.ts';
import { print } from './print.ts';

interface Vocabulary {
  /** The component schema, or the field below it: `TransactionStatus`, `PaymentLink.type`. */
  readonly name: string;
  /** Its type in types.ts. */
  readonly type: string;
  readonly values: readonly string[];
  readonly evidence: Record<string, string>;
}

/** The open vocabularies of the contract. */
export function vocabularyList(contract: Node): Vocabulary[] {
  return elements(contract, 'schema').flatMap(({ node, path }) => {
    const values = list(node, 'x-extensible-enum').filter(isFilledString);
    if (values.length === 0) return [];
    const stated = child(node, 'x-enum-evidence');
    const inherited = evidenceAround(contract, path);
    const evidence = values.map((value) => [value, [stated[value] ?? inherited].flat().join(', ')]);
    return [{ ...place(path), values, evidence: Object.fromEntries(evidence) }];
  });
}

/** The evidence of existence of the nearest element around a schema that states one. */
function evidenceAround(contract: Node, path: Path): string {
  const around = elements(contract).filter(
    ({ node, path: outer }) => node['x-evidence'] !== undefined && outer.every((key, index) => key === path[index]),
  );
  return String([around.at(-1)?.node['x-evidence']].flat()[0]);
}

function place(path: Path): { name: string; type: string } {
  const [components, schemas, component, ...below] = path;
  let name = String(component);
  let type = `schemas['${component}']`;
  for (let rest = below; rest.length > 0; ) {
    const [keyword, key] = rest;
    if (keyword === 'properties') {
      name += `.${key}`;
      type = `Present<${type}>['${key}']`;
      rest = rest.slice(2);
    } else if (keyword === 'items') {
      type = `Present<${type}>[number]`;
      rest = rest.slice(1);
    } else {
      break;
    }
    if (rest.length === 0) return { name, type };
  }
  if (components === 'components' && schemas === 'schemas' && below.length === 0) return { name, type };
  throw new Error(`Make the vocabulary at ${path.join('/')} a component schema: its place gives it no name.`);
}

export function generateVocabularies(contract: Contract): string {
  const found = vocabularyList(contract.root);
  const table = Object.fromEntries(found.map(({ name, values }) => [name, values]));
  const evidence = Object.fromEntries(found.map((vocabulary) => [vocabulary.name, vocabulary.evidence]));
  const types = found.map(({ name, type }) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: ${type};`);
  return `${header(
    contract,
    `The values that the contract knows of each open vocabulary. The gateway may return others: treat them as unknown, not wrong.`,
  )}import type { components } from './types.js';

type schemas = components['schemas'];
/** Not NonNullable, whose \`& {}\` makes an open vocabulary a plain string. */
type Present<Value> = Exclude<Value, null | undefined>;

/** The listed values of an open vocabulary, without the \`string\` that keeps it open. */
export type Known<Vocabulary> = Vocabulary extends string ? (string extends Vocabulary ? never : Vocabulary) : never;

/** The vocabularies by component schema, or by field (\`Schema.field\`). */
export interface Vocabularies {
${types.join('\n')}
}

export const vocabularies = ${print(table, 0, 200)} as const satisfies { [Name in keyof Vocabularies]: readonly Known<Vocabularies[Name]>[] };

/** What each value rests on: a level, and a section of the source document or a key of the register. */
export const vocabularyEvidence = ${print(evidence, 0, 200)} as const satisfies { [Name in keyof Vocabularies]: Record<Known<Vocabularies[Name]>, string> };
`;
}
