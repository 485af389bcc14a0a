import type { EditionDefinition } from '../../docs/editions.ts';
import { type Guide, guidesOf } from '../../docs/guide/pages.ts';
import { english } from '../../docs/language.ts';
import { readContract } from './contract.ts';

const ENGLISH: EditionDefinition = { language: english, contract: (written) => written };
const read = new Map<string, readonly Guide[]>();

/** Returns the guides in one language. Reading them takes half a second, so the files of a worker share them. */
export function guidesIn({ language, contract } = ENGLISH): readonly Guide[] {
  const guides = read.get(language.code) ?? guidesOf(contract(readContract()), language);
  read.set(language.code, guides);
  return guides;
}
