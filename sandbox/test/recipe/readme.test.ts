/** Runs the README's shop test like a reader would: pasted into a file, with vitest. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { afterAll, expect, test, vi } from 'vitest';
import * as contract from '../../../src/index.js';
import * as webhooks from '../../../src/webhooks/index.js';
import * as testing from '../../src/testing/index.js';

const readme = readFileSync('sandbox/README.md', 'utf8');
const [snippet = ''] = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
  .map(([, code = '']) => code)
  .filter((code) => code.includes('setUpSandbox'));

test("the README's test of a shop passes when pasted", async () => {
  const bodies: (() => Promise<void>)[] = [];
  const body = vi.fn((_name: string, run: () => Promise<void>) => bodies.push(run));
  const modules: Record<string, object> = {
    vitest: { afterAll: hooks.push.bind(hooks), expect, test: body },
    'payment-gateway-contract': contract,
    'payment-gateway-sandbox/testing': testing,
    'payment-gateway-contract/webhooks': webhooks,
  };
  const { outputText } = ts.transpileModule(snippet, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  new Function('require', 'exports', outputText)((name: string) => modules[name], {});
  expect(bodies).toHaveLength(1);
  await bodies[0]?.();
  expect.assertions(2);
});

const hooks: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const hook of hooks) await hook();
});
