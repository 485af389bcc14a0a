import { elements, type Path } from '../../core/src/contract/elements.ts';
import { type JsonObject, listAt, objectAt } from '../../core/src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';
import { isFilledString } from '../contract/text.ts';
import { printLiteral } from './print.ts';
import { header } from './stamp.ts';

interface Vocabulary {
  /** The component schema, or the field below it: `TransactionStatus`, `PaymentLink.type`. */
  readonly name: string;
  readonly values: readonly string[];
  readonly evidence: Record<string, string>;
}

/** The open vocabularies of the contract. */
function vocabularyList(contract: JsonObject): Vocabulary[] {
  return elements(contract, 'schema').flatMap(({ node, path }) => {
    const values = listAt(node, 'x-extensible-enum').filter(isFilledString);
    if (values.length === 0) return [];
    const stated = objectAt(node, 'x-enum-evidence');
    const inherited = evidenceAround(contract, path);
    const evidence = values.map((value) => [value, [stated[value] ?? inherited].flat().join(', ')]);
    return [{ name: nameOf(path), values, evidence: Object.fromEntries(evidence) }];
  });
}

/** The evidence of existence of the nearest element around a schema that states one. */
function evidenceAround(contract: JsonObject, path: Path): string {
  const around = elements(contract).filter(
    ({ node, path: outer }) => node['x-evidence'] !== undefined && outer.every((key, index) => key === path[index]),
  );
  return String([around.at(-1)?.node['x-evidence']].flat()[0]);
}

function nameOf(path: Path): string {
  const [components, schemas, component, ...below] = path;
  let name = String(component);
  let rest = below;
  while (rest[0] === 'properties' || rest[0] === 'items') {
    if (rest[0] === 'properties') name += `.${rest[1]}`;
    rest = rest.slice(rest[0] === 'properties' ? 2 : 1);
  }
  if (components === 'components' && schemas === 'schemas' && rest.length === 0) return name;
  throw new Error(`Make the vocabulary at ${path.join('/')} a component schema: its place gives it no name.`);
}

export function generateVocabularies(contract: ContractFile): string {
  const found = vocabularyList(contract.root);
  const table = Object.fromEntries(found.map(({ name, values }) => [name, values]));
  const evidence = Object.fromEntries(found.map((vocabulary) => [vocabulary.name, vocabulary.evidence]));
  return `${header(
    contract,
    `The values that the contract knows of each open vocabulary, by component schema or by field (\`Schema.field\`). The gateway
may return others: treat them as unknown, not wrong.`,
  )}export const vocabularies = ${printLiteral(table, 0, 200)} as const;

/** What each value rests on: a level, and a section of the source document or a key of the register. */
export const vocabularyEvidence = ${printLiteral(evidence, 0, 200)} as const;
`;
}
