import type { OpenApi } from '../../core/src/contract/openapi.ts';
import { readDictionary } from '../translation/dictionary.ts';
import { translateContract } from '../translation/overlay.ts';
import { marked, translator } from '../translation/translate.ts';
import type { Language } from './language.ts';
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
