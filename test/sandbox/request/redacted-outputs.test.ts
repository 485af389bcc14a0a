/** The journal keeps requests unredacted. Output that leaves the process must not contain their secrets. */
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { startMockServer } from '../../../src/mock/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import { SANDBOX_OPTIONS } from '../../../src/sandbox/options.js';
import { createCore } from '../../../src/sandbox/sandbox.js';
import { createLog, LOG_FORMATS } from '../../../src/server/journal/log.js';
import { readOptions } from '../../../src/server/option-table.js';
import { hear } from '../control/hear.ts';
import { send } from '../entrances.ts';

const CARD = '4532015112830366';
const CVV = '7391';
const TOKEN = 'S3CR3T-token-abcdef';
const SECRETS = new RegExp(`${CARD}|${CVV}|${TOKEN}`);
const HEADERS = { authorization: `Bearer ${TOKEN}` };
const PAYMENT = {
  amount: 1590,
  payment_method: 'credit_card',
  card: { card_number: CARD, card_cvv: CVV, card_holder_name: 'ANA', card_expiration_date: '1239' },
};

/** Sends a valid request, one that repeats its secrets, and one with secrets in an unknown path and field. */
async function sendSecrets(url: string): Promise<void> {
  await send({ url, fetch }, 'POST', '/v1/transactions', PAYMENT, HEADERS);
  await send(
    { url, fetch },
    'POST',
    `/v1/transactions?note=${TOKEN}`,
    { ...PAYMENT, note: `${TOKEN} ${CVV}` },
    HEADERS,
  );
  await send({ url, fetch }, 'POST', `/v1/nothing/${CARD}`, { ...PAYMENT, [`x ${CVV}`]: CARD }, HEADERS);
}

test('the mock shows no secret in its requests, on /_mock/requests and to a log function', async () => {
  const logged: unknown[] = [];
  await using mock = await startMockServer({ port: 0, allowAnyCard: true, log: (request) => logged.push(request) });
  await sendSecrets(mock.url);
  const { body } = await send({ url: mock.url, fetch }, 'GET', '/_mock/requests');
  expect([logged.length, mock.requests.length, body.requests.length]).toEqual([3, 3, 3]);
  const shown = JSON.stringify([logged, mock.requests, body]) + inspect([logged, mock], { depth: null, getters: true });
  expect(shown).toContain('[redacted]');
  expect(shown).not.toMatch(SECRETS);
});

test('the sandbox shows no secret in its requests, /_sandbox/requests, event stream and snapshots', async () => {
  await using sandbox = await startSandbox({ port: 0, allowAnyCard: true });
  const entered = { sandbox, url: sandbox.url, fetch, [Symbol.asyncDispose]: async () => {} };
  await using heard = await hear(entered, '/_sandbox/stream');
  await send(entered, 'POST', '/v1/transactions', PAYMENT, HEADERS);
  const snapshot = JSON.stringify(await sandbox.snapshot());
  await sendSecrets(sandbox.url);
  const { body } = await send(entered, 'GET', '/_sandbox/requests');
  expect(body.total).toBe(4);
  await expect.poll(() => heard.events.length).toBeGreaterThan(1);
  const shown = JSON.stringify([sandbox.requests, body, heard.events]) + snapshot;
  expect(shown).toContain('[redacted]');
  expect(shown).not.toMatch(SECRETS);
});

test.each(LOG_FORMATS)('lines of the log format %s show no secret', async (format) => {
  const { handle, journal, close } = await createCore(readOptions(SANDBOX_OPTIONS, {}));
  const text = JSON.stringify({ ...PAYMENT, amount: 'x', [`x ${CVV}`]: CARD });
  const headers = { ...HEADERS, 'content-type': 'application/json' };
  const readBody = async () => Buffer.from(text);
  await handle({ method: 'POST', target: `/v1/transactions?note=${TOKEN}`, headers, isInProcess: true, readBody });
  await close();
  let lines = '';
  const stream = new Writable({
    write(chunk, _, done) {
      lines += chunk;
      done();
    },
  });
  const write = createLog(format, stream);
  for (const entry of journal.entries) write(entry);
  expect(lines === '').toBe(format === 'silent');
  expect(lines).not.toMatch(SECRETS);
});
