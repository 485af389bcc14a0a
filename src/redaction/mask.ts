/** What stands in the place of something hidden. */
export const mask = '[redacted]';

/** A part of a string: from its first character to behind its last one. */
export type Range = readonly [start: number, end: number];

/** Adds a range that ends where none of the others has ended before; what overlaps becomes one. */
export function addRange(ranges: Range[], start: number, end: number): void {
  let first = start;
  for (let last = ranges.at(-1); last && last[1] > first; last = ranges.at(-1)) {
    first = Math.min(first, last[0]);
    ranges.pop();
  }
  ranges.push([first, end]);
}

/** `string` with something else in the place of these ranges, which follow each other. */
export function replaceRanges(string: string, ranges: readonly Range[], replacement = mask): string {
  let shown = '';
  let at = 0;
  for (const [start, end] of ranges) {
    shown += string.slice(at, start) + replacement;
    at = end;
  }
  return shown + string.slice(at);
}

/** Changes what is not hidden yet. (A secret that is called "redacted" stands in every mask.) */
export function outsideMasks(string: string, change: (part: string) => string): string {
  return string.includes(mask) ? string.split(mask).map(change).join(mask) : change(string);
}
