/** Colors, wrapped text and tables for a terminal. All three programs lay their output out here. */

/** A stream of Node, or a part of one. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
}

/** Characters of a line in the terminal. A pipe has no lines that could wrap, so a program that reads it gets whole rows. */
export const outputWidth = (output: Output = process.stdout): number =>
  output.isTTY ? output.columns || 80 : Number.POSITIVE_INFINITY;

/** Returns whether an output shows colors. Node reads NO_COLOR, FORCE_COLOR and TERM. */
export const hasColors = (output: Output = process.stdout): boolean =>
  output.isTTY === true && output.hasColors?.() === true;

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Style = keyof typeof STYLES;

/** Returns a text in a color or in bold, unless the output shows no colors. */
export const styled = (style: Style, text: string, isColored = hasColors()): string =>
  isColored ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text;

/** Matches what `styled` adds, which takes no room. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colors are control characters
const COLORS = /\u001b\[\d+m/g;
const sizeOf = (text: string): number => text.replace(COLORS, '').length;

/** Returns a text of at most so many characters, with `…` in place of its middle. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = Math.ceil((most - 1) / 2);
  return `${text.slice(0, start)}…${text.slice(text.length - most + 1 + start)}`;
}

interface Wrapping {
  /** Characters of a line. Default: those of the terminal, and 80 in a pipe. */
  readonly width?: number;
  /** Characters before the second line and all later ones. Default: those of the column. */
  readonly indent?: number;
  /** The end of all lines but the last one, such as ` \` in a command line. */
  readonly mark?: string;
}

/** Words that belong on one line: text in double quotes stays whole, and an option keeps its value. */
const WORDS = /(?:--[\w-]+ (?=<))?(?:"[^"]*"|\S)+/g;
/** In a command line, an option keeps its value. */
const COMMAND_WORDS = /(?:--?[\w-]+ (?=[^-\s]))?(?:"[^"]*"|'[^']*'|\S)+/g;

/** Returns a text after a first column. Breaks lines between words. A longer word gets its own line. */
export function wrapped(column: string, text: string, { width, indent, mark = '' }: Wrapping = {}): string {
  const most = (width ?? (process.stdout.columns || 80)) - mark.length;
  const start = ' '.repeat(indent ?? sizeOf(column));
  const lines: string[] = [];
  let line = column;
  let isEmpty = true;
  for (const word of text.match(mark === '' ? WORDS : COMMAND_WORDS) ?? []) {
    if (!isEmpty && sizeOf(line) + 1 + sizeOf(word) > most) {
      lines.push(line);
      line = start + word;
    } else line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].join(`${mark}\n`);
}

/** Returns a command line that you can copy, also where it has several lines. */
export const commandLine = (column: string, text: string, options: Omit<Wrapping, 'mark'> = {}): string =>
  wrapped(column, text, { ...options, mark: ' \\' });

/**
 * Breaks each line that is too long. It goes on below its last column: columns have two blanks between them. A line that ends with a
 * backslash, and the next one, are parts of a command line.
 */
export function fitted(text: string, width = outputWidth()): string {
  return text
    .split('\n')
    .map((line, index, lines) => {
      const isCommand = line.endsWith(' \\') || lines[index - 1]?.endsWith(' \\');
      if (isCommand || sizeOf(line) <= width) return line;
      const start = line.slice(0, Math.ceil(width * 0.7));
      const { length } = /^(?:.*\s{2,}|\s*)(?=\S)/.exec(start)?.[0] ?? '';
      return wrapped(line.slice(0, length), line.slice(length), { width });
    })
    .join('\n');
}

/** Returns a line with further parts. From the first one on that does not fit, each gets a line below. */
export function withParts(line: string, parts: readonly string[], indent: number, width = outputWidth()): string {
  const lines = parts.map((_, index) => [line, ...parts.slice(0, index + 1)].join('  '));
  const { length } = lines.filter((one) => sizeOf(one) <= width);
  const below = parts.slice(length).map((part) => wrapped(' '.repeat(indent), part, { width }));
  return [lines[length - 1] ?? line, ...below].join('\n');
}

export interface TextColumn {
  readonly name: string;
  readonly cells: readonly string[];
  /** Numbers end at the same place. */
  readonly isNumber?: boolean;
  /** The cells are cut if the table is too wide. */
  readonly canShrink?: boolean;
  /** The cells get a line below their rows if the table is too wide. For values that you copy. */
  readonly goesBelow?: boolean;
  /** The column is left out if the table is still too wide. */
  readonly isOptional?: boolean;
}

/** The least characters of a column that shrinks. */
const LEAST = 8;

/** Returns a table whose rows fit a line, its head first. Cuts the widest cells, and then leaves optional columns out, from the right. */
export function table(columns: readonly TextColumn[], width = outputWidth()): string[] {
  const sized = columns.map((column) => ({
    ...column,
    size: Math.max(column.name.length, ...column.cells.map((cell) => cell.length)),
  }));
  for (;;) {
    const excess = sized.reduce((sum, { size }) => sum + size + 2, -2) - width;
    if (excess <= 0) break;
    const below = columns.find(({ goesBelow }) => goesBelow);
    if (below) {
      const [head = '', ...rows] = table(without(columns, below), width);
      return [head, ...rows.map((row, index) => `${row}\n${' '.repeat(LEAST)}${below.cells[index]}`)];
    }
    const shrinking = sized.filter(({ canShrink, size, name }) => canShrink && size > Math.max(LEAST, name.length));
    const [widest, next] = shrinking.sort((one, other) => other.size - one.size);
    if (widest === undefined) {
      const last = columns.findLast(({ isOptional }) => isOptional);
      if (last === undefined) break;
      return table(without(columns, last), width);
    }
    const least = Math.max(LEAST, widest.name.length, widest.size - excess);
    widest.size = Math.max(least, Math.min(widest.size - 1, next?.size ?? 0));
  }
  const rows = [0, ...(columns[0]?.cells ?? [])].map((_, row) =>
    sized.map(({ name, cells, isNumber, canShrink, size }) => {
      const cell = row === 0 ? name : (cells[row - 1] ?? '');
      const shown = canShrink && cell.length > size ? `${cell.slice(0, size - 1)}…` : cell;
      return isNumber ? shown.padStart(size) : shown.padEnd(size);
    }),
  );
  return rows.map((cells) => cells.join('  ').trimEnd());
}

const without = (columns: readonly TextColumn[], one: TextColumn): TextColumn[] =>
  columns.filter((column) => column !== one);
