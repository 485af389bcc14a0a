import { expect, test } from 'vitest';
import { elements } from '../../../core/src/contract/elements.ts';
import type { JsonObject } from '../../../core/src/util/json.ts';
import { generatePortableJson } from '../../generate/portable.ts';
import { ownContract } from '../docs/contract.ts';

const contract = ownContract();
const portable: JsonObject = JSON.parse(generatePortableJson(contract));

/** Elements with a description, by the place that both forms share. */
const KINDS = ['operation', 'parameter', 'response', 'header', 'schema'] as const;
const textAt = new Map(elements(portable).map(({ node, path }) => [path.join('/'), String(node.description ?? '')]));

test('the portable form repeats the evidence of each element in its description', () => {
  const silent = KINDS.flatMap((kind) => elements(contract.root, kind)).flatMap(({ node, path }) => {
    const [evidence] = [node['x-evidence']].flat();
    const text = textAt.get(path.join('/').replace(/5XX/, '500'));
    // A named union is written where it is used.
    if (evidence === undefined || text === undefined || text.includes(`Evidence: ${evidence} - `)) return [];
    return [path.join('/')];
  });
  expect(silent).toEqual([]);
});
