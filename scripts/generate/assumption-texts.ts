import { contractOf } from '../../core/src/contract/contract.ts';
import { evidenceList } from '../../core/src/contract/evidence.ts';
import type { OpenApi, RegisterEntry } from '../../core/src/contract/openapi.ts';
import type { ContractFile } from '../contract/read.ts';
import { oneLine } from '../contract/text.ts';
import { entriesByGroup } from '../docs/evidence/register.ts';
import { readDictionary } from '../translation/dictionary.ts';
import { translateContract } from '../translation/overlay.ts';
import { header, printed } from './stamp.ts';

/** Returns where the docs show each entry that the sandbox can count, and its texts in Portuguese. */
export function generateAssumptionTexts(contract: ContractFile): string {
  const written = contract.root as OpenApi;
  const register = translateContract(written, readDictionary())['x-evidence-register'];
  const ofPaths = new Set(
    contractOf(written).operations.flatMap((operation) =>
      evidenceList(operation.definition['x-evidence']).map(({ reference }) => reference),
    ),
  );
  const textsOf = (page: string, key: string): [string, object][] => {
    const { sandbox, summary, statement, variants = {} } = register[key] as RegisterEntry;
    if (!sandbox && Object.keys(variants).length === 0 && !ofPaths.has(key)) return [];
    const sentences = Object.entries(variants).map(([name, variant]) => [name, oneLine(variant.statement)]);
    return [[key, { page, statement: oneLine(summary ?? statement), variants: Object.fromEntries(sentences) }]];
  };
  const table = Object.fromEntries(
    [...entriesByGroup(written)].flatMap(([group, entries]) => entries.flatMap(({ key }) => textsOf(group, key))),
  );
  return `${header(contract, 'Where the docs show the assumptions of the sandbox, and their texts in Portuguese.')}interface AssumptionTexts {
  readonly page: string;
  readonly statement: string;
  readonly variants: Readonly<Record<string, string>>;
}

/** By entry of the evidence register. \`page\` is the last part of an address of the docs. */
export const assumptionTexts: Readonly<Record<string, AssumptionTexts>> = ${printed(table)};
`;
}
