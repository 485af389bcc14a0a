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
  beforeSendTransaction: () => null,
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
  const client = createGatewayClient({ baseUrl, accessToken: 'secret-1' });
  const card = { card_number: '4532015112830366', card_cvv: '987', card_holder_name: 'Ana' };
  const pay = () =>
    unwrap(client.POST('/v1/transactions', { body: { payment_method: 'credit_card', amount: 1, card } }));
  await Sentry.startSpan({ name: 'checkout' }, async () => {
    assert.deepEqual(await pay(), { id: 1 });
    await assert.rejects(pay(), (error) => Boolean(Sentry.captureException(error)));
  });
  assert.deepEqual(received, ['Bearer secret-1', 'Bearer secret-1']);
  await Sentry.flush(100);
  const [{ exception }] = reports;
  assert.ok(exception.values.some(({ type }) => type === 'GatewayOutcomeUnknownError'));
  assert.equal(exception.values.length, 2, 'the cause is linked');
  assert.doesNotMatch(JSON.stringify(reports), /secret-1|4532015112830366|987\b/);
});
