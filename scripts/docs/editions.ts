import type { OpenApi } from '../../core/src/contract/openapi.ts';
import { readDictionary } from '../translation/dictionary.ts';
import { marked, translateContract, translator } from '../translation/overlay.ts';
import { english, type Language } from './language.ts';
import { ptBr } from './words/pt-br.ts';

const dictionary = readDictionary();

export const portuguese: Language = {
  code: 'pt-BR',
  name: 'Português',
  path: 'pt-br/',
  words: ptBr,
  text: translator(dictionary, marked),
};

/** Returns the contract in Portuguese: the result of the overlay that `npm run compile` writes. */
export function contractInPortuguese(contract: OpenApi): OpenApi {
  return translateContract(contract, dictionary);
}

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
