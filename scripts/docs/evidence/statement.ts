import type { Evidence } from '../../../core/src/contract/evidence.ts';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import type { Language } from '../language.ts';

/** Returns the statement of a reference, as one Markdown paragraph. */
export function statementOf(
  contract: OpenApi,
  { level, reference }: Evidence,
  { words }: Pick<Language, 'words'>,
): string {
  if (level === 'documented') {
    return words.sectionOfSource(reference, contract['x-source-document'].sections[reference]);
  }
  const entry = contract['x-evidence-register'][reference];
  if (!entry) throw new Error(`No entry "${reference}" in x-evidence-register: add it to evidence.yaml`);
  return entry.statement.trim();
}
