/** Tables and wrapped text for a terminal. All three programs lay their output out here. */

/** Characters of a line in the terminal. A pipe has no lines that could wrap, so a program that reads it gets whole rows. */
export const outputWidth = (): number =>
  process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;

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
  const start = ' '.repeat(indent ?? column.length);
  const lines: string[] = [];
  let line = column;
  let isEmpty = true;
  for (const word of text.match(mark === '' ? WORDS : COMMAND_WORDS) ?? []) {
    if (!isEmpty && line.length + 1 + word.length > most) {
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

/** Breaks each line that is too long. It goes on below its last column: columns have two blanks between them. */
export function fitted(text: string, width = outputWidth()): string {
  return text
    .split('\n')
    .map((line) => {
      if (line.length <= width) return line;
      const start = line.slice(0, Math.ceil(width * 0.7));
      const { length } = /^(?:.*\s{2,}|\s*)(?=\S)/.exec(start)?.[0] ?? '';
      return wrapped(line.slice(0, length), line.slice(length), { width });
    })
    .join('\n');
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
