import { writeFile } from 'node:fs/promises';
import type { JsonObject } from '../../core/src/util/json.ts';
import { checkDictionary, readGlossary } from './check.ts';
import { type Files, type Pair, PORTUGUESE, readDictionary, writePairs } from './dictionary.ts';

interface Options {
  contract: JsonObject;
  /** The folder with dictionary and glossary; that of this repository when left out. */
  folder?: URL;
  /** Whether a sentence without Portuguese is a mistake. */
  complete?: boolean;
  /** Whether to list such sentences. */
  list?: boolean;
  /** Whether to put new sentences into the dictionary with an empty translation, and take out those whose English is gone. */
  write?: boolean;
}

/** Returns the messages about the dictionary, one line each, and whether it is complete and correct. */
export async function translations(options: Options): Promise<{ lines: string[]; sound: boolean }> {
  const { contract, folder = PORTUGUESE, complete = false, list = true } = options;
  const lines: string[] = options.write ? await update(contract, folder) : [];
  const { problems, missing } = checkDictionary(contract, readDictionary(folder), readGlossary(folder));
  if (list) for (const [sentence, { where }] of missing) lines.push(`no Portuguese: "${sentence}" (${where})`);
  lines.push(...problems);
  if (missing.size > 0) lines.push(`${missing.size} sentences have no Portuguese yet: scripts/translation/pt-br/`);
  if (problems.length > 0)
    lines.push('Fix scripts/translation/pt-br/; `npm run docs:translations -- --write` adds and removes sentences');
  return { lines, sound: problems.length === 0 && !(complete && missing.size > 0) };
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
