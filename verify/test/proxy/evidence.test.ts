import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import type { Exchange } from '../../src/index.js';
import { toEvidence } from '../../src/proxy/index.js';
import { recordRun } from '../recorded-run.ts';
import { proxyTo, rawClient, rawTarget } from './raw-server.ts';
import { throughProxy } from './replay.ts';

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

test('no value, unknown key, path, query or header of any exchange is in the evidence [S61]', {
  tags: 'long',
}, async () => {
  const start = fc.nat({ max: run.length - 8 });
  await fc.assert(
    fc.asyncProperty(marks, start, fc.integer({ min: 1, max: 4 }), async (all, first, every) => {
      let used = 0;
      let asked = 0;
      const next = () => all[used++ % all.length] ?? '';
      const isMarked = () => asked++ % every === 0;
      const exchanges = run.slice(first, first + 8).map((one) => markedExchange(one, next, isMarked));

      const evidence = JSON.stringify(toEvidence(await throughProxy(exchanges)));

      expect(all.filter((mark) => evidence.toLowerCase().includes(mark.toLowerCase()))).toEqual([]);
      expect(evidence).toContain('"unknown":');
    }),
    { numRuns: runs(60) },
  );
});

test('evidence keeps each sentence, and counts fields by type', async () => {
  const report = await throughProxy(run.filter(({ request }) => /plans|transactions/.test(request.url)));
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

test('nor is anything that only the bytes of a message have [S61]', async () => {
  await fc.assert(
    fc.asyncProperty(marks, async (all) => {
      let used = 0;
      const next = () => all[used++ % all.length] ?? '';
      const encoded = () => [...next()].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
      await using target = await rawTarget();
      await using proxy = await proxyTo(target.url);
      const shop = rawClient(proxy.port);
      const request = `PUT /v1/plans/${encoded()}?${encoded()}=${encoded()}&a=${next()}#${next()} HTTP/1.1\r\nHost: ${next()}\r\nCookie: ${next()}\r\nCookie: ${next()}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const chunk = (text: string) => `${text.length.toString(16)};${next()}=${next()}\r\n${text}\r\n`;
      const end = () => `0\r\nX-${next()}: ${next()}\r\n\r\n`;
      const bodies = [
        ['application/json', `{"${next()}": "${next()}", "total": ${next()}`],
        [`text/${next()}`, `<h1>${next()}</h1>`],
        ['application/json', `{"data": [{"name": "${encoded()}", "\\u0061${next()}": 1}]}`],
        ['application/json', JSON.stringify(next())],
        ['application/problem+json', JSON.stringify({ type: next(), errors: [next(), { [next()]: next() }] })],
      ];
      shop.socket.write(bodies.map(() => `${request}${chunk(`{"name": "${next()}`)}${end()}`).join(''));
      const gateway = await target.connection();
      await gateway.until('\r\n\r\n');
      for (const [type, body = ''] of bodies)
        gateway.socket.write(
          `HTTP/1.1 422 ${next()}\r\nContent-Type: ${type}; charset=${next()}\r\nSet-Cookie: ${next()}\r\nSet-Cookie: ${next()}\r\nServer: ${next()}\r\nLocation: /${next()}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(body)}${end()}`,
        );
      gateway.socket.write('HTTP/1.1 100 Last\r\n\r\n');
      await shop.until('100 Last');

      const report = await proxy.report();
      const evidence = JSON.stringify(toEvidence(report));

      expect(report.exchanges).toMatchObject({ judged: bodies.length });
      expect(all.filter((mark) => evidence.toLowerCase().includes(mark.toLowerCase()))).toEqual([]);
    }),
    { numRuns: runs(20) },
  );
});
