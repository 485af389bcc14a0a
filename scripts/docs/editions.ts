import { english, type Language } from './language.ts';
import { contractInPortuguese, portuguese } from './portuguese.ts';
import type { Contract } from './types.ts';

export interface Edition {
  language: Language;
  /** The contract, which is written in English, in that language. */
  contract: (written: Contract) => Contract;
}

/** The languages in which the newest contract is published; older ones are in English alone. */
export const editions: Edition[] = [
  { language: english, contract: (written) => written },
  { language: portuguese, contract: contractInPortuguese },
];
