import { stringify } from 'yaml';
import type { Path } from '../../core/src/contract/elements.ts';
import type { JsonObject } from '../../core/src/util/json.ts';
import { parametersOf, placeholdersIn, withNumbers } from '../contract/parameters.ts';
import type { ContractFile } from '../contract/read.ts';
import { type Files, PORTUGUESE, readDictionary } from './dictionary.ts';
import { translatableStrings } from './strings.ts';
import { translator } from './translate.ts';

/** A change of one object of a document, as OpenAPI Overlay 1.0 writes it. */
interface Action {
  /** JSONPath of the object. */
  readonly target: string;
  /** The object to merge into the target. */
  readonly update: Readonly<Record<string, string>>;
}

/** Returns a copy of the contract in the language of the dictionary, as the overlay makes it. */
export function translateContract<T extends object>(contract: T, dictionary: Files): T {
  const translate = translator(withPairsOfNumbers(dictionary, contract));
  const copy = structuredClone(contract);
  for (const { node, key, text } of translatableStrings(copy)) {
    const translation = translate(text);
    if (translation !== text) node[key] = translation;
  }
  return copy;
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

/** Returns one action for each object of the contract whose words are different in the language of the dictionary. */
export function actionsOf(root: JsonObject, dictionary: Files): Action[] {
  const translate = translator(withPairsOfNumbers(dictionary, root));
  const updates = new Map<string, Record<string, string>>();
  for (const { path, key, text } of translatableStrings(root)) {
    const translation = translate(text);
    if (translation === text) continue;
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
