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
