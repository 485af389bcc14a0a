import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { judgeExchanges, type Report, readExchanges, recordExchanges } from '../../src/verify/index.js';
import { DEVIATIONS, type Deviation, startDeviatingServer } from './deviating-server.ts';
import { shopAt, startReceiver } from './shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Maps a deviation to all the refutations and discoveries that a recording has to report. */
const FOUND: Record<Deviation, readonly string[]> = {
  'string ids': [
    'documented 2.2',
    'assumed transaction-response-reused',
    'assumed response-ids',
    'assumed customer-shape',
    'assumed deletion-shape',
  ],
  'no token needed': ['observed bearer-key'],
  '202': ['documented 4.5', 'status #/paths/~1v1~1transactions/post/responses'],
  'new status': ['value #/components/schemas/TransactionStatus'],
  'html 404': ['assumed resource-paths'],
  redirect: ['assumed path-known-other-method'],
  'extra fields': ['field #/components/schemas/Transaction/properties'],
  'amounts in reais': ['documented 2.2', 'observed amount-centavos', 'assumed nullable-types', 'assumed link-shape'],
  'dates without zone': ['documented 2'],
  'errors as a map': ['observed error-body', 'form #/components/schemas/ErrorResponse/properties/errors'],
  'another envelope': [
    'assumed list-envelope',
    ...['TransactionList', 'PaymentLinkList', 'PlanList'].map(
      (list) => `field #/components/schemas/${list}/properties`,
    ),
  ],
  'wrong check digits': ['assumed field-meanings'],
  'event without model': ['observed webhook-envelope'],
  // A recording does not show that the id is unknown. A run chooses the id, so it can report this.
  '500 on unknown id': [],
  'delete deletes nothing': ['documented 4.2'],
};

describe('a recording of a server', () => {
  test('refutes nothing if the server obeys the contract', async () => {
    expect(found(await recorded())).toEqual([]);
  });

  test.each(DEVIATIONS)('shows only this deviation: %s', async (deviation) => {
    const report = await recorded(deviation);
    expect(found(report)).toEqual([...FOUND[deviation]].sort());
    expect(report.circular).not.toEqual([]);
  });

  test('does not refute entries about tokens if it has no tokens, because browsers omit the header', async () => {
    const file = join(folder, 'no-token.jsonl');
    await using server = await startDeviatingServer('no token needed');
    const fetch = recordExchanges((input, init) => globalThis.fetch(input, init), file);
    await fetch(`${server.url}/v1/transactions`);
    await fetch.recorded();
    expect(found(await judgeExchanges((await readExchanges(file)).exchanges))).toEqual([]);
  });
});

async function recorded(deviation?: Deviation): Promise<Report> {
  await using server = await startDeviatingServer(deviation);
  await using receiver = await startReceiver();
  const file = join(folder, `${deviation ?? 'none'}.jsonl`);
  const fetch = recordExchanges(globalThis.fetch, file);
  await globalThis.fetch(`${server.url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: ['customers', 'links'] }),
  });
  await globalThis.fetch(`${server.url}/v1/links`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 4990 }),
  });
  await shopAt(server.url, fetch);
  await fetch.recorded();
  await expect.poll(() => receiver.deliveries.length).toBeGreaterThan(1);
  const { exchanges } = await readExchanges(file);
  return judgeExchanges([
    ...exchanges,
    ...(deviation === 'string ids' || deviation === 'dates without zone' ? [] : receiver.deliveries),
  ]);
}

function found({ entries, deviations, discoveries }: Report): string[] {
  const refuted = [...deviations, ...entries.flatMap(({ findings }) => findings)].filter(
    ({ verdict }) => verdict === 'refuted',
  );
  const all = [...refuted.map(({ evidence }) => evidence), ...discoveries.map(({ kind, place }) => `${kind} ${place}`)];
  return [...new Set(all)].sort();
}
