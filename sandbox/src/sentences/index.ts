/** A sentence of `explore` is a key with its parts. One table prints it in one of two languages. */
import { reais } from 'payment-gateway-core/codes';
import { isObject, textOf } from 'payment-gateway-core/util';
import { TABLE } from './table.js';

export const LANGUAGES = ['en', 'pt-BR'] as const;
export type SentenceLanguage = (typeof LANGUAGES)[number];

type Key = keyof typeof TABLE;

interface Amount {
  readonly centavos: number;
}

/** What a sentence is about. The same in each language: names of plans, and what the shop and the gateway said. */
type Part = string | number | Amount | Sentence | readonly Part[];

export interface Sentence {
  readonly key: Key;
  readonly parts: Readonly<Record<string, Part>>;
  /** The sentence in English. */
  readonly text: string;
}

export type Text = string | Sentence;

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Names<Name extends Key> = NamesIn<(typeof TABLE)[Name][0]>;

/** Returns the sentence with its parts. A sentence with two forms needs `count`. */
export function say<Name extends Key>(
  key: Name,
  ...[parts]: [Names<Name>] extends [never] ? [] : [Readonly<Record<Names<Name>, Part>>]
): Sentence {
  return sentence(key, parts ?? {});
}

export const amount = (centavos: number): Amount => ({ centavos });

const sentence = (key: Key, parts: Sentence['parts']): Sentence => ({ key, parts, text: print({ key, parts }, 'en') });

const PART = /\{(\w+)\}/g;
const FORMS = /\[([^|]*)\|([^\]]*)\]/g;

/** Returns the text in a language. */
export function print(text: string | Pick<Sentence, 'key' | 'parts'>, language: SentenceLanguage): string {
  if (typeof text === 'string') return text;
  const { key, parts } = text;
  const [english, portuguese] = TABLE[key];
  const template = (language === 'en' ? english : portuguese).replace(FORMS, parts.count === 1 ? '$1' : '$2');
  return template.replace(PART, (_, name: string) => printPart(parts[name] ?? '', language));
}

function printPart(part: Part, language: SentenceLanguage): string {
  if (typeof part === 'string' || typeof part === 'number') return String(part);
  if (isList(part)) return new Intl.ListFormat(language).format(part.map((one) => printPart(one, language)));
  return isAmount(part) ? printAmount(part, language) : print(part, language);
}

const isList = (part: unknown): part is readonly Part[] => Array.isArray(part);
const isAmount = (part: Amount | Sentence): part is Amount => 'centavos' in part;

function printAmount({ centavos }: Amount, language: SentenceLanguage): string {
  const english = reais(centavos);
  return language === 'en' ? english : english.replace(/[,.]/g, (mark) => (mark === ',' ? '.' : ','));
}

/** Returns the text with each word of the shop and of the gateway changed, such as one that hides secrets. */
export function mapWords<Given extends Part>(text: Given, change: (word: string) => string): Given;
export function mapWords(text: Part, change: (word: string) => string): Part {
  if (typeof text === 'string') return change(text);
  if (typeof text === 'number' || 'centavos' in text) return text;
  if (isList(text)) return text.map((one) => mapWords(one, change));
  const parts = Object.entries(text.parts).map(([name, part]) => [name, mapWords(part, change)]);
  return sentence(text.key, Object.fromEntries(parts));
}

/** Returns what two problems have in common that differ in their ids only. */
export const kindOf = (text: Pick<Sentence, 'key' | 'parts'>): string =>
  JSON.stringify([text.key, text.parts], (name, value) => (name === 'id' || name === 'text' ? undefined : value));

/** Reads a text of a file. It may come from anywhere, so no field is taken as it is. */
export function readSentence(value: unknown): Text {
  const part = readPart(value);
  return typeof part === 'object' && 'key' in part ? part : typeof part === 'string' ? part : '';
}

function readPart(value: unknown): Part {
  if (Array.isArray(value)) return value.map(readPart);
  if (!isObject(value)) return typeof value === 'number' ? value : textOf(value);
  if (typeof value.centavos === 'number') return { centavos: value.centavos };
  const { key, parts, text } = value;
  if (typeof key !== 'string' || !Object.hasOwn(TABLE, key) || !isObject(parts)) return textOf(text);
  const read = Object.entries(parts).map(([name, part]) => [name, readPart(part)] as const);
  return sentence(key as Key, Object.fromEntries(read)); // The table has the key.
}

export class SentenceError extends Error {
  readonly sentence: Sentence;

  constructor(text: Sentence) {
    super(text.text);
    this.sentence = text;
  }
}
