/** How a language writes a value. */
export interface Syntax {
  list: [open: string, close: string];
  object: [open: string, close: string];
  /** What an object without members is, where the brackets alone would be an empty list. */
  emptyObject?: string;
  indent: string;
  string: (text: string) => string;
  /** The other ones: numbers, booleans, null. */
  plain: (value: unknown) => string;
  member: (name: string, value: string) => string;
}

/** The maximal length of a list or object on one line: the width of a panel. */
const WIDTH = 60;

/** Returns a value as code. `around` is the indentation of its first line. */
export function literal(value: unknown, syntax: Syntax, around = ''): string {
  if (typeof value === 'string') return syntax.string(value);
  if (typeof value !== 'object' || value === null) return syntax.plain(value);
  const inner = around + syntax.indent;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => literal(item, syntax, inner))
    : Object.entries(value).map(([name, item]) => syntax.member(name, literal(item, syntax, inner)));
  const [open, close] = isList ? syntax.list : syntax.object;
  if (parts.length === 0) return isList ? open + close : (syntax.emptyObject ?? open + close);
  const space = open === '{' && syntax.indent.length === 2 ? ' ' : '';
  const short = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (short.length + around.length < WIDTH && !short.includes('\n')) return short;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${around}${close}`;
}

/** Quotes a string for JavaScript and PHP. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
