import { readdirSync, readFileSync } from 'node:fs';
import { parseDocument, stringify } from 'yaml';
import { isObject } from '../../core/src/util/json.ts';

/** A sentence in English and in Portuguese. */
export interface Pair {
  readonly en: string;
  /** Empty until somebody has translated it. */
  readonly pt: string;
}

/** The files of a dictionary, by name. A sentence may be in any file. */
export type Files = ReadonlyMap<string, readonly Pair[]>;

export const PORTUGUESE = new URL('pt-br/', import.meta.url);

/** @throws if a file is not a mapping from English to Portuguese; the message names the file. */
export function readDictionary(folder: URL = PORTUGUESE): Files {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'glossary.yaml');
  return new Map(names.sort().map((name) => [name, readPairs(readFileSync(new URL(name, folder), 'utf8'), name)]));
}

export function readPairs(yaml: string, name: string): Pair[] {
  const document = parseDocument(yaml);
  const [error] = document.errors;
  if (error) throw new Error(`${name}: ${error.message}`);
  const sentences: unknown = document.toJS() ?? {};
  if (!isObject(sentences) || !Object.entries(sentences).every(([en, pt]) => en !== '' && typeof pt === 'string')) {
    throw new Error(`${name} is not a mapping: each key is an English sentence, and its value the Portuguese`);
  }
  return Object.entries(sentences).map(([en, pt]) => ({ en, pt: String(pt) }));
}

/**
 * Returns the pairs as a file. They are sorted, so that two people who add sentences seldom touch the same lines, and each is on one
 * line, so that a change shows as one line.
 */
export function writePairs(pairs: readonly Pair[]): string {
  const sorted = [...pairs].sort((a, b) => compare(a.en, b.en)).map(({ en, pt }) => [en, pt]);
  return stringify(Object.fromEntries(sorted), { lineWidth: 0 });
}

/** By code unit: the same order on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
