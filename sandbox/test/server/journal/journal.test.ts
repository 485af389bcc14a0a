import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { refuse } from '../../../../core/src/access/response.js';
import { createStub } from '../../../../test/stub-server.ts';
import { createJournal } from '../../../src/server/journal/journal.js';
import { createRecorder } from '../../../src/server/journal/recorder.js';
import { readJsonBody } from '../../../src/server/wire/json-body.js';
import { sendJson } from '../send.ts';
import { ENTRY, REQUEST } from './journaled-request.ts';

const SECRETS = { card_number: '4111111111111111', card_cvv: '7391' };

describe('the journal', () => {
  test('has the operation, status code and body of each request, without secrets [S6]', async () => {
    const stub = createStub();
    const body = {
      amount: 5,
      payment_method: 'credit_card',
      card: { ...SECRETS, card_holder_name: 'ANA' },
      metadata: 'paid with 4532015112830366',
    };
    await sendJson(stub, 'POST', '/v1/transactions', body, { authorization: 'Bearer very-secret-token' });
    await sendJson(stub, 'GET', '/v1/cards/4532015112830366?note=very-secret-token', undefined, {
      authorization: 'Bearer very-secret-token',
    });
    expect(stub.requests).toMatchObject([
      {
        operationId: 'createTransaction',
        method: 'POST',
        status: 200,
        evidence: expect.stringMatching(/^assumed /),
        errors: [],
        body: { amount: 5, card: { card_number: '[redacted]', card_cvv: '[redacted]', card_holder_name: 'ANA' } },
      },
      { operationId: 'retrieveCard', method: 'GET', status: 200, params: { id: '[redacted]' }, body: undefined },
    ]);
    expect(JSON.stringify(stub.requests)).not.toMatch(/4111111111111111|4532015112830366|7391|very-secret-token/);
  });

  test('has refused requests, with the reasons', async () => {
    const stub = createStub();
    await sendJson(stub, 'GET', '/v1/nothing');
    await sendJson(stub, 'POST', '/v1/transactions', { amount: 'x', payment_method: 'pix' });
    expect(stub.requests).toMatchObject([
      { operationId: undefined, path: '/v1/nothing', status: 404 },
      { operationId: 'createTransaction', status: 400, errors: ['amount: must be an integer, not a string'] },
    ]);
  });

  test.each(['4532015112830366', '%34532015112830366', '%34532015112830366%zz', '4532%200151%201283%200366'])(
    'hides the card number in the unknown path %s',
    async (number) => {
      const stub = createStub();
      await sendJson(stub, 'GET', `/v1/nothing/${number}/very-secret-token`, undefined, {
        authorization: 'Bearer very-secret-token',
      });
      expect(stub.requests[0]?.path).toMatch(/^\/v1\/nothing\/\[redacted\](%zz)?\/\[redacted\]$/);
    },
  );

  test('keeps the word Bearer of a sentence about a header that has no token', async () => {
    const stub = createStub({ log: 'silent' });
    const response = await stub.fetch('/v1/customers', { headers: { authorization: 'Bearer ' } });
    const { errors } = (await response.json()) as { errors: string[] };
    expect(stub.requests[0]?.errors).toEqual(errors);
  });

  test('shows the size of a large body instead of the body', async () => {
    const stub = createStub();
    await sendJson(stub, 'POST', '/v1/transactions', {
      amount: 1,
      payment_method: 'pix',
      metadata: 'x'.repeat(20_000),
    });
    expect(stub.requests[0]?.body).toMatch(/^\[20\d\d\d bytes\]$/);
  });

  test('handles backslashes next to a secret at once, without a token and on an unknown path', async () => {
    const stub = createStub();
    const body = { card_number: `${'\\'.repeat(25)}x`, note: '\\'.repeat(60) };
    expect((await sendJson(stub, 'POST', '/v1/nothing', body)).status).toBe(404);
    expect((await stub.fetch('/v1/nothing', { method: 'POST', body: JSON.stringify(body) })).status).toBe(404);
    expect(stub.requests[0]).toMatchObject({ status: 404, body: { card_number: '[redacted]' } });
  });

  test('drops the oldest entries beyond journalBytes', async () => {
    const stub = createStub({ journalBytes: 5_000 });
    for (let i = 0; i < 50; i++) await sendJson(stub, 'POST', `/v1/nothing/${i}`, { note: 'é'.repeat(400), i });
    const kept = stub.requests.map(({ body }) => (body as { i: number }).i);
    expect(kept.at(-1)).toBe(49);
    expect(kept).toEqual([...Array(50).keys()].slice(-kept.length));
    expect(Buffer.byteLength(JSON.stringify(stub.requests))).toBeLessThan(5_000);
    const none = createStub({ journalBytes: 0 });
    await sendJson(none, 'GET', '/v1/customers/1');
    expect(none.requests).toEqual([]);
  });
});

test('error messages that quote the request are redacted, but keep the field names', () => {
  const text = JSON.stringify({ card_number: '4444 5555 6666 7777', card_cvv: '7391' });
  const said = 'card_number: 4444555566667777 with 7391 is no card; card_cvv: abcdefgh, my-token, 4532-0151-1283-0366';
  const refusal = refuse(400, [said, 'card_cvv: is missing']);
  const journal = createJournal();
  createRecorder(journal)(
    {
      started: 0,
      method: 'POST',
      target: '/v1/nothing?token=abcdefgh',
      found: { status: 400, problem: 'path: is unknown' },
      path: '/v1/nothing',
      query: { token: 'abcdefgh' },
      headers: { authorization: 'Bearer my-token' },
      body: readJsonBody(Buffer.from(text), 'application/json', undefined),
    },
    { response: refusal, evidence: undefined },
  );
  expect(journal.requests).toMatchObject([
    {
      errors: [
        'card_number: [redacted] with [redacted] is no card; card_cvv: [redacted], [redacted], [redacted]',
        'card_cvv: is missing',
      ],
      params: {},
      query: { token: '[redacted]' },
      body: { card_number: '[redacted]', card_cvv: '[redacted]' },
    },
  ]);
  expect(inspect(journal, { depth: null, showHidden: true }) + JSON.stringify(journal.entries)).not.toMatch(
    /4444|7391|abcdefgh|my-token/,
  );
});

test('a reader gets copies of the objects', async () => {
  const stub = createStub({ log: (request) => void (request as { status: number }).status++ });
  await stub.fetch('/v1/nothing');
  const [first] = stub.requests;
  (first?.errors as string[] | undefined)?.splice(0);
  expect(stub.requests[0]).toMatchObject({ status: 404, errors: [expect.any(String)] });
});

test('keeps the last 1,000 of any number of entries', () => {
  const journal = createJournal();
  for (let i = 0; i < 2_050; i++) {
    const read = () => ({ ...REQUEST, params: { id: String(i) }, body: undefined });
    journal.add({ ...ENTRY, read });
  }
  expect(journal.requests.map(({ params }) => params.id)).toEqual(
    Array.from({ length: 1_000 }, (_, index) => String(1_050 + index)),
  );
  expect(journal.first).toBe(1_051);
});
