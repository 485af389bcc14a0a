const WIDTH = 120;

/** Data as a TypeScript literal, laid out as the formatter of this project would: on one line where it fits. */
export function printLiteral(value: unknown, depth = 0, before = 0): string {
  const inline = printInline(value);
  // `before` is the width of the text already on the line. One more column is for the comma or semicolon.
  if (before + inline.length + 1 <= WIDTH || inline === '{}' || inline === '[]') return inline;
  const indent = '  '.repeat(depth + 1);
  const end = `\n${'  '.repeat(depth)}`;
  if (Array.isArray(value)) {
    const items = value.map((item) => `\n${indent}${printLiteral(item, depth + 1, indent.length)},`);
    return `[${items.join('')}${end}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => {
      const name = `${indent}${printKey(key)}:`;
      const printed = printLiteral(item, depth + 1, name.length + 1);
      // A text that is too long for the line of its key moves to the next line.
      const gap = typeof item === 'string' && name.length + printed.length + 2 > WIDTH ? `\n${indent}  ` : ' ';
      return `\n${name}${gap}${printed},`;
    });
    return `{${entries.join('')}${end}}`;
  }
  return inline;
}

function printInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printInline).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => `${printKey(key)}: ${printInline(item)}`);
    return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
  }
  return typeof value === 'string' ? printString(value) : JSON.stringify(value);
}

function printKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : printString(key);
}

function printString(text: string): string {
  const json = JSON.stringify(text);
  // Single quotes, as everywhere, unless that would need more escapes.
  if (text.split("'").length > text.split('"').length) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
