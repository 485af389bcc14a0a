import { en, type Words } from './words/en.ts';

/** A language of the docs: nothing else decides what is English on the page and what is not. */
export interface Language {
  /** For the `lang` of the page, as BCP 47 writes it. */
  code: string;
  /** What the language calls itself. */
  name: string;
  /** Below the address of the docs: empty for the language at its root, or with a slash at its end. */
  path: string;
  words: Words;
  /** Says a text of the guide, which is written in English, in this language. */
  text: (markdown: string) => string;
  /** The English heading of a section whose heading is given in this language: addresses name sections by their headings. */
  englishHeading: (heading: string) => string;
}

export const english: Language = {
  code: 'en',
  name: 'English',
  path: '',
  words: en,
  text: (markdown) => markdown,
  englishHeading: (heading) => heading,
};
