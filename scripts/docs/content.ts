import { markEvidence } from './evidence/marks.ts';
import { writeGuide } from './guide/guide.ts';
import type { VersionLinks } from './guide/tables.ts';
import type { Language } from './language.ts';
import { addCodeSamples } from './samples/samples.ts';
import type { Contract } from './types.ts';

/** The contract as the page shows it, with guide, code and evidence in one language; what was given stays as it is. */
export function decorate(contract: Contract, language: Language, links: VersionLinks = {}): Contract {
  const decorated = structuredClone(contract);
  writeGuide(decorated, language, links);
  addCodeSamples(decorated);
  markEvidence(decorated, language);
  return decorated;
}
