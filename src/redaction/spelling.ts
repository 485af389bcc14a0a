const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
/** More between two digits is no group any more. */
const WIDEST_GAP = 3;

type Emit = (code: number, start: number, end: number) => void;

/**
 * Gives the characters of a string by which secrets are compared, each with the place where it stands. A string gives the same
 * ones however it is written:
 *
 * - escaped as in JSON, however often: backslashes are left out, and a line end is an n with or without one before it;
 * - in a form, where a space is a plus sign;
 * - with its digits in groups: a gap of up to three spaces, dots or dashes between two digits is left out.
 *
 * @param decodes whether `\u0041` and `%41` are an A
 * @param widestGap how many characters between two digits are left out
 */
export function spell(string: string, decodes: boolean, emit: Emit, widestGap = WIDEST_GAP): void {
  const gap: [code: number, start: number, end: number][] = [];
  let followsDigit = false;
  for (let at = 0; at < string.length; ) {
    const start = at;
    while (string.charCodeAt(at) === BACKSLASH) at++;
    if (at === string.length) break;
    let code = string.charCodeAt(at++);
    if (decodes && code === 0x75 && at - start > 1 && /^[\da-f]{4}$/i.test(string.slice(at, at + 4))) {
      code = Number.parseInt(string.slice(at, at + 4), 16);
      at += 4;
    }
    // A URL in a URL has `%25` in the place of `%`.
    while (decodes && code === PERCENT && /^[0-7][\da-f]$/i.test(string.slice(at, at + 2))) {
      code = Number.parseInt(string.slice(at, at + 2), 16);
      at += 2;
    }
    if (code === BACKSLASH) continue;
    if (code === PLUS) code = SPACE;
    if (followsDigit && isGap(code) && gap.length < widestGap) {
      gap.push([code, start, at]);
      continue;
    }
    const isDigit = code >= 0x30 && code <= 0x39;
    if (gap.length > 0) {
      if (!isDigit) for (const part of gap) emit(...part);
      gap.length = 0;
    }
    followsDigit = isDigit;
    // Backspace to carriage return, as JSON writes them.
    emit(code >= 8 && code <= 13 ? 'btn\vfr'.charCodeAt(code - 8) : code, start, at);
  }
  for (const part of gap) emit(...part);
}

/** Space, dash, dot, and their typographic relatives. */
function isGap(code: number): boolean {
  return code === SPACE || code === 0x2d || code === 0x2e || code === 0xa0 || (code >= 0x2010 && code <= 0x2015);
}

/** A string without its escapes, with the gaps between its digits. */
export function unescaped(string: string): string {
  const characters: string[] = [];
  spell(string, true, (code) => characters.push(String.fromCharCode(code)), 0);
  return characters.join('');
}
