// @ts-check
/** @import { Badge, Contract, Evidence, Level } from './types.ts' */
import { escapeHtml, oneLine } from './text.js';

/**
 * Redoc's names of colours that stay readable in both of its themes; the word carries the meaning, not the colour.
 *
 * @type {Record<Level, string>}
 */
const colors = { documented: 'green', observed: 'blue', assumed: 'orange' };

/**
 * @param {Level} level
 * @returns {Badge}
 */
export function badge(level) {
  return { name: level, color: colors[level] };
}

/**
 * What the reference says, as one Markdown paragraph.
 *
 * @param {Contract} contract
 * @param {Evidence} evidence
 * @returns {string}
 */
export function statementOf(contract, { level, reference }) {
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
 *
 * @param {Contract} contract
 * @param {Evidence[]} evidences
 * @returns {string}
 */
export function evidenceMark(contract, evidences) {
  if (evidences.length === 0) return '';
  const summary = evidences.map(({ level, reference }) => `${level}: ${reference}`).join(' · ');
  const body = evidences.map((evidence) => {
    return `<p><strong>${evidence.reference}</strong> ${inlineHtml(statementOf(contract, evidence))}</p>`;
  });
  return `\n\n<details class="evidence"><summary>${summary}</summary>${body.join('')}</details>`;
}

/**
 * @param {string} markdown
 * @returns {string}
 */
function inlineHtml(markdown) {
  return escapeHtml(oneLine(markdown)).replace(/`([^`]+)`/g, '<code>$1</code>');
}
