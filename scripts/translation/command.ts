import { writeFile } from 'node:fs/promises';
import type { JsonObject } from '../../core/src/util/json.ts';
import { checkDictionary, readGlossary } from './check.ts';
import { type Files, type Pair, PORTUGUESE, readDictionary, writePairs } from './dictionary.ts';

interface Options {
  contract: JsonObject;
  /** The folder with dictionary and glossary. Default: that of this repository. */
  folder?: URL;
  /** Adds new sentences to the dictionary with an empty translation, and removes those whose English is gone. */
  write?: boolean;
}

/** Returns the messages about the dictionary, one line each, and whether it is complete and correct. */
export async function translations(options: Options): Promise<{ lines: string[]; sound: boolean }> {
  const { contract, folder = PORTUGUESE, write = false } = options;
  const removed = write ? await update(contract, folder) : [];
  const { problems, missing } = checkDictionary(contract, readDictionary(folder), readGlossary(folder));
  const untranslated = [...missing].map(([sentence, { where }]) => `no Portuguese: "${sentence}" (${where})`);
  const found = [...untranslated, ...problems];
  if (found.length > 0)
    found.push('Fix scripts/translation/pt-br/; `npm run docs:translations -- --write` adds and removes sentences');
  return { lines: [...removed, ...found], sound: found.length === 0 };
}

/** Updates the dictionary and returns the removed pairs, so that you can move a translation to its new sentence. */
async function update(contract: JsonObject, folder: URL): Promise<string[]> {
  const dictionary: Files = readDictionary(folder);
  const { missing, stale } = checkDictionary(contract, dictionary, readGlossary(folder));
  const kept = ([name, pairs]: [string, readonly Pair[]]) => [name, pairs.filter(({ en }) => !stale.has(en))] as const;
  const files = new Map([...dictionary].map(kept));
  const present = new Set([...files.values()].flat().map(({ en }) => en));
  for (const [en, { file }] of missing) {
    if (!present.has(en)) files.set(file, [...(files.get(file) ?? []), { en, pt: '' }]);
  }
  await Promise.all([...files].map(([name, pairs]) => writeFile(new URL(name, folder), writePairs(pairs))));
  const removed = [...dictionary.values()].flat().filter(({ en }) => stale.has(en));
  return removed.map(({ en, pt }) => `removed: "${en}" ("${pt}")`);
}
