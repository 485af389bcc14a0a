import type { Node } from '../contract/elements.js';
import { applyActions } from '../translation/apply.ts';
import { readDictionary } from '../translation/dictionary.ts';
import { actionsOf } from '../translation/overlay.ts';
import { marked, translator } from '../translation/translate.ts';
import type { Language } from './language.ts';
import type { Contract } from './types.ts';
import { ptBr } from './words/pt-br.ts';

/** Read on first use: pages in English do without it. */
const dictionary = once(() => readDictionary());
const translate = once(() => translator(dictionary(), marked));

export const portuguese: Language = {
  code: 'pt-BR',
  name: 'Português',
  path: 'pt-br/',
  words: ptBr,
  text: (markdown) => translate()(markdown),
};

/** Returns the contract in Portuguese: the result of the overlay that `npm run compile` writes. */
export function contractInPortuguese(contract: Contract): Contract {
  return applyActions(contract, actionsOf(contract as unknown as Node, dictionary()));
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
