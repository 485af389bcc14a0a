import { en, type Words } from './words/en.ts';

/** A language of the docs. */
export interface Language {
  /** For the `lang` of the page, as BCP 47 writes it. */
  code: string;
  /** What the language calls itself. */
  name: string;
  /** The folder of the language, with a slash at its end; empty for English. */
  path: string;
  words: Words;
  /** Translates a text of a guide from English. */
  text: (markdown: string) => string;
}

export const english: Language = {
  code: 'en',
  name: 'English',
  path: '',
  words: en,
  text: (markdown) => markdown,
};

/** Returns a path of the docs, such as `/guides/pix/`, in a language. */
export function localPath({ path }: Pick<Language, 'path'>, absolute: string): string {
  return `/${path}${absolute.slice(1)}`;
}
