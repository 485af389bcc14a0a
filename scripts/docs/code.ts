import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { escapeMarkup } from '../../core/src/util/escape-markup.js';
import type { Words } from './words/en.ts';

for (const [name, grammar] of Object.entries({ bash, json, php, python, ts: typescript })) {
  hljs.registerLanguage(name, grammar);
}

/** One listing of a panel. */
export interface CodeTab {
  /** The text of its tab. */
  label: string;
  /** The language of a Markdown fence. */
  fence: string;
  code: string;
  /** The named example of the contract that the listing shows. */
  example?: string;
}

/** What the tabs of a panel choose: a programming language, which the browser remembers, or a status code. */
type TabKind = 'language' | 'status';

/**
 * Returns the HTML of a panel with listings. Without JavaScript all listings show, each below its label; with it,
 * `browser/code.ts` turns the labels into tabs.
 */
export function codePanel(tabs: readonly CodeTab[], { code }: Words, kind: TabKind = 'language'): string {
  const sections = tabs.map(({ label, fence, code, example }, index) => {
    const attributes = [
      `data-tab="${escapeMarkup(label)}"`,
      example && `data-example="${escapeMarkup(example)}"`,
      index === 0 && 'data-shown',
    ];
    const heading = `<p class="panel-label">${escapeMarkup(label)}</p>`;
    return `<section ${attributes.filter(Boolean).join(' ')}>${heading}<pre tabindex="0"><code class="language-${escapeMarkup(fence)}">${highlight(code, fence)}</code></pre></section>`;
  });
  const words = `data-kind="${kind}" data-copy="${code.copy}" data-copied="${code.copied}" data-label="${code[kind]}"`;
  return `<docs-code class="panel not-content" ${words}>${sections.join('')}</docs-code>`;
}

/** Returns code as HTML with the classes of highlight.js. */
function highlight(code: string, fence: string): string {
  const text = code.trimEnd();
  return hljs.getLanguage(fence) ? hljs.highlight(text, { language: fence }).value : escapeMarkup(text);
}

const LABELS: Record<string, string> = {
  ts: 'TypeScript',
  json: 'JSON',
  php: 'PHP',
  python: 'Python',
  sh: 'Shell',
  yaml: 'YAML',
};

/** Returns the label of a listing in a guide. */
export function labelOfFence(fence: string, code: string, { code: words }: Words): string {
  if (fence === 'text') return words.output;
  if (fence === 'bash') return /^curl\b/m.test(code) ? 'curl' : 'Shell';
  return LABELS[fence] ?? fence;
}
