import type { Badge, Contract, EvidenceText, Level } from './contract.ts';
import { escapeHtml } from './html.ts';

/** One reference of an `x-evidence`: a section of the source document or an entry of the register. */
export interface Evidence {
  level: Level;
  reference: string;
}

export const levels: Level[] = ['documented', 'observed', 'assumed'];

/** Redoc's names of colours that stay readable in both of its themes; the word carries the meaning, not the colour. */
const colors: Record<Level, string> = { documented: 'green', observed: 'blue', assumed: 'orange' };

export function parseEvidence(text: EvidenceText | undefined): Evidence[] {
  return [text ?? []].flat().map((item) => {
    const [level, reference] = item.split(' ');
    if (!reference || !levels.includes(level as Level)) {
      throw new Error(`Not an evidence: "${item}". Write "<documented|observed|assumed> <reference>"`);
    }
    return { level: level as Level, reference };
  });
}

export function badge(level: Level): Badge {
  return { name: level, color: colors[level] };
}

/** What the reference says, as one Markdown paragraph. */
export function statementOf(contract: Contract, { level, reference }: Evidence): string {
  if (level === 'documented') {
    const title = contract['x-source-document'].sections[reference];
    return `Section ${reference} of the source document${title ? `: ${title}` : ''}.`;
  }
  const entry = contract['x-evidence-register'][reference];
  if (!entry) throw new Error(`No entry "${reference}" in x-evidence-register: add it to openapi.yaml`);
  return entry.statement.trim();
}

/**
 * A mark to put below a description: which evidence, and what it says one click away. One line of HTML, because Markdown
 * has no element that opens, and because the search of Redoc takes the tags out of a line but not out of a block.
 */
export function evidenceMark(contract: Contract, evidences: Evidence[]): string {
  if (evidences.length === 0) return '';
  const summary = evidences.map(({ level, reference }) => `${level}: ${reference}`).join(' · ');
  const body = evidences.map((evidence) => {
    return `<p><strong>${evidence.reference}</strong> ${inlineHtml(statementOf(contract, evidence))}</p>`;
  });
  return `\n\n<details class="evidence"><summary>${summary}</summary>${body.join('')}</details>`;
}

function inlineHtml(markdown: string): string {
  return escapeHtml(markdown.replace(/\s+/g, ' ')).replace(/`([^`]+)`/g, '<code>$1</code>');
}
