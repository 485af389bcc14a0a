/** The careful shop of the guide "Explore", pasted into a test as the guide says. */
import { listingsOf } from '../../../scripts/test/docs/listings.ts';

/** The lines around the call in each test runner. A search takes longer than the limits of Vitest and Jest. */
const AROUND = {
  vitest: {
    imports: "import { afterAll, expect, test } from 'vitest';",
    hook: 'afterAll',
    end: 'expect([complete, failures]).toEqual([true, []]);\n}, 600_000);',
  },
  jest: {
    imports: "import { afterAll, expect, test } from '@jest/globals';",
    hook: 'afterAll',
    end: 'expect([complete, failures]).toEqual([true, []]);\n}, 600_000);',
  },
  'node:test': {
    imports: "import assert from 'node:assert/strict';\nimport { after, test } from 'node:test';",
    hook: 'after',
    end: 'assert.deepEqual([complete, failures], [true, []]);\n});',
  },
};

/** Returns the TypeScript of the test, and of the modules that it imports. */
export function exploreExample(runner: keyof typeof AROUND): Record<'test' | 'naive-shop' | 'careful-shop', string> {
  const listings = new Map(listingsOf('ts').map(({ file, code }) => [file.replace(/.*\//, ''), code]));
  const listing = (file: string): string => {
    const code = listings.get(file);
    if (code === undefined) throw new Error(`the guides have no ${file}`);
    return code;
  };
  const { imports, hook, end } = AROUND[runner];
  const [, call] = /(const order = [\s\S]*?\n\}\);)\n/.exec(listing('careful.ts')) ?? [];
  if (!call?.includes('await explore(newAccount, {')) throw new Error('careful.ts has no call of explore');
  const test = `${imports}
import { explore, setUpSandbox } from 'payment-gateway-sandbox/testing';
import { CarefulShop } from './careful-shop.js';
const newAccount = setUpSandbox(${hook});
test('the shop loses no money', async () => {
${call}
${end}`;
  return { test, 'naive-shop': listing('naive-shop.ts'), 'careful-shop': listing('careful-shop.ts') };
}
