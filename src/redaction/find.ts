import { addRange, mask, outsideMasks, type Range, replaceRanges } from './mask.js';
import { spell, unescaped } from './spelling.js';

const CODES = 2 ** 16;
/** A shorter secret is found everywhere by chance: it is hidden where it stands alone. */
export const LONG = 8;
/** A still shorter one tells nothing. */
export const SHORTEST = 3;

/**
 * Finds and hides all secrets at once (Aho-Corasick): each character of a string is a step in a tree of the secrets, and where
 * the tree ends the walk goes on with the longest end of what was read that begins a secret too. So the time is that
 * of the string, whatever the secrets.
 */
export function createFind(secrets: Iterable<string>): (string: string) => string {
  const all = [...secrets];
  const shorts = new Set<string>();
  let open = [...spelt(all, shorts)].map((pattern) => ({ pattern, node: 0 }));
  const hideRuns = all.some(isRun) ? (string: string) => string.replace(runs, mask) : (string: string) => string;
  if (open.length === 0) return hideRuns;

  /** Nodes by the one that leads to them and its character. Node 0 is the root. */
  const children = new Map<number, number>();
  /** The node of the longest proper end that is in the tree. */
  const fallbacks = [0];
  /** How long what leads to a node is. */
  const lengths = [0];
  /** The node of the longest end that is a secret, or 0. */
  const ends = [0];
  const step = (from: number, code: number): number => {
    for (let node = from; ; node = at(fallbacks, node)) {
      const child = children.get(node * CODES + code);
      if (child || !node) return child ?? 0;
    }
  };

  // Level by level, so that where to fall back is known when a node is made.
  for (let depth = 0; open.length > 0; depth++) {
    for (const branch of open) {
      const { pattern, node: parent } = branch;
      const code = at(pattern, depth);
      const key = parent * CODES + code;
      const fallback = parent && step(at(fallbacks, parent), code);
      branch.node = children.get(key) ?? lengths.length;
      if (branch.node === lengths.length) {
        children.set(key, branch.node);
        fallbacks.push(fallback);
        lengths.push(depth + 1);
        ends.push(at(ends, fallback));
      }
      if (pattern.length === depth + 1) ends[branch.node] = branch.node;
    }
    open = open.filter(({ pattern }) => pattern.length > depth + 1);
  }

  const hide = (string: string, decodes: boolean): string => {
    const starts: number[] = [];
    const ranges: Range[] = [];
    let node = 0;
    spell(string, decodes, (code, start, end) => {
      starts.push(start);
      node = step(node, code);
      for (let found = at(ends, node); found; found = at(ends, at(fallbacks, found))) {
        const length = at(lengths, found);
        const first = starts[starts.length - length] ?? 0;
        if (length < LONG && !(shorts.has(unescaped(string.slice(first, end))) && standsAlone(string, first, end)))
          continue;
        addRange(ranges, first, end);
        break;
      }
    });
    return replaceRanges(string, ranges);
  };
  return (string) => {
    const shown = outsideMasks(hideRuns(string), (part) => hide(part, false));
    // `\\u0031` may be a 1, or a backslash before a secret that begins with u. So may `%31`.
    return /\\u|%/.test(shown) ? outsideMasks(shown, (part) => hide(part, true)) : shown;
  };
}

/** An element that is there. */
const at = (array: readonly number[], index: number) => array[index] as number; // never out of range: nodes are counted

/** The secrets as they are compared; letters beyond ASCII also as they stand in a URL. */
function* spelt(secrets: Iterable<string>, shorts: Set<string>): Generator<number[]> {
  for (const secret of secrets) {
    for (const spelling of new Set([secret, ...inUrl(secret)])) {
      const codes: number[] = [];
      // Before a digit of the string they would be taken for a part of a group.
      const trimmed = trim(spelling);
      spell(trimmed, true, (code) => codes.push(code));
      if (codes.length < LONG) shorts.add(unescaped(trimmed));
      if (codes.length >= SHORTEST) yield codes;
    }
  }
}

/** How many characters a string has at least that holds the secret, however it is written. */
export function speltLength(secret: string): number {
  let length = 0;
  spell(trim(secret), true, () => {
    length++;
  });
  return length;
}

const trim = (spelling: string) => spelling.replace(/^[ .+-]+(?=\d)/, '').replace(/(\d)[ .+-]+$/, '$1');

function inUrl(secret: string): string[] {
  if (!/[\u0080-\uffff]/.test(secret)) return [];
  try {
    return [encodeURIComponent(secret)];
  } catch {
    // Half a surrogate pair cannot stand in a URL.
    return [];
  }
}

/** Nothing is left to compare of a secret that is hardly more than backslashes: where there is one, their runs are hidden. */
const runs = /\\{3,}/g;
const isRun = (secret: string) => secret.includes('\\\\\\') && unescaped(secret).length < SHORTEST;

/** Before a short secret an escape is looked for so far back: a `%5C` that was escaped thirty times over has as many characters. */
const LONGEST_ESCAPE = 64;

const standsAlone = (string: string, start: number, end: number) =>
  /(?:^|\W|\\[bfnrt]|%(?:25)*[\da-f]{2}|\\u[\da-f]{4})$/i.test(
    string.slice(Math.max(0, start - LONGEST_ESCAPE), start),
  ) && !/^\w/.test(string.slice(end, end + 1));
