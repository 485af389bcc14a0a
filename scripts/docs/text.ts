import { oneLine } from '../contract/text.ts';

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
