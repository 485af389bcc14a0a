/** Sends bodies that violate the contract. The rules must refuse or accept them, without any other error. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../../core/src/util/json.js';
import { character } from '../../../test/characters.ts';
import { namedExamples, operations } from '../../../test/contract/contract.ts';
import { runs } from '../../../test/property-runs.ts';
import { pathsOf, withValueAt } from '../../../verify/test/judge/hostile-values.ts';
import { Engine } from '../../src/engine/engine.js';
import { acts, rules } from '../../src/rules/index.js';
import type { OperationId } from '../../src/rules/work.js';
import { Refusal, type Work } from '../../src/state/index.js';

const CLOCK = { kind: 'frozen', at: Date.parse('2026-11-20T13:05:41.482Z') } as const;

/** JSON that throws when it is converted to a string. */
const noString: unknown = JSON.parse('{"toString":0,"valueOf":0,"toJSON":0}');

const hostile = fc.oneof(
  fc.constantFrom<unknown>(null, JSON.parse('1e400'), -0, 1e308, -1, 0.5, [], {}, [[]], [null], true),
  fc.constantFrom<unknown>('', '0', '1e3', '\u0000', '__proto__', 'constructor', '\ud800', '9'.repeat(100_000)),
  fc.constantFrom<unknown>(Array(1000).fill({}), JSON.parse('{"__proto__":{"a":1},"length":-1}'), noString),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Returns the example with one field replaced, at any depth. */
function disturbed(example: unknown): fc.Arbitrary<unknown> {
  // A path comes after those that contain it, so the last one is replaced first.
  const [, ...paths] = pathsOf(example);
  return fc
    .tuple(fc.subarray(paths, { maxLength: Math.min(3, paths.length) }), hostile)
    .map(([chosen, value]) => chosen.reduceRight((body, path) => withValueAt(body, path, value), example));
}

const bodies = operations.flatMap((operation) => {
  const shown = namedExamples(operation).filter(({ of }) => of === 'request');
  return (shown.length === 0 ? [{}] : shown.map(({ value }) => value)).map(
    (example) => [operation.operationId as OperationId, example] as const,
  );
});

const request = fc.constantFrom(...bodies).chain(([operationId, example]) =>
  fc.record({
    operationId: fc.constant(operationId),
    body: disturbed(example),
    id: fc.oneof(
      fc.integer({ min: 1000, max: 1030 }).map(String),
      fc.string({ unit: character }),
      fc.constantFrom('__proto__', '-1', '1e3'),
    ),
    query: fc.dictionary(
      fc.constantFrom('page', 'per_page', 'reference_key', '__proto__'),
      fc.oneof(fc.string({ unit: character }), fc.array(fc.string())),
    ),
  }),
);

const act = fc.record({
  name: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])),
  kind: fc.constantFrom('transactions', 'links', 'subscriptions', 'cards', 'plans'),
  id: fc.oneof(fc.integer({ min: 1000, max: 1030 }), fc.constantFrom(Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY)),
  options: fc.dictionary(
    fc.constantFrom('amount', 'outcome', 'payment_method', 'card', 'customer', 'async', '__proto__'),
    hostile,
  ),
});

type Doing = typeof doings extends fc.Arbitrary<(infer One)[]> ? One : never;
const doings = fc.array(fc.oneof({ weight: 3, arbitrary: request }, { weight: 1, arbitrary: act }), {
  minLength: 5,
  maxLength: 20,
});

test.each(bodies)(
  '%s accepts or refuses an object without a string form in any field',
  async (operationId, example) => {
    const engine = new Engine({ clock: CLOCK });
    await using _closed = { [Symbol.asyncDispose]: () => engine.close() };
    for (const path of pathsOf(example).slice(1)) {
      const body = withValueAt(example, path, noString);
      await carryOut(engine, { operationId, body, id: '1000', query: {} });
    }
  },
);

test('a rule replies to any body, or refuses it with 404 or 422 and a message, and does the same after a restart', {
  tags: 'long',
}, async () => {
  await fc.assert(
    fc.asyncProperty(doings, doings, async (before, after) => {
      const [engine, restarted] = [new Engine({ clock: CLOCK }), new Engine({ clock: CLOCK })];
      for (const doing of before) await carryOut(engine, doing);
      await restarted.restore('default', JSON.parse(JSON.stringify(await engine.snapshot('default'))));
      for (const doing of after) expect(await carryOut(restarted, doing)).toBe(await carryOut(engine, doing));
      await Promise.all([engine.close(), restarted.close()]);
    }),
    { numRuns: runs(80) },
  );
});

/** Returns the result as JSON text, without the random keys of pages and the real time of causes. */
async function carryOut(engine: Engine, doing: Doing): Promise<string> {
  const task = (work: Work): unknown => {
    if ('name' in doing) return acts[doing.name](work, doing.kind, doing.id, doing.options);
    const { operationId, body, id, query } = doing;
    const sent: JsonObject | undefined = isObject(body) ? body : undefined;
    return rules[operationId](work, { operationId, params: { id, bank_account_id: id }, query, body: sent });
  };
  const result = await engine.run('default', task).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    expect([404, 422]).toContain(error.status);
    expect(error.errors.length).toBeGreaterThan(0);
    for (const sentence of error.errors) expect(sentence.length).toBeLessThan(400);
    return error.errors;
  });
  const text = JSON.stringify(result ?? null).replaceAll(/[\w-]{22,}/g, 'key');
  return text.replaceAll(/"at":\d{13}/g, '"at":0');
}
