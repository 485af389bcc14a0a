import type { Pair } from './dictionary.ts';

/** Parts of a sentence that every language must keep, with their names for messages. */
const KEPT: readonly { name: string; pattern: RegExp }[] = [
  { name: 'code', pattern: /`[^`]*`/g },
  { name: 'the target of a link', pattern: /(?<=\]\()[^)\s]*(?=\))/g },
  { name: 'an address', pattern: /https?:\/\/[^\s)`]+/g },
  { name: 'a placeholder', pattern: /\{[\w.-]+\}|<\w+>/g },
  { name: 'a name of the API', pattern: /\b[a-z0-9]+(?:_[a-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z]*)+\b/g },
  // 159.90 is 159,90 in Portuguese: only the digits must match.
  { name: 'a number', pattern: /\d+/g },
  { name: 'a mark for bold', pattern: /\*\*/g },
];

/** What a translation has lost of its sentence, or added to it; one message each. */
export function lostIn({ en, pt }: Pair): string[] {
  return KEPT.flatMap(({ name, pattern }) => {
    const [before, now] = [en, pt].map((text) => [...text.matchAll(pattern)].map(([match]) => match).sort());
    if (before?.join('\n') === now?.join('\n')) return [];
    return [`${name} differs: ${before?.join(' ') || 'none'} in English, ${now?.join(' ') || 'none'} in Portuguese`];
  });
}
