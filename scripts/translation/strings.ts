import type { Path } from '../../core/src/contract/elements.ts';
import { isObject, type JsonObject } from '../../core/src/util/json.ts';

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

/** Keys whose content is data: a description in it is a value that somebody sends. */
const DATA = new Set(['value', 'example', 'default', 'const', 'enum', 'mapping']);

/** Every string of the contract that people read, in its order. */
export function* translatableStrings(node: unknown, path: Path = []): Generator<TranslatableString> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) yield* translatableStrings(item, [...path, index]);
  } else if (isObject(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') {
        if (key === 'name' && isTag(path)) yield { node, path, key: 'x-displayName', text: value };
        if (PROSE.has(key) || isSection(path) || isValueDescriptions(path)) yield { node, path, key, text: value };
      } else if (!DATA.has(key) && !isExampleList(key, value)) {
        yield* translatableStrings(value, [...path, key]);
      }
    }
  }
}

function isTag(path: Path): boolean {
  return path.length === 2 && path[0] === 'tags';
}

/** The sections of the source document are a map from numbers to titles. */
function isSection(path: Path): boolean {
  return path.join('.') === 'x-source-document.sections';
}

/** The descriptions of values are a map from values to texts. */
function isValueDescriptions(path: Path): boolean {
  return path.at(-1) === 'x-enumDescriptions';
}

/** `examples` of a schema is a list of values; that of a media type is a map of examples with a summary each. */
function isExampleList(key: string, value: unknown): value is JsonObject {
  return key === 'examples' && Array.isArray(value);
}
