/** Characters. The time grows with the product of both lengths. */
const COMPARED_LENGTH = 120;

/** Returns the candidate that takes the fewest single-character edits to become `text`. */
export function nearest(text: string, candidates: readonly string[]): string {
  const edits = candidates.map((candidate) => editsBetween(text, candidate));
  return candidates[edits.indexOf(Math.min(...edits))] ?? '';
}

/**
 * Returns the candidate that the writer most likely meant, ignoring case and separators. Returns undefined if about every third
 * character would have to change.
 */
export function meant(text: string, candidates: readonly string[]): string | undefined {
  const plain = new Map(candidates.map((candidate) => [plainly(candidate), candidate]));
  const wanted = plainly(text.slice(0, COMPARED_LENGTH));
  const found = nearest(wanted, [...plain.keys()]);
  const isClose = editsBetween(wanted, found) <= Math.floor((Math.max(wanted.length, found.length) + 1) / 3);
  return isClose ? plain.get(found) : undefined;
}

/** Returns `; did you mean pix?` for the end of a sentence, or an empty string if no candidate is close. */
export function suggestion(text: string, candidates: readonly string[]): string {
  const found = meant(text, candidates);
  return found === undefined ? '' : `; did you mean ${found}?`;
}

function plainly(text: string): string {
  return text.toLowerCase().replaceAll(/[-_\s]/g, '');
}

/** Returns the number of single-character edits between two texts (Levenshtein). Compares the beginning of long texts. */
export function editsBetween(one: string, other: string): number {
  const [from, to] = [one.slice(0, COMPARED_LENGTH), other.slice(0, COMPARED_LENGTH)];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const swap = (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
