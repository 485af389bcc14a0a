import { readContract } from '../contract/read.ts';
import { readDictionary } from '../translation/dictionary.ts';
import { generateOverlay } from '../translation/overlay.ts';
import { marked, translator } from '../translation/translate.ts';
import type { Language } from './language.ts';
import { slug } from './places.ts';
import { applyOverlay } from './redoc/overlay.ts';
import type { Contract } from './types.ts';
import { ptBr } from './words/pt-br.ts';

const dictionary = readDictionary();
const translate = translator(dictionary, marked);
const pairs = [...dictionary.values()].flat();

export const portuguese: Language = {
  code: 'pt-BR',
  name: 'Português',
  path: 'pt-br/',
  words: ptBr,
  text: (markdown) => translate(markdown).replace(/(?<=\]\(#\/section\/)[^)]+/g, sectionInPortuguese),
  englishHeading: (heading) => pairs.find(({ pt }) => pt === heading)?.en ?? heading,
};

/** A contract with its words in Portuguese, by the overlay that `npm run generate` writes for it. */
export function contractInPortuguese(source: string): Promise<Contract> {
  return applyOverlay(source, generateOverlay(readContract(source), dictionary));
}

/** The anchor of a section comes from its heading, so it is another one in each language. */
function sectionInPortuguese(anchor: string): string {
  const heading = pairs.find(({ en }) => slug(en) === anchor);
  return heading?.pt ? slug(heading.pt) : anchor;
}
