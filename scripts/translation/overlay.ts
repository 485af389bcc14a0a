import { stringify } from 'yaml';
import type { Path } from '../../core/src/contract/elements.ts';
import { isObject, type JsonObject } from '../../core/src/util/json.ts';
import { parametersOf, placeholdersIn, withNumbers } from '../contract/parameters.ts';
import type { ContractFile } from '../contract/read.ts';
import { oneLine } from '../contract/text.ts';
import { type Files, PORTUGUESE, readDictionary } from './dictionary.ts';
import { type Piece, splitMarkdown } from './segments.ts';

/** A string of the contract that people read. */
export interface TranslatableString {
  /** The object that contains it, and its path. */
  readonly node: JsonObject;
  readonly path: Path;
  /** Where its translation belongs in that object: its own key, save for a name that other places refer to. */
  readonly key: string;
  readonly text: string;
}

/** Keys with prose, in any object. The rest of the contract is names, patterns and values. */
const PROSE = new Set(['title', 'summary', 'description', 'statement', 'settled_by', 'why', 'note', 'where']);

/** Keys with a map from values, or from the sections of the source document, to texts. */
const TEXTS_BY_NAME = new Set(['x-enumDescriptions', 'sections']);

/** Keys whose content is data: a description in it is a value that somebody sends. */
const DATA = new Set(['value', 'example', 'default', 'const', 'enum', 'mapping']);

/** Every string of the contract that people read, in its order. */
export function* translatableStrings(node: unknown, path: Path = []): Generator<TranslatableString> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) yield* translatableStrings(item, [...path, index]);
  } else if (isObject(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') {
        const isTagName = key === 'name' && path.length === 2 && path[0] === 'tags';
        if (isTagName) yield { node, path, key: 'x-displayName', text: value };
        if (PROSE.has(key) || TEXTS_BY_NAME.has(String(path.at(-1)))) yield { node, path, key, text: value };
        // `examples` of a schema is a list of values; that of a media type is a map of examples with a summary each.
      } else if (!DATA.has(key) && !(key === 'examples' && Array.isArray(value))) {
        yield* translatableStrings(value, [...path, key]);
      }
    }
  }
}

/** Keeps an English sentence, and tells screen readers to read it in English where HTML is allowed. */
export const marked = ({ text, plain }: Piece): string => (plain ? text : `<span lang="en">${text}</span>`);

/** Returns a function that translates Markdown. A sentence without a translation stays as it is, or becomes what `untranslated` returns. */
export function translator(dictionary: Files, untranslated = ({ text }: Piece): string => text) {
  const pairs = [...dictionary.values()].flat().filter(({ pt }) => pt !== '');
  const translations = new Map(pairs.map(({ en, pt }) => [en, pt]));
  return (markdown: string): string =>
    splitMarkdown(markdown)
      .map((piece) => (piece.prose ? (translations.get(oneLine(piece.text)) ?? untranslated(piece)) : piece.text))
      .join('');
}

/** A change of one object of a document, as OpenAPI Overlay 1.0 writes it. */
interface Action {
  /** JSONPath of the object. */
  readonly target: string;
  /** The object to merge into the target. */
  readonly update: Readonly<Record<string, string>>;
}

/** Returns a copy of the contract in the language of the dictionary, as the overlay makes it. */
export function translateContract<T extends object>(contract: T, dictionary: Files): T {
  const copy = structuredClone(contract);
  for (const { node, key, translation } of translations(copy, dictionary)) node[key] = translation;
  return copy;
}

/** Returns the strings of the contract whose words are different in the language of the dictionary. */
function translations(contract: object, dictionary: Files) {
  const translate = translator(withPairsOfNumbers(dictionary, contract));
  const all = [...translatableStrings(contract)].map((string) => ({ ...string, translation: translate(string.text) }));
  return all.filter(({ text, translation }) => translation !== text);
}

/** Adds the sentences of the register with the numbers of their claims, as the contract tells them. */
function withPairsOfNumbers(dictionary: Files, contract: object): Files {
  const parameters = parametersOf(contract);
  const templates = [...dictionary.values()].flat().filter(({ en, pt }) => pt !== '' && placeholdersIn(en).length > 0);
  const pairs = Object.keys(parameters).flatMap((own) =>
    templates.map(({ en, pt }) => ({
      en: withNumbers(en, parameters, { own }),
      pt: withNumbers(pt, parameters, { own, language: 'pt-BR' }),
    })),
  );
  return new Map([...dictionary, ['numbers', pairs]]);
}

/** Returns one action for each object with such strings. */
export function actionsOf(root: JsonObject, dictionary: Files): Action[] {
  const updates = new Map<string, Record<string, string>>();
  for (const { path, key, translation } of translations(root, dictionary)) {
    const target = jsonPath(path);
    updates.set(target, { ...updates.get(target), [key]: translation });
  }
  return [...updates].map(([target, update]) => ({ target, update }));
}

/** The overlay that turns the contract into Portuguese, as a YAML file. */
export function generateOverlay(contractFile: ContractFile, dictionary: Files = readDictionary(PORTUGUESE)): string {
  const { contract: root, file, sha256 } = contractFile;
  const { version } = root.info as { version: string };
  const overlay = {
    overlay: '1.0.0',
    info: { title: 'Português do Brasil', version },
    'x-generated': { from: `${file} and scripts/translation/pt-br/`, by: 'npm run compile', sha256 },
    actions: actionsOf(root, dictionary),
  };
  return stringify(overlay, { lineWidth: 130 });
}

function jsonPath(path: Path): string {
  const steps = path.map((key) => {
    if (typeof key === 'number') return `[${key}]`;
    return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replace(/[\\']/g, '\\$&')}']`;
  });
  return `$${steps.join('')}`;
}
