/** Runs all flows against deviating servers, with the expected findings. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Report, type RunOptions, verifyServer } from '../../src/verify/index.js';
import { freePort } from '../free-port.ts';
import { type Deviation, startDeviatingServer } from './deviating-server.ts';

const LISTS = [
  ...['CardList', 'CustomerList', 'PaymentLinkList', 'PlanList', 'PriceList', 'ReceiverList'],
  ...['SubscriptionList', 'TransactionHistory', 'TransactionList', 'WebhookList'],
];

/** Maps a deviation to all the refutations and discoveries that a run has to report. */
export const FOUND: Record<Deviation, readonly string[]> = {
  'string ids': [
    'documented 2.2',
    'assumed transaction-response-reused',
    'assumed response-ids',
    'assumed customer-shape',
    'assumed deletion-shape',
    'assumed history-shape',
  ],
  'no token needed': ['observed bearer-key', 'assumed bearer-everywhere'],
  '202': ['documented 4.5', 'status #/paths/~1v1~1transactions/post/responses'],
  'new status': ['value #/components/schemas/TransactionStatus'],
  'html 404': ['assumed resource-paths'],
  redirect: ['assumed path-known-other-method', 'observed link-transactions-path'],
  'extra fields': [
    'field #/components/schemas/Transaction/properties',
    'field #/components/schemas/TransactionPayload/properties',
  ],
  'amounts in reais': [
    'documented 2.2',
    'observed amount-centavos',
    'assumed nullable-types',
    'assumed history-shape',
    'assumed installments-shape',
    'assumed price-shape',
  ],
  'dates without zone': ['documented 2'],
  'errors as a map': ['observed error-body', 'form #/components/schemas/ErrorResponse/properties/errors'],
  'wrong check digits': ['assumed field-meanings'],
  'event without model': ['observed webhook-envelope'],
  // A server failure settles nothing.
  '500 on unknown id': [],
  'delete deletes nothing': ['documented 4.2', 'assumed resource-paths', 'assumed deletion-effects'],
  'another envelope': [
    'assumed list-envelope',
    ...LISTS.map((list) => `field #/components/schemas/${list}/properties`),
  ],
};

export async function run(deviation?: Deviation, options: Partial<RunOptions> = {}): Promise<Report> {
  await using server = await startDeviatingServer(deviation);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'verify-run-'));
  const report = await verifyServer({
    baseUrl: server.url,
    token: 'token-of-the-merchant',
    allow: ['write', 'charge'],
    confirm: async () => true,
    receiver: { url: `http://127.0.0.1:${port}/`, port },
    createdFile: join(folder, `${deviation ?? 'none'}.jsonl`),
    pauseMs: 0,
    eventsMs: 600,
    ...options,
  });
  rmSync(folder, { recursive: true });
  return report;
}

export function found({ entries, deviations, discoveries }: Report): string[] {
  const refuted = [...deviations, ...entries.flatMap(({ findings }) => findings)].filter(
    ({ verdict }) => verdict === 'refuted',
  );
  const all = [...refuted.map(({ evidence }) => evidence), ...discoveries.map(({ kind, place }) => `${kind} ${place}`)];
  return [...new Set(all)].sort();
}
