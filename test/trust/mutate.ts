/** Changes inputs as fuzzers do: small damages, pieces of other inputs, and long repetitions that show work that grows faster than the input. */
import type { Random } from './random.ts';

/** The longest input. Characters. */
const LONGEST = 64 * 1024;

/** What readers treat in a special way. */
const TOKENS = [
  ...['{', '}', '[', ']', '"', '\\', ':', ',', 'null', 'true', '-', '1e999', '0', '9'.repeat(20), '\\u0000', '\\ud800'],
  ...[
    '\n',
    '\r\n',
    '\t',
    ' ',
    '\0',
    '\x1b[2J',
    '\u202e',
    '\ufeff',
    '😀',
    'é',
    '__proto__',
    'constructor',
    '&',
    '*',
    '- ',
  ],
  ...[
    '=',
    '%',
    '%00',
    '%u',
    '+55',
    '@',
    '.',
    '/',
    '4111111111111111',
    'card_number',
    'Bearer ',
    'data:',
    '<',
    '00020126',
  ],
];

/** Returns an input made from one of the corpus. */
export function mutated(corpus: readonly string[], random: Random): string {
  const { below, pick } = random;
  let text = pick(corpus);
  for (let change = 1 + below(4); change > 0; change--) {
    const [at, other] = [below(text.length + 1), below(text.length + 1)];
    const [from, to] = [Math.min(at, other), Math.max(at, other)];
    const piece = text.slice(from, Math.min(to, from + 1 + below(40)));
    const changes: (() => string)[] = [
      () => text.slice(0, from) + text.slice(to),
      () => text.slice(0, at) + pick(TOKENS) + text.slice(at),
      () => text.slice(0, at) + pick(TOKENS) + text.slice(at + 1 + below(8)),
      () => text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1),
      () => text.slice(0, to) + text.slice(from),
      () => text.slice(0, at) + pick(corpus).slice(below(text.length + 1)),
      () => text.slice(0, from) + repeated(piece, random) + text.slice(from),
      () => text.slice(0, at) + repeated(pick(TOKENS), random) + text.slice(at),
    ];
    text = pick(changes)().slice(0, LONGEST);
  }
  return text;
}

const repeated = (piece: string, { below }: Random): string =>
  piece.repeat(1 + below(Math.ceil(LONGEST / Math.max(piece.length, 1))));

/** Returns an input with one piece repeated, by its length in characters. */
export function pumped(corpus: readonly string[], { below, pick }: Random): (length: number) => string {
  const text = pick(corpus);
  const at = below(text.length + 1);
  const piece = below(2) === 0 ? pick(TOKENS) : text.slice(at, at + 1 + below(12)) || ' ';
  return (length) => text.slice(0, at) + piece.repeat(Math.ceil(length / piece.length)) + text.slice(at);
}
