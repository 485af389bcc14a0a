import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import typescript from 'highlight.js/lib/languages/typescript';
import { escapeHtml } from '../text.ts';

hljs.registerLanguage('bash', bash);
hljs.registerLanguage('ts', typescript);

/**
 * The code blocks of a Markdown text in colours and with a button that copies them: Redoc shows them plain. A block begins with
 * `<pre`, so that Markdown leaves it alone, blank lines and all.
 */
export function highlightBlocks(markdown: string, copy: string): string {
  return markdown.replace(/^```(\w+)\n([\s\S]*?)^```$/gm, (_, language: string, code: string) => {
    const text = code.trimEnd();
    const colored = hljs.getLanguage(language) ? hljs.highlight(text, { language }).value : escapeHtml(text);
    // Redoc's Markdown drops what is only space between two elements or entities, so it goes into the element before, and
    // entities that text does not need become what they stand for.
    const kept = colored
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>')
      .replace(/<\/span>(\s+)(?=<span|&)/g, '$1</span>');
    return `<pre class="code" tabindex="0"><button type="button" class="copy-code">${escapeHtml(copy)}</button><code>${kept}</code></pre>`;
  });
}
