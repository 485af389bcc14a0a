import type { OpenApi } from '../../core/src/contract/openapi.ts';
import { english, type Language } from './language.ts';
import { contractInPortuguese, portuguese } from './portuguese.ts';

export interface EditionDefinition {
  language: Language;
  /** Translates the contract, which is written in English. */
  contract: (written: OpenApi) => OpenApi;
}

/** The languages of the newest contract, English first. Older versions are in English only. */
export const editionDefinitions: EditionDefinition[] = [
  { language: english, contract: (written) => written },
  { language: portuguese, contract: contractInPortuguese },
];
