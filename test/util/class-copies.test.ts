import { expect, test, vi } from 'vitest';

type Exports = Readonly<Record<string, unknown>>;
type ErrorClass = new (...args: never[]) => Error;

const entries: Record<string, () => Promise<Exports>> = {
  client: () => import('../../src/index.js'),
  webhooks: () => import('../../src/webhooks/index.js'),
  sandbox: () => import('../../sandbox/src/index.js'),
  'sandbox/testing': () => import('../../sandbox/src/testing/index.js'),
  verify: () => import('../../verify/src/index.js'),
};

const errorClassesOf = (exports: Exports): [string, ErrorClass][] =>
  Object.entries(exports).filter(
    (entry): entry is [string, ErrorClass] =>
      typeof entry[1] === 'function' && Object.prototype.isPrototypeOf.call(Error.prototype, entry[1].prototype),
  );

test.each(Object.keys(entries))('each error class of the entry %s accepts instances of another copy', async (entry) => {
  const load = async () => new Map(errorClassesOf((await entries[entry]?.()) ?? {}));
  const ours = await load();
  vi.resetModules();
  const theirs = await load();
  expect(ours.size).toBeGreaterThan(0);
  for (const [name, Own] of ours) {
    const Other = theirs.get(name);
    expect(Other).not.toBe(Own);
    expect([name, Object.create(Other?.prototype ?? null) instanceof Own]).toEqual([name, true]);
  }
});
