import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { type Exchange, judgeExchanges, readExchanges } from '../../src/index.js';
import { example, exchange } from '../exchanges.ts';
import { recordRun } from '../recorded-run.ts';
import { deviations } from './deviations.ts';
import { sendThrough } from './raw-server.ts';
import { throughProxy, verdictsOf } from './replay.ts';

const folder = temporaryFolder('proxy');
async function fromFile(exchanges: readonly Exchange[]) {
  const file = join(folder, 'exchanges.jsonl');
  writeFileSync(file, exchanges.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return judgeExchanges((await readExchanges(file)).exchanges);
}

test('a run gets the same verdicts from a file and from the proxy, and so does each deviation', {
  tags: 'long',
}, async () => {
  // A proxy sees no delivery of an event.
  const run = (await recordRun()).map(({ exchange }) => exchange).filter(({ request }) => request.url.includes('/v1/'));
  // Many changes of each kind, of exchanges in the whole run.
  const changed = deviations(run, 750).filter((_, at) => at % 9 === 0);
  let contradictions = 0;
  for (const exchanges of [run, ...some(some(changed))]) {
    const expected = await fromFile(exchanges);
    expect(verdictsOf(await throughProxy(exchanges))).toEqual(verdictsOf(expected));
    const { refuted, deviations, discoveries } = expected.summary;
    if (refuted + deviations + discoveries > 0) contradictions++;
  }
  // Most of the changes are visible, so the comparison is about something.
  expect(contradictions).toBeGreaterThan(some(some(changed)).length / 2);
});

test('each contradiction is told with its entry, and the rest is not', async () => {
  const page = example('listPlans.first_page.response');
  const { total: _, ...without } = page;
  const told: string[] = [];
  await throughProxy([exchange('GET', '/v1/plans', 200, page), exchange('GET', '/v1/plans', 200, without)], {
    onJudged: (_, refuted) =>
      void told.push(refuted.map(({ operation, evidence }) => `${operation} ${evidence}`).join()),
  });
  expect(told).toEqual(['', 'listPlans assumed list-envelope']);
});

test('a contradiction is told of the operation of its own request, also if an earlier one had it', async () => {
  const wrong: Record<string, unknown> = { ...example('createTransaction.pix.response'), amount: 'ten reais' };
  const told: string[][] = [];
  const create = exchange('POST', '/v1/transactions', 200, wrong, example('createTransaction.pix.request'));
  await throughProxy([create, exchange('GET', `/v1/transactions/${wrong.id}`, 200, wrong)], {
    onJudged: (_, refuted) => void told.push(refuted.map(({ operation = '', reason }) => `${operation} ${reason}`)),
  });
  const [first = [], second = []] = told;
  const same = second.filter((one) => first.includes(one.replace('retrieveTransaction', 'createTransaction')));
  expect(same.length).toBeGreaterThan(0);
  expect(second.filter((one) => !one.startsWith('retrieveTransaction '))).toEqual([]);
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a body in %s passes compressed, and is judged', async (coding, compress) => {
  await using passage = await sendThrough('GET /v1/plans HTTP/1.1\r\nHost: x\r\n\r\n');
  const { proxy, shop, gateway } = passage;
  const body = compress(JSON.stringify(example('listPlans.first_page.response')));
  gateway.socket.write(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  gateway.socket.write(body);
  await shop.until(body.toString('latin1'));
  const { entries } = await proxy.report();
  expect(entries).toContainEqual(expect.objectContaining({ key: 'list-envelope', verdict: 'confirmed' }));
});

test('a body that is small only while compressed is not judged', async () => {
  await using passage = await sendThrough('GET /v1/plans HTTP/1.1\r\nHost: x\r\n\r\n');
  const { proxy, shop, gateway } = passage;
  const body = gzipSync(Buffer.alloc(3 * 2 ** 20, '['));
  gateway.socket.write(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  gateway.socket.write(body);
  await shop.until(body.toString('latin1'));
  const { summary } = await proxy.report();
  expect(summary).toMatchObject({ refuted: 0, deviations: 0, discoveries: 0 });
});

test('exchanges that do not fit into the queue are counted and pass', async () => {
  const requests = 1_500;
  await using passage = await sendThrough('GET /v1/plans HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests));
  const { proxy, shop, gateway } = passage;
  // All responses come in one piece, so that the judge gets no turn between them.
  gateway.socket.write(`${'HTTP/1.1 204 No\r\n\r\n'.repeat(requests)}HTTP/1.1 100 Last\r\n\r\n`);
  await shop.until('Last');
  const { notes, exchanges } = await proxy.report();
  const [, dropped] = /too many exchanges waited: (\d+)\./.exec(notes.join()) ?? [];
  expect(exchanges.judged + Number(dropped)).toBe(requests);
});
