import { readdirSync, readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

/** A sentence in English and in Portuguese. */
export interface Pair {
  readonly en: string;
  /** Empty until somebody has translated it. */
  readonly pt: string;
}

/** The files of a dictionary, by name. A sentence may be in any of them. */
export type Files = ReadonlyMap<string, readonly Pair[]>;

export const PORTUGUESE = new URL('pt-br/', import.meta.url);

/** @throws if a file is not a list of pairs; the message names the file. */
export function readDictionary(folder: URL = PORTUGUESE): Files {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'glossary.yaml');
  return new Map(names.sort().map((name) => [name, readPairs(readFileSync(new URL(name, folder), 'utf8'), name)]));
}

export function readPairs(yaml: string, name: string): Pair[] {
  const list: unknown = parse(yaml) ?? [];
  if (!Array.isArray(list) || !list.every(isPair)) {
    throw new Error(`${name} is not a list of pairs: each entry has \`en\` and \`pt\`, both strings`);
  }
  return list;
}

function isPair(entry: unknown): entry is Pair {
  const { en, pt }: Record<string, unknown> = Object(entry);
  return typeof en === 'string' && en !== '' && typeof pt === 'string' && Object.keys(Object(entry)).length === 2;
}

/** The pairs as a file: sorted, so that two people who add sentences seldom touch the same lines. */
export function writePairs(pairs: readonly Pair[]): string {
  const sorted = [...pairs].sort((a, b) => compare(a.en, b.en)).map(({ en, pt }) => ({ en, pt }));
  return stringify(sorted, { lineWidth: 130 });
}

/** By code unit: the same order on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
