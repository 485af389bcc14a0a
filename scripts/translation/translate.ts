import { oneLine } from '../contract/text.ts';
import type { Files } from './dictionary.ts';
import { type Piece, splitMarkdown } from './segments.ts';

/** Translates a text. */
type Translate = (markdown: string) => string;

/** Returns the text that replaces a sentence without a translation. */
type Untranslated = (piece: Piece) => string;

/** It stays as it is. */
const keep: Untranslated = ({ text }) => text;

/** Keeps the English sentence, and tells screen readers to read it in English where HTML is allowed. */
export const marked: Untranslated = ({ text, plain }) => (plain ? text : `<span lang="en">${text}</span>`);

export function translator(dictionary: Files, untranslated: Untranslated = keep): Translate {
  const pairs = [...dictionary.values()].flat().filter(({ pt }) => pt !== '');
  const translations = new Map(pairs.map(({ en, pt }) => [en, pt]));
  return (markdown) =>
    splitMarkdown(markdown)
      .map((piece) => (piece.prose ? (translations.get(oneLine(piece.text)) ?? untranslated(piece)) : piece.text))
      .join('');
}
