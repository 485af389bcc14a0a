import { contractOf } from '../../core/src/contract/contract.ts';
import { LEVELS } from '../../core/src/contract/evidence.ts';
import type { ContractFile } from '../contract/read.ts';
import { portuguese } from '../docs/editions.ts';
import { outcomeTable } from '../docs/guide/tables.ts';
import { english, type Language } from '../docs/language.ts';
import { withLines } from './stamp.ts';

/** The READMEs that count the operations by level of evidence, in their languages. */
export const COUNTED_READMES: Readonly<Record<string, Language>> = { 'README.md': english, 'LEIAME.md': portuguese };

/** Returns a README with the number of operations in the last cell of the row of each level. */
export function generateReadme(text: string, { root }: ContractFile, { words }: Language): string {
  const { operations, placedOf } = contractOf(root);
  const levels = operations.map((operation) => placedOf(operation).evidence.level);
  return LEVELS.reduce((readme, level) => {
    const row = new RegExp(`^(\\| ${words.levels[level]} \\|.*\\| )\\d+( \\|)$`, 'm');
    if (!row.test(readme)) throw new Error(`README: needs a table row that starts with "| ${words.levels[level]} |"`);
    return readme.replace(row, `$1${levels.filter((one) => one === level).length}$2`);
  }, text);
}

export const SECURITY = 'SECURITY.md';

export const BEGIN = '<!-- outcomes -->';
export const END = '<!-- /outcomes -->';

/** Returns SECURITY.md with the outcomes of a POST between their marks. */
export function generateSecurity(text: string): string {
  return withLines(SECURITY, text, [BEGIN, END], outcomeTable(english));
}
