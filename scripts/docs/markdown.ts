import { Marked, type Token, type Tokens } from 'marked';
import { slug } from './addresses.ts';
import { type CodeTab, codePanel, labelOfFence } from './code.ts';
import { type Language, localPath } from './language.ts';
import { formOfComment, sendForm } from './sending/form.ts';
import { plainText } from './text.ts';

/** A heading of a page, for its table of contents. */
export interface Heading {
  depth: number;
  slug: string;
  text: string;
}

export interface Rendered {
  html: string;
  headings: Heading[];
}

type Look = Pick<Language, 'path' | 'words'>;

/**
 * Renders a page of Markdown. Links that begin with a slash lead to the same language, and neighboring code blocks become the
 * tabs of one panel.
 */
export function renderMarkdown(markdown: string, language: Look): Rendered {
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
      html({ text }) {
        const form = formOfComment(text);
        return form ? sendForm(form, language.words) : text;
      },
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        return `<div class="table" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  localizeLinks(tokens, language);
  const html = blocksOf(tokens)
    .map((block) => (Array.isArray(block) ? codePanel(block, language.words) : marked.parser([block])))
    .join('');
  return { html, headings };
}

/** A heading with the Markdown up to the next one. The part before the first heading has no name. */
export interface Section {
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

const inline = new Marked();

/** Returns text without blocks as HTML. */
export function inlineMarkdown(markdown: string, language: Look): string {
  const tokens = inline.Lexer.lexInline(markdown);
  localizeLinks(tokens, language);
  return inline.Parser.parseInline(tokens);
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
function blocksOf(tokens: Token[]): (Token | CodeTab[])[] {
  const blocks: (Token | CodeTab[])[] = [];
  for (const token of tokens) {
    if (token.type === 'space') continue;
    if (token.type !== 'code') {
      blocks.push(token);
      continue;
    }
    const { lang = '', text } = token as Tokens.Code;
    const tab = { label: labelOfFence(lang, text), fence: lang, code: text };
    const last = blocks.at(-1);
    if (Array.isArray(last)) last.push(tab);
    else blocks.push([tab]);
  }
  return blocks;
}
