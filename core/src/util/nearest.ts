/** Characters. The time grows with the product of both lengths. */
const COMPARED_LENGTH = 120;

/** Returns the candidate that takes the fewest single-character edits to become `text`. */
export function nearest(text: string, candidates: readonly string[]): string {
  const edits = candidates.map((candidate) => editsBetween(text, candidate));
  return candidates[edits.indexOf(Math.min(...edits))] ?? '';
}

/** Returns the candidate that the writer most likely meant, ignoring case and separators. At most a third of the characters may differ. */
export function meant(text: string, candidates: readonly string[]): string | undefined {
  const plain = new Map(candidates.map((candidate) => [plainly(candidate), candidate]));
  const wanted = plainly(text.slice(0, COMPARED_LENGTH));
  const found = nearest(wanted, [...plain.keys()]);
  const isClose = editsBetween(wanted, found) <= Math.max(wanted.length, found.length) / 3;
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

/** Returns the number of edits between two texts: changed, missing, extra or swapped characters. Compares the beginning of long texts. */
export function editsBetween(one: string, other: string): number {
  const [from, to] = [one.slice(0, COMPARED_LENGTH), other.slice(0, COMPARED_LENGTH)];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  let before: number[] = [];
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const change = (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && from[i] === to[j - 1] && from[i - 1] === to[j];
      const swap = isSwapped ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(change, swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
