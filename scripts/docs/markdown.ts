import { Marked, type Token, type Tokens } from 'marked';
import { escapeMarkup } from '../../core/src/util/escape-markup.js';
import { oneLine } from '../contract/text.ts';
import { slug } from './addresses.ts';
import { type CodeTab, codePanel, labelOfFence } from './code.ts';
import { type Language, localPath } from './language.ts';
import { formOfComment, sendForm } from './sending/form.ts';

/** A heading of a page, for its table of contents. */
export interface Heading {
  depth: number;
  slug: string;
  text: string;
}

interface Rendered {
  html: string;
  headings: Heading[];
}

type Look = Pick<Language, 'path' | 'words'>;

/**
 * Renders a page of Markdown. Links that begin with a slash lead to the same language, and neighboring code blocks become the
 * tabs of one panel.
 */
export function renderPageMarkdown(markdown: string, language: Look): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked();
  const idOf = headingIds();
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = idOf(text);
        headings.push({ depth, slug: id, text });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      text(token) {
        if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
        const html = 'escaped' in token && token.escaped ? token.text : escapeMarkup(token.text);
        return withBreaks(html);
      },
      codespan,
      html({ text }) {
        const form = formOfComment(text);
        return form ? sendForm(form, language.words) : text;
      },
      table(token) {
        const names = token.header.map(({ tokens }) => this.parser.parseInline(tokens, this.parser.textRenderer));
        const head = token.header.map(({ tokens }) => `<th>${this.parser.parseInline(tokens)}</th>`).join('');
        return tableHtml(
          head,
          names,
          token.rows.map((row) => row.map(({ tokens }) => this.parser.parseInline(tokens))),
        );
      },
    },
  });
  const tokens = marked.lexer(markdown);
  localizeLinks(tokens, language);
  const html = blocksOf(tokens, language.words)
    .map((block) => (Array.isArray(block) ? codePanel(block, language.words) : marked.parser([block])))
    .join('');
  return { html, headings };
}

/** Code breaks only if it has more characters. */
const UNBROKEN = 24;

/** Returns a code span. Browsers would break a line after the dashes of an option. */
function codespan({ text }: Pick<Tokens.Codespan, 'text'>): string {
  if (text.length <= UNBROKEN && text.includes(' ')) return `<code class="unbroken">${escapeMarkup(text)}</code>`;
  const html = text.replace(/[^ \n]+|[ \n]+/g, (word) => {
    const escaped = escapeMarkup(word);
    const isShort = word.length <= UNBROKEN && /[^a-zA-Z\d\s]/.test(word);
    return isShort ? `<span class="unbroken">${escaped}</span>` : withBreaks(escaped);
  });
  return `<code>${html}</code>`;
}

/** Lets addresses and long names break at their separators, and keeps an amount on one line. */
function withBreaks(html: string): string {
  return html
    .replace(/[^\s<>]{20,}/g, (word) => word.replace(/[/@?=_.](?=\w)/g, '$&<wbr>'))
    .replace(/R\$ (?=\d)/g, 'R$\u00a0');
}

/** From this number of columns on, a phone shows the rows of a table one below the other. */
const STACKED = 3;
/** Tables with more columns use small print. */
const WIDE = 5;

/** Returns a table. Its roles stay what they are where the style sheet makes blocks of its rows. */
function tableHtml(head: string, names: readonly string[], rows: readonly string[][]): string {
  const isStacked = names.length >= STACKED;
  const role = (name: string) => (isStacked ? ` role="${name}"` : '');
  const cell = (html: string, column: number) =>
    `<td${role('cell')}${isStacked && column > 0 ? ` data-name="${escapeMarkup(names[column] ?? '')}"` : ''}>${html}</td>`;
  const body = rows.map((row) => `<tr${role('row')}>${row.map(cell).join('')}</tr>`).join('');
  const classes = ['table', isStacked && 'stacked', names.length >= WIDE && 'wide'].filter(Boolean).join(' ');
  return `<div class="${classes}" tabindex="0"><table${role('table')}><thead><tr>${head}</tr></thead><tbody${role('rowgroup')}>${body}</tbody></table></div>\n`;
}

/** A heading with the Markdown up to the next one. The part before the first heading has no name. */
interface Section {
  slug: string;
  text: string;
  markdown: string;
}

/** Returns the sections of a page. */
export function sectionsOf(markdown: string): Section[] {
  const idOf = headingIds();
  const sections: Section[] = [{ slug: '', text: '', markdown: '' }];
  for (const token of inline.lexer(markdown)) {
    const text = token.type === 'heading' ? plainText(token.text) : undefined;
    if (text !== undefined) sections.push({ slug: idOf(text), text, markdown: '' });
    else for (const last of sections.slice(-1)) last.markdown += token.raw;
  }
  return sections;
}

/** Returns a function that makes the ids of a page's headings, in their order. */
function headingIds(): (text: string) => string {
  const taken = new Map<string, number>();
  return (text) => {
    const name = slug(text);
    const count = taken.get(name) ?? 0;
    taken.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  };
}

const inline = new Marked({ renderer: { codespan } });

/** Returns text without blocks as HTML. */
export function inlineMarkdown(markdown: string, language: Look): string {
  const tokens = inline.Lexer.lexInline(markdown);
  localizeLinks(tokens, language);
  return inline.Parser.parseInline(tokens, inline.defaults);
}

/** Files that all languages share. */
export const ROOT_FILE = /^\/(?:openapi|licenses|SKILL)\b[\w.-]*$/;

function localizeLinks(tokens: Token[], language: Look): void {
  inline.walkTokens(tokens, (token) => {
    if (token.type === 'link' && !ROOT_FILE.test(token.href) && token.href.startsWith('/'))
      token.href = localPath(language, token.href);
  });
}

/** Joins neighboring code blocks. Reference links need the list's own property, which no page here uses. */
function blocksOf(tokens: Token[], words: Look['words']): (Token | CodeTab[])[] {
  const blocks: (Token | CodeTab[])[] = [];
  for (const token of tokens) {
    if (token.type === 'space') continue;
    if (token.type !== 'code') {
      blocks.push(token);
      continue;
    }
    const { lang = '', text } = token as Tokens.Code;
    const tab = { label: labelOfFence(lang, text, words), fence: lang, code: text };
    const last = blocks.at(-1);
    if (Array.isArray(last)) last.push(tab);
    else blocks.push([tab]);
  }
  return blocks;
}

/** Returns the words of Markdown that a reader sees, without code blocks, markup and folded parts. */
export function plainText(markdown: string): string {
  return oneLine(
    markdown
      .replace(/```[\s\S]*?```/g, ' ')
      .replace(/<details[\s\S]*?<\/details>/g, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/^\|[\s|:-]+\|$/gm, ' ')
      .replace(/^\|(.+)\|$/gm, (_, row: string) => `${cellsOf(row).join(' · ')};`)
      .replace(/^\s*(?:[-*+]|\d+\.)\s+/gm, ' ')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/&quot;|&amp;|&lt;|&gt;/g, ' ')
      .replace(/[`*]+/g, '')
      .replace(/[|#]+/g, ' '),
  );
}

/** Returns the cells of a row that are not empty. */
const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .map((cell) => cell.trim().replace(/\.$/, ''))
    .filter(Boolean);
