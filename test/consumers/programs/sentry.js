// @ts-nocheck recipes.ts installs Sentry when it runs, so the compiler cannot find it here.
/** The client in a program that Sentry traces, with its integrations for errors, HTTP and `fetch`. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import * as Sentry from '@sentry/node';
import { createGatewayClient, unwrap } from '../../../src/index.ts';

const reports = [];
Sentry.init({
  dsn: 'https://key@sentry.example/1',
  tracesSampleRate: 1,
  beforeSend: (event) => {
    reports.push(event);
    return null;
  },
  // Nothing leaves the machine.
  transport: () => ({ send: async () => ({}), flush: async () => true }),
});

const received = [];
const server = createServer((request, response) => {
  received.push(request.headers.authorization);
  request.resume().on('end', () => {
    if (received.length === 1) return response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}');
    request.socket.resetAndDestroy();
  });
});
await once(server.listen(0, '127.0.0.1'), 'listening');
after(() => {
  server.closeAllConnections();
  server.close();
  return Sentry.close(0);
});

test('a payment arrives once, and the report of a lost one has no secret', async () => {
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  // Sentry reports lines of this file, so they have no secret in one piece.
  const [accessToken, card_number, card_cvv] = ['secret/1', '4532/0151/1283/0366', '9/87'].map((text) =>
    text.replaceAll('/', ''),
  );
  const client = createGatewayClient({ baseUrl, accessToken });
  const card = { card_number, card_cvv, card_holder_name: 'Ana' };
  const pay = () =>
    unwrap(client.POST('/v1/transactions', { body: { payment_method: 'credit_card', amount: 1, card } }));
  await Sentry.startSpan({ name: 'checkout' }, async () => {
    assert.deepEqual(await pay(), { id: 1 });
    await assert.rejects(pay(), (error) => Boolean(Sentry.captureException(error)));
  });
  assert.deepEqual(received, [`Bearer ${accessToken}`, `Bearer ${accessToken}`]);
  await Sentry.flush(100);
  const [{ exception }] = reports;
  assert.ok(exception.values.some(({ type }) => type === 'GatewayOutcomeUnknownError'));
  assert.equal(exception.values.length, 2, 'the cause is linked');
  const report = JSON.stringify(reports);
  for (const secret of [accessToken, card_number]) assert.ok(!report.includes(secret));
  assert.ok(!exception.values.some(({ value }) => value.includes(card_cvv)));
});
