import { type Change, lastChange } from '../guide/changelog.ts';
import type { Language } from '../language.ts';
import { slug } from '../places.ts';
import { escapeHtml } from '../text.ts';

/** Another page of these docs, relative to this one. */
export interface Neighbour {
  /** What a reader sees: the name of a language, the number of a version. */
  label: string;
  href: string;
  /** For a link to another language: its code. */
  code?: string;
}

/** The bar above the page: what changed last, the other languages and versions, the switch for the evidence. */
export function bar({ words }: Language, neighbours: Neighbour[]): string {
  const { bar, sections } = words;
  const changed = lastChange();
  const links = neighbours.map(
    ({ label, href, code }) =>
      `<a href="${escapeHtml(href)}"${code ? ` hreflang="${code}" lang="${code}"` : ''}>${escapeHtml(label)}</a>`,
  );
  return `<header class="docs-bar"><span><span class="docs-bar-label">${bar.lastChanged}: </span><a href="#/section/${slug(sections.changelog)}">${escapeHtml(when(changed, words.bar.unreleased))}</a></span><nav aria-label="${bar.languages}">${links.join('')}</nav><label title="${escapeHtml(bar.evidenceHint)}"><input type="checkbox" role="switch" id="docs-evidence" checked> ${bar.evidence}</label></header>\n`;
}

function when({ version, date }: Change, unreleased: string): string {
  return [version ?? unreleased, date].filter(Boolean).join(', ');
}
