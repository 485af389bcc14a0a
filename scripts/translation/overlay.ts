import { stringify } from 'yaml';
import { isNode, type Node, type Path } from '../contract/elements.js';
import type { Contract } from '../contract/read.ts';
import { type Files, PORTUGUESE, readDictionary } from './dictionary.ts';
import { toldStrings } from './strings.ts';
import { translator } from './translate.ts';

/** A change of one object of a document, as OpenAPI Overlay 1.0 writes it. */
export interface Action {
  /** JSONPath of the object. */
  readonly target: string;
  /** The object to merge into the target. */
  readonly update: Node;
}

/** One action for each element of the contract whose words are different in the language of the dictionary. */
export function actionsOf(root: Node, dictionary: Files): Action[] {
  const translate = translator(dictionary);
  const actions = new Map<string, Node>();
  for (const { path, key, text } of toldStrings(root)) {
    const translation = translate(text);
    if (translation === text) continue;
    const depth = targetDepth(path);
    const target = jsonPath(path.slice(0, depth));
    const update = actions.get(target) ?? {};
    actions.set(target, update);
    at(update, path.slice(depth))[key] = translation;
  }
  return [...actions].map(([target, update]) => ({ target, update }));
}

/** The overlay that turns the contract into Portuguese, as a YAML file. */
export function generateOverlay(contract: Contract, dictionary: Files = readDictionary(PORTUGUESE)): string {
  const { root, file, sha256 } = contract;
  const { version } = root.info as { version: string };
  const overlay = {
    overlay: '1.0.0',
    info: { title: 'Português do Brasil', version },
    'x-generated': { from: `${file} and scripts/translation/pt-br/`, by: 'npm run compile', sha256 },
    actions: actionsOf(root, dictionary),
  };
  return stringify(overlay, { lineWidth: 130 });
}

/** An update merges objects and appends to lists, so each text inside a list needs a separate action. */
function targetDepth(path: Path): number {
  const inList = path.findLastIndex((key) => typeof key === 'number') + 1;
  // An operation or a component: its texts are nested in one update.
  return inList || Math.min(path.length, 3);
}

function jsonPath(path: Path): string {
  const steps = path.map((key) => {
    if (typeof key === 'number') return `[${key}]`;
    return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replace(/[\\']/g, '\\$&')}']`;
  });
  return `$${steps.join('')}`;
}

/** The object at a path, made where it is missing. */
function at(node: Node, path: Path): Node {
  let here = node;
  for (const key of path) {
    const next = here[key];
    const below: Node = isNode(next) ? next : {};
    here[key] = below;
    here = below;
  }
  return here;
}
