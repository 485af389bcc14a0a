import type { Files } from './dictionary.ts';
import { keyOf, type Piece, splitMarkdown } from './segments.ts';

/** Says a text in another language. */
export type Translate = (markdown: string) => string;

/** What becomes of a sentence that has no translation. */
export type Untranslated = (piece: Piece) => string;

/** It stays as it is. */
export const keep: Untranslated = ({ text }) => text;

/** It stays too, and where HTML may stand a screen reader is told to read it in English. */
export const marked: Untranslated = ({ text, plain }) => (plain ? text : `<span lang="en">${text}</span>`);

export function translator(dictionary: Files, untranslated: Untranslated = keep): Translate {
  const pairs = [...dictionary.values()].flat().filter(({ pt }) => pt !== '');
  const translations = new Map(pairs.map(({ en, pt }) => [en, pt]));
  return (markdown) =>
    splitMarkdown(markdown)
      .map((piece) => (piece.prose ? (translations.get(keyOf(piece.text)) ?? untranslated(piece)) : piece.text))
      .join('');
}
