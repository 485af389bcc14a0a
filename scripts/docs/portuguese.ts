import type { Node } from '../contract/elements.js';
import { applyActions } from '../translation/apply.ts';
import { readDictionary } from '../translation/dictionary.ts';
import { actionsOf } from '../translation/overlay.ts';
import { marked, translator } from '../translation/translate.ts';
import type { Language } from './language.ts';
import { slug } from './places.ts';
import type { Contract } from './types.ts';
import { ptBr } from './words/pt-br.ts';

/** Read when it is first asked for, so that the page in English need not wait for it. */
const dictionary = once(() => readDictionary());
const translate = once(() => translator(dictionary(), marked));
const pairs = once(() => [...dictionary().values()].flat());

export const portuguese: Language = {
  code: 'pt-BR',
  name: 'Português',
  path: 'pt-br/',
  words: ptBr,
  text: (markdown) => translate()(markdown).replace(/(?<=\]\(#\/section\/)[^)]+/g, sectionInPortuguese),
  englishHeading: (heading) => pairs().find(({ pt }) => pt === heading)?.en ?? heading,
};

/** A contract with its words in Portuguese, by the changes of which `npm run generate` writes the overlay. */
export function contractInPortuguese(contract: Contract): Contract {
  return applyActions(contract, actionsOf(contract as unknown as Node, dictionary()));
}

/** The anchor of a section comes from its heading, so it is another one in each language. */
function sectionInPortuguese(anchor: string): string {
  const heading = pairs().find(({ en }) => slug(en) === anchor);
  return heading?.pt ? slug(heading.pt) : anchor;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
