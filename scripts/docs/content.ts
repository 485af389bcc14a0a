import { markEvidence } from './evidence/marks.ts';
import { writeGuide } from './guide/guide.ts';
import type { VersionLinks } from './guide/tables.ts';
import type { Language } from './language.ts';
import { addCodeSamples } from './samples/samples.ts';
import type { Contract } from './types.ts';

/** Extensions that Redoc shows. */
const shown = new Set(['x-codeSamples', 'x-badges', 'x-tagGroups', 'x-displayName', 'x-traitTag']);

/** Without what Redoc does not show: the page carries the contract, and evidence is a third of it. */
export function withoutOwnExtensions(contract: Contract): Contract {
  const keep = (key: string, value: unknown) => (key.startsWith('x-') && !shown.has(key) ? undefined : value);
  return JSON.parse(JSON.stringify(contract, keep));
}

/** The contract as the page shows it, with guide, code and evidence in one language; what was given stays as it is. */
export function decorate(contract: Contract, language: Language, links: VersionLinks = {}): Contract {
  const decorated = structuredClone(contract);
  writeGuide(decorated, language, links);
  addCodeSamples(decorated);
  markEvidence(decorated, language);
  return decorated;
}
