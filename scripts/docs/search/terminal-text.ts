/** Sections of the docs for a terminal: the Markdown as lines that fit, with bold and colors instead of its marks. */
import { hasColors, styled, wrapped } from '../../../core/src/util/terminal.ts';

interface Section {
  readonly title: string;
  /** Where it is. */
  readonly about: string;
  readonly text: string;
}

/** Returns a section in at most so many lines. */
export function terminalText({ title, about, text }: Section, most: number): string {
  const head = [styled('bold', title), ...wrapped('', styled('dim', about)).split('\n'), ''];
  const body = linesOf(text);
  const room = most - head.length;
  if (body.length <= room) return [...head, ...body].join('\n');
  const more = `… ${body.length - room + 1} more lines; --json prints them`;
  return [...head, ...body.slice(0, room - 1), styled('dim', more)].join('\n');
}

const LIST = /^( *)([-*]|\d+\.) +(.*)$/;
const HEADING = /^#+ +(.*)$/;

function linesOf(markdown: string): string[] {
  const lines: string[] = [];
  let paragraph: { readonly column: string; readonly words: string[] } | undefined;
  const end = () => {
    if (paragraph) lines.push(...wrapped(paragraph.column, inline(paragraph.words.join(' '))).split('\n'));
    paragraph = undefined;
  };
  let isCode = false;
  const all = markdown.trim().split('\n');
  for (const [index, line] of all.entries()) {
    const [, indent = '', mark = '', item] = LIST.exec(line) ?? [];
    const [, heading] = HEADING.exec(line) ?? [];
    if (line.trimStart().startsWith('```')) {
      end();
      isCode = !isCode;
    } else if (isCode) lines.push(`  ${styled('cyan', line)}`);
    else if (line.startsWith('|')) {
      // A head has no text of its own.
      if (isRule(line) || isRule(all[index + 1])) continue;
      const [name = '', ...cells] = cellsOf(line);
      lines.push(...wrapped('', inline(`**${name}**: ${cells.join('; ')}`), { indent: 2 }).split('\n'));
    } else if (line.trim() === '') {
      end();
      if (lines.at(-1) !== '') lines.push('');
    } else if (heading !== undefined) {
      end();
      lines.push(...wrapped('', styled('bold', heading)).split('\n'));
    } else if (item !== undefined) {
      end();
      paragraph = { column: `${indent}${mark} `, words: [item] };
    } else if (paragraph) paragraph.words.push(line.trim());
    else paragraph = { column: '', words: [line.trim()] };
  }
  end();
  return lines;
}

const isRule = (line = ''): boolean => /^\|[\s|:-]*$/.test(line);

const cellsOf = (row: string): string[] =>
  row
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
    .filter((cell) => cell !== '');

/** Code keeps its marks where no color shows it. */
const inline = (text: string): string =>
  text
    .replace(/\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*(.+?)\*\*/g, (_, bold: string) => styled('bold', bold))
    .replace(/`([^`]+)`/g, (code, inner: string) => (hasColors() ? styled('cyan', inner) : code));
