import type { Contract } from '../contract/read.ts';

/** Returns the contract as one JSON document. JSON has no comments, so an extension of the root holds the hash. */
export function generateJson({ file, root, sha256 }: Contract, by = 'npm run generate'): string {
  const { openapi, ...rest } = root;
  const stamped = { openapi, 'x-generated': { from: file, by, sha256 }, ...rest };
  return `${JSON.stringify(stamped, null, 2)}\n`;
}
