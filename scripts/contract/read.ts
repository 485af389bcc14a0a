import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { isNode, type Node } from './elements.js';

export interface Contract {
  /** The file that it stands in. */
  readonly file: string;
  readonly root: Node;
  /** Hex digest of the file's text: what a generated file names, so that anyone can see what it was made from. */
  readonly sha256: string;
}

/** @throws when the text is no YAML object; whether it is a sound contract is lint's to say. */
export function readContract(text: string, file = 'openapi.yaml'): Contract {
  const root: unknown = parse(text, { maxAliasCount: 0 });
  if (!isNode(root)) throw new Error(`The contract is not an object: ${file} must start with \`openapi: 3.1.0\`.`);
  return { file, root, sha256: createHash('sha256').update(text).digest('hex') };
}
