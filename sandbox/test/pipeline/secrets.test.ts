import { Writable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { readOptions } from '../../../core/src/util/option-table.js';
import { some } from '../../../test/property-runs.ts';
import { createSandboxFetch } from '../../src/index.js';
import { SANDBOX_OPTIONS } from '../../src/options/sandbox-options.js';
import { createParts } from '../../src/sandbox/parts.js';
import { createLog, LOG_FORMATS } from '../../src/server/journal/log.js';
import { hear } from '../control/hear.ts';
import { inProcess } from '../entrances.ts';

const CARD = '4532015112830366';
const TOKEN = 'S3CR3T-token-abcdef';
const CVV = '737';
const URL_BYTES = 15_000;

const logged: unknown[] = [];
const log = (entry: unknown) => logged.push(entry);
const sandbox = createSandboxFetch({ log });
afterAll(() => sandbox[Symbol.asyncDispose]());

async function send(path: string, init: RequestInit = {}): Promise<string> {
  const headers = { authorization: `Bearer ${TOKEN}`, ...(init.headers as Record<string, string>) };
  return (await sandbox(new Request(`http://gateway.example${path}`, { ...init, headers }))).text();
}

/**
 * Returns the traces of a request: its log line, its journal entry, and the errors of its response. Stored values are
 * returned unchanged.
 */
async function traces(path: string, init?: RequestInit): Promise<string> {
  logged.length = 0;
  await send('/_sandbox/reset', { method: 'POST', headers: { 'content-type': 'application/json' } });
  const response = await send(path, init);
  const journal = await send('/_sandbox/requests');
  expect(journal).toContain('"method"');
  const errors = response.startsWith('{"errors"') ? response : '';
  return `${errors}\n${journal}\n${JSON.stringify(logged)}`;
}

const PAYMENT = {
  amount: 1590,
  payment_method: 'credit_card',
  card: { card_number: CARD, card_cvv: CVV, card_holder_name: 'MARIA', card_expiration_date: '1239' },
};
const body = JSON.stringify({ ...PAYMENT, metadata: `${CARD} and the code ${CVV}` });
const utf16 = Buffer.from(body, 'utf16le');

const noSecret = new RegExp(`${CARD}|${TOKEN}|code ${CVV}|"${CVV}"`);

describe('the secrets of a request leave no trace in the sandbox', () => {
  test.each([
    ['without a byte order mark', body],
    ['with a byte order mark', `\ufeff${body}`],
    ['with one, cut off', `\ufeff${body.slice(0, -20)}`],
    ['in UTF-16', utf16],
    ['in UTF-16 the other way round', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]).swap16()],
  ])('a body %s', async (_, bytes) => {
    const headers = { 'content-type': 'application/json' };
    const left = await traces('/v1/transactions', { method: 'POST', headers, body: bytes });
    expect(left.replaceAll(/\\+u0000/g, '')).not.toMatch(noSecret);
  });

  test('a byte order mark does not change the journal entry', async () => {
    const keep = async (bytes: string) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: bytes };
      await traces('/v1/transactions', init);
      const { requests } = JSON.parse(await send('/_sandbox/requests')) as { requests: { body?: unknown }[] };
      return requests.find((entry) => entry.body !== undefined)?.body;
    };
    const plain = await keep(body);
    expect(plain).toMatchObject({ amount: 1590, card: { card_number: '[redacted]' } });
    expect(await keep(`\ufeff${body}`)).toEqual(plain);
  });

  // Padding up to the size that Node accepts, and the places that may hold a secret.
  const paddings = some(['a', '4111 ', '%25', '%5C', 'token=', 'a=1&', 'page=1&', 'a[', '/', '%7B%22token%22%3A', ';']);
  const places: Record<string, (padding: string) => [path: string, headers?: Record<string, string>]> = {
    'a query': (padding) => [`/v1/transactions?${padding}&card_number=${CARD}&x=${CARD}`],
    'a path': (padding) => [`/v1/transactions/${CARD}?${padding}`],
    'a cookie': (padding) => ['/v1/transactions', { cookie: `${padding}; session=${TOKEN}; card=${CARD}` }],
    'a header': (padding) => ['/v1/transactions', { 'x-note': `${padding} ${CARD}`, 'x-api-key': TOKEN }],
    'the header Prefer': (padding) => ['/v1/transactions', { prefer: `${padding}; ${CARD}` }],
    'the header of a fault': (padding) => ['/v1/transactions', { 'x-sandbox-fault': `${padding}; ${CARD}` }],
  };
  test.each(Object.keys(places))('%s of 15 kB', async (place) => {
    for (const unit of paddings) {
      const [path, headers] = places[place]?.(unit.repeat(URL_BYTES / unit.length)) ?? ['/'];
      expect(await traces(path, headers ? { headers } : {}), unit).not.toMatch(noSecret);
    }
  });
});

test('no error of the sandbox repeats a card number that was sent as an id', async () => {
  await expect(sandbox.retrieve(Number(CARD))).rejects.toThrow('[redacted]');
  const customer = JSON.stringify({ amount: 1, payment_method: 'pix', customer_id: Number(CARD) });
  const headers = { 'content-type': 'application/json' };
  expect(await send('/v1/transactions', { method: 'POST', headers, body: customer })).not.toContain(CARD);
});

const HEADERS = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

test('the sandbox shows no secret in its requests, event stream and snapshots [S6]', async () => {
  await using entered = await inProcess({ allowAnyCard: true });
  await using heard = await hear(entered, '/_sandbox/stream');
  const pay = (changes: object) =>
    entered.fetch(`${entered.url}/v1/transactions`, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({ ...PAYMENT, ...changes }),
    });
  expect((await pay({})).status).toBe(200);
  const snapshot = JSON.stringify(await entered.sandbox.snapshot());
  // An unknown field repeats the secrets.
  await pay({ [`x ${CVV}`]: CARD, note: `${TOKEN} the code ${CVV}` });
  await expect.poll(() => heard.events.length).toBeGreaterThan(1);
  const shown = JSON.stringify([entered.sandbox.requests, heard.events]) + snapshot;
  expect(shown).toContain('[redacted]');
  expect(shown).not.toMatch(noSecret);
});

test.each(LOG_FORMATS)('lines of the log format %s show no secret [S6]', async (format) => {
  const { handle, journal, close } = await createParts(readOptions(SANDBOX_OPTIONS, {}));
  const text = JSON.stringify({ ...PAYMENT, amount: 'x', [`x ${CVV}`]: CARD });
  const readBody = async () => Buffer.from(text);
  const target = `/v1/transactions?note=${TOKEN}`;
  await handle({ method: 'POST', target, headers: HEADERS, isInProcess: true, readBody });
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
  expect(lines).not.toMatch(noSecret);
});
