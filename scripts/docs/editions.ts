import { parse } from 'yaml';
import { english, type Language } from './language.ts';
import { contractInPortuguese, portuguese } from './portuguese.ts';
import type { Contract } from './types.ts';

export interface Edition {
  language: Language;
  /** The contract, which is written in English, in that language. */
  contract: (source: string) => Contract | Promise<Contract>;
}

/** The languages in which the newest contract is published; older ones are in English alone. */
export const editions: Edition[] = [
  { language: english, contract: parse },
  { language: portuguese, contract: contractInPortuguese },
];
