import { decode, type FindRanges, findRewritten, type Range, withSeparators } from './text.js';

/** A shorter secret appears everywhere by chance, so it is hidden only where it stands alone. */
const LONG = 8;
/** A still shorter one reveals nothing. */
const SHORTEST = 3;
/** A longer secret is searched in overlapping parts, so that the time per character does not depend on the secrets. */
const PART = 16;

/** So few parts are looked for one by one first, which is faster. */
const FEW_PARTS = 16;

/** Returns a function that finds all secrets at once, also parts of long ones. */
export function createFind(secrets: Iterable<string>): FindRanges {
  const { parts, shorts } = partsOf([...secrets]);
  const lengths = new Set([...parts].map((part) => part.length));
  const mayHold = (text: string) => parts.size > FEW_PARTS || [...parts].some((part) => text.includes(part));

  const isShort = (string: string, part: string, [start, end]: Range) =>
    shorts.has(withLength(part, string.slice(start, end))) && !/\w/.test(string.charAt(start - 1) + string.charAt(end));

  return (string) =>
    findRewritten(string, fillers, withoutFiller, (text, original) => {
      const ranges: Range[] = [];
      if (!mayHold(text)) return ranges;
      for (let start = 0; start < text.length; start++) {
        for (const length of lengths) {
          const part = text.slice(start, start + length);
          const range: Range = [start, start + part.length];
          if (parts.has(part) && (part.length >= LONG || isShort(string, part, original(range)))) ranges.push(range);
        }
      }
      return ranges;
    });
}

/** A gap between two digits; backslashes before a character; and characters that forms and JSON write in another way. */
const fillers = /* @__PURE__ */ withSeparators('((?<=\\d)(?:\\\\*[SEP]){1,3}\\\\*(?=\\d))|\\\\+([^]?)|\\+|[\\b-\\r]');

/**
 * Secrets are compared without fillers, so that a text is the same however it is written:
 *
 * - with its digits in groups: up to three separators between two digits are left out;
 * - escaped as in JSON, however often: backslashes are left out, and a line end is an n with or without one before it;
 * - in a form, where a space is a plus sign.
 */
function withoutFiller(found: string, gap?: string, escaped?: string): string {
  const char = gap ? '' : (escaped ?? found);
  return char === '+' ? ' ' : ('btn\vfr'[char.charCodeAt(0) - 8] ?? char);
}

/** A short secret as it is compared, and its length with gaps: there may be no others in it. */
const withLength = (part: string, written: string) => part + written.replace(/\\/g, '').length;

const edges = /* @__PURE__ */ withSeparators('^[SEP]+(?=\\d)|(?<=\\d)[SEP]+$');

/** The secrets as they are compared, in parts. */
function partsOf(secrets: readonly string[]): { parts: Set<string>; shorts: Set<string> } {
  const parts = new Set<string>();
  const shorts = new Set<string>();
  // `\u0031` in a secret may be a 1, or a backslash and a u.
  for (const spelling of new Set(secrets.flatMap((secret) => [secret, decode(secret)]))) {
    // A character at its ends could look like a gap between digits of the text.
    const trimmed = spelling.replace(edges, '');
    const compared = trimmed.replace(fillers, withoutFiller);
    if (compared.length < LONG) shorts.add(withLength(compared, trimmed));
    const last = Math.max(0, compared.length - PART);
    for (let start = 0; start < last; start += PART - 1) parts.add(compared.slice(start, start + PART));
    if (compared.length >= SHORTEST) parts.add(compared.slice(last));
  }
  return { parts, shorts };
}
