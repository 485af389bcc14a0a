/** Replaces a hidden value. */
export const mask = '[redacted]';

/** A part of a string: its start, its end (exclusive), and the quotes around the mask. */
export type Range = readonly [start: number, end: number, quote?: string];

/** Builds a regular expression. `SEP` in its source means the characters that people write between groups of digits. */
export const withSeparators = (source: string, flags = 'gu'): RegExp =>
  new RegExp(source.replaceAll('SEP', '\\p{Z}\\p{Pd}.,/+\u2212'), flags);

/** Finds the parts of a text to hide. */
export type FindRanges = (text: string) => readonly Range[];

/** The ranges that an expression matches, or only its first group, which ends the match. */
export const rangesOf = (text: string, expression: RegExp): Range[] =>
  Array.from(text.matchAll(expression), ({ 0: whole, 1: group = whole, index }) => {
    const end = index + whole.length;
    return [end - group.length, end];
  });

type Replace = (found: string, ...groups: string[]) => string;

/** Replaces matches in a string, and returns what `find` finds then, by its place in the string. `original` maps one range. */
export function findRewritten(
  string: string,
  matches: RegExp,
  replace: Replace,
  find: (text: string, original: (range: Range) => Range) => readonly Range[],
): readonly Range[] {
  let places: ReturnType<typeof placesOf> | undefined;
  const original = ([start, end, quote]: Range): Range => {
    places ??= placesOf(string, matches, replace);
    return [places.starts[start] ?? 0, places.ends[end - 1] ?? 0, quote ?? ''];
  };
  return find(string.replace(matches, replace), original).map(original);
}

/** Where each character of a rewritten string begins and ends in the string. */
function placesOf(string: string, matches: RegExp, replace: Replace) {
  const starts: number[] = [];
  const ends: number[] = [];
  let done = 0;
  const copy = (to: number) => {
    while (done < to) {
      starts.push(done);
      ends.push(++done);
    }
  };
  for (const match of string.matchAll(matches)) {
    copy(match.index);
    done += match[0].length;
    for (const _ of replace(match[0], ...match.slice(1)).split('')) {
      starts.push(match.index);
      ends.push(done);
    }
  }
  copy(string.length);
  return { starts, ends };
}

/**
 * An escape in a URL (`%C3%A9`, or `%2520` for a URL in a URL) or in JSON (`\u00a0`, `\n`), an invisible character, or a
 * digit beyond ASCII.
 */
const coded =
  /%(?:25)*(?:[c-f][\da-f](?:%(?:25)*[89ab][\da-f]){1,3}|[\da-f]{2})|(?<!\\)\\+(?:u[\da-f]{4}|[bfnrt])|\p{Cf}|(?!\d)\p{Nd}/giu;

/** Returns a string without escapes and invisible characters, and with ASCII digits for all digits. */
export const decode = (string: string): string => string.replace(coded, decodeOne);

function decodeOne(found: string): string {
  const char = unescaped(found);
  if (/\p{Cf}/u.test(char)) return '';
  const code = char.codePointAt(0) ?? 0;
  let before = code;
  // Unicode lists the digits of a script in a row, from zero to nine.
  while (/\p{Nd}/u.test(String.fromCodePoint(before))) before--;
  return before < code ? `${(code - before - 1) % 10}` : char;
}

function unescaped(found: string): string {
  if (found[0] === '\\') return JSON.parse(`"${found.toLowerCase().replace(/^\\+/, '\\')}"`);
  if (found[0] !== '%') return found;
  try {
    return decodeURIComponent(found.replace(/%(25)+(?=[\da-f]{2})/gi, '%'));
  } catch {
    return ' '; // A byte that is not UTF-8, such as a space in Latin-1.
  }
}

/** Hides what `find` finds in the string as it is written. Overlapping ranges become one. */
export function hideWritten(string: string, find: FindRanges): string {
  const ranges = find(string);
  if (!ranges.length) return string;
  let shown = '';
  let done = 0;
  for (const [start, end, quote = ''] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start >= done) shown += string.slice(done, start) + quote + mask + quote;
    done = Math.max(done, end);
  }
  return shown + string.slice(done);
}

/** Hides what `find` finds in the string with its escapes decoded. The rest keeps its escapes. */
export const hideDecoded = (string: string, find: FindRanges): string =>
  string.search(coded) < 0 ? string : hideWritten(string, () => findRewritten(string, coded, decodeOne, find));

/** Hides what `find` finds in either reading: `5%4532…` may hold an escape, or a number after a percent sign. */
export const hideRanges = (string: string, find: FindRanges): string =>
  outsideMasks(
    outsideMasks(string, (part) => hideWritten(part, find)),
    (part) => hideDecoded(part, find),
  );

/** Applies `change` to the parts between masks. (A secret may be the word "redacted".) */
const outsideMasks = (string: string, change: (part: string) => string): string =>
  string.includes(mask) ? string.split(mask).map(change).join(mask) : change(string);
