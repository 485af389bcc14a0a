import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { built } from '../../../test/built/built.ts';
import { operationHref } from '../../docs/addresses.ts';
import { readContract } from './contract.ts';
import { pageElements } from './page-evidence.ts';
import { statedElements } from './stated-evidence.ts';

const operations = contractOf(readContract()).operations;

beforeAll(() => built('docs'));

/** A page does not repeat that an element is documented, so the section of the document is left out. */
const known = (elements: ReadonlyMap<string, string>) =>
  Object.fromEntries([...elements].map(([path, evidence]) => [path, evidence.replace(/^documented .*/, 'documented')]));

test.each(['', 'pt-br/'])(
  'the pages in dist/docs/%s show each element with the evidence that the rule of the contract gives it',
  { tags: 'long' },
  async (folder) => {
    for (const operation of operations) {
      const html = await readFile(`dist/docs/${folder}${operationHref(operation).slice(1)}index.html`, 'utf8');
      const id = operation.operationId;
      expect(known(pageElements(html)), id).toEqual(known(statedElements(operation)));
    }
  },
);
