import type { Language } from '../language.ts';
import { escapeHtml, oneLine } from '../text.ts';
import type { Badge, Contract, Evidence, Level } from '../types.ts';

/** Redoc's names of colours that stay readable in both of its themes; the word carries the meaning, not the colour. */
const colors: Record<Level, string> = { documented: 'green', observed: 'blue', assumed: 'orange' };

export function badge(level: Level, { words }: Language): Badge {
  return { name: words.levels[level], color: colors[level] };
}

/** What the reference says, as one Markdown paragraph. */
export function statementOf(contract: Contract, { level, reference }: Evidence, { words }: Language): string {
  if (level === 'documented') {
    return words.sectionOfSource(reference, contract['x-source-document'].sections[reference]);
  }
  const entry = contract['x-evidence-register'][reference];
  if (!entry) throw new Error(`No entry "${reference}" in x-evidence-register: add it to openapi.yaml`);
  return entry.statement.trim();
}

/**
 * A mark to put below a description: the levels, from which the statements open. One line of HTML, because Markdown has no
 * element that opens.
 */
export function evidenceMark(contract: Contract, evidences: Evidence[], language: Language): string {
  if (evidences.length === 0) return '';
  const levels = [...new Set(evidences.map(({ level }) => level))].map((level) => pill(level, language));
  const body = evidences.map(
    (evidence) =>
      `<p>${pill(evidence.level, language)} <strong>${evidence.reference}</strong> ${inlineHtml(statementOf(contract, evidence, language))}</p>`,
  );
  return `\n\n<details class="evidence"><summary>${levels.join(' ')}</summary>${body.join('')}</details>`;
}

/** A level as a small label. */
export function pill(level: Level, { words }: Language): string {
  return `<span class="level ${level}">${words.levels[level]}</span>`;
}

function inlineHtml(markdown: string): string {
  return escapeHtml(oneLine(markdown)).replace(/`([^`]+)`/g, '<code>$1</code>');
}
