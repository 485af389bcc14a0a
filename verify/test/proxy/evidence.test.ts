import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import type { Exchange } from '../../src/index.js';
import { toEvidence } from '../../src/proxy/index.js';
import { recordRun } from '../recorded-run.ts';
import { throughProxy } from './replay.ts';

vi.setConfig({ hookTimeout: 120_000, testTimeout: 300_000 });

let run: Exchange[];
beforeAll(async () => {
  run = (await recordRun()).map(({ exchange }) => exchange).filter(({ request }) => request.url.includes('/v1/'));
});

/** Returns random marks of 12 characters, which begin with a letter. */
const marks = fc.array(fc.stringMatching(/^[a-z][a-zA-Z0-9]{11}$/), { minLength: 40, maxLength: 40 });

/** Returns a copy with marks in a share of its values, and in a key of each object. */
function marked(value: unknown, next: () => string, isMarked: () => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => marked(item, next, isMarked));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, child]) => [name, marked(child, next, isMarked)]);
    return Object.fromEntries([...entries, [next(), next()], ['nested', { [next()]: next() }]]);
  }
  return isMarked() ? next() : value;
}

function markedExchange({ request, response }: Exchange, next: () => string, isMarked: () => boolean): Exchange {
  const url = new URL(request.url);
  const path = url.pathname.replaceAll(/\/\d+/g, (id) => (isMarked() ? `/${next()}` : id));
  url.searchParams.append('page', next());
  url.searchParams.append(next(), next());
  return {
    request: {
      ...request,
      url: `${url.origin}${path}${url.search}`,
      headers: { ...request.headers, authorization: `Bearer ${next()}`, [next()]: next() },
      body: request.body && marked(request.body, next, isMarked),
    },
    response: {
      ...response,
      headers: { 'content-type': `application/json; charset=${next()}`, server: next(), [next()]: next() },
      body: response.body && marked(response.body, next, isMarked),
    },
  };
}

test('no value, unknown key, path, query or header of any exchange is in the evidence [S61]', async () => {
  const start = fc.nat({ max: run.length - 12 });
  await fc.assert(
    fc.asyncProperty(marks, start, fc.integer({ min: 1, max: 4 }), async (all, first, every) => {
      let used = 0;
      let asked = 0;
      const next = () => all[used++ % all.length] ?? '';
      const isMarked = () => asked++ % every === 0;
      const exchanges = run.slice(first, first + 12).map((one) => markedExchange(one, next, isMarked));

      const evidence = JSON.stringify(toEvidence(await throughProxy(exchanges)));

      expect(all.filter((mark) => evidence.toLowerCase().includes(mark.toLowerCase()))).toEqual([]);
      expect(evidence).toContain('"unknown":');
    }),
    { numRuns: runs(60) },
  );
});

test('evidence of a whole run keeps each sentence, and counts fields by type', async () => {
  const report = await throughProxy(run);
  const { entries, deviations, responses = [], discoveries } = toEvidence(report);
  const sentences = (one: Pick<typeof report, 'entries' | 'deviations'>) => [
    ...one.entries.flatMap(({ reason, findings }) => [reason, ...findings.map((finding) => finding.reason)]),
    ...one.deviations.map(({ reason }) => reason),
  ];
  expect(sentences({ entries, deviations })).toEqual(sentences(report));
  expect(JSON.stringify([entries, discoveries])).not.toContain('"exchange"');
  const list = responses.find(({ operation, status }) => operation === 'listPlans' && status === 200);
  expect(list?.fields).toMatchObject({ data: { array: list?.count }, total: { number: list?.count } });
});
