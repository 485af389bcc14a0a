/** Runs against servers that deviate in one way. recorded-deviations.test.ts has the deviations that a recording shows. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject } from '../../../core/src/util/json.js';
import { freePort } from '../../../test/free-port.ts';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { verifyServer } from '../../src/index.js';
import { type Received, type ServerOptions, startDeviatingServer } from '../deviating-server.ts';
import { wholeRun } from '../whole-run.ts';

const folder = temporaryFolder('verify-planted');
const has = (received: Received, name: string, value?: unknown) =>
  isObject(received.body) && name in received.body && (value === undefined || received.body[name] === value);
const refused = { status: 422, body: { errors: ['no'] } };
const refusesSplits: ServerOptions = { instead: (one) => (has(one, 'split') ? refused : undefined) };

test.each<[what: string, refutes: string, server: ServerOptions]>(
  some([
    ['takes requests without a token', 'bearer-key', { needsNoToken: true }],
    [
      'deletes nothing',
      'deletion-effects',
      { instead: ({ method }) => (method === 'DELETE' ? { status: 200, body: { deleted: true } } : undefined) },
    ],
    [
      'refunds nothing',
      'refund-rules',
      { instead: ({ path }) => (path.endsWith('/refund') ? { status: 200, body: { status: 'refunded' } } : undefined) },
    ],
    [
      'refuses boletos',
      'boleto-form',
      { instead: (one) => (has(one, 'payment_method', 'boleto') ? refused : undefined) },
    ],
    [
      'sends other events',
      'webhook-envelope',
      { event: ({ event, payload }) => ({ type: event, data: { object: payload } }) },
    ],
  ]),
)('a run against a server that %s refutes %s', async (_, entry, options) => {
  await using server = await startDeviatingServer(options);
  const port = await freePort();
  const receiver = { url: `http://127.0.0.1:${port}/`, port };
  const createdFile = join(folder, `${entry}.jsonl`);
  const { entries } = await verifyServer({
    ...{ baseUrl: server.url, ...wholeRun, entry, receiver, createdFile, eventsMs: 0, refundMs: 100 },
  });
  expect(entries).toContainEqual(expect.objectContaining({ key: entry, verdict: 'refuted' }));
});

test.each(some(['split-liable', 'split-fee', 'split-whole', 'split-checked']))(
  'a server that refuses every split does not confirm %s',
  async (entry) => {
    await using server = await startDeviatingServer(refusesSplits);
    const { entries } = await verifyServer({
      ...{ baseUrl: server.url, ...wholeRun, entry, createdFile: join(folder, `${entry}.jsonl`) },
    });
    expect(entries).toMatchObject([{ key: entry, verdict: 'not settled', confirmed: 0 }]);
  },
);
