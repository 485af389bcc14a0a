import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGatewayClient, GatewayApiError, unwrap } from '../../src/index.js';
import {
  buildWebhookEvent,
  confirmWebhookEvent,
  type KnownWebhookEvent,
  parseWebhookEvent,
  WebhookParseError,
} from '../../src/webhooks/index.js';
import { character } from '../characters.ts';
import { runs } from '../property-runs.ts';

/** A client that observes its addresses, and a gateway that returns `body` for each. */
function gateway(body: (url: URL) => unknown = (url) => ({ id: url.pathname.split('/').at(-1) }), status = 200) {
  const urls: URL[] = [];
  const fetch = async (request: Request) => {
    const url = new URL(request.url);
    urls.push(url);
    return Response.json(body(url), { status, headers: { 'x-request-id': 'request-1' } });
  };
  const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token', fetch, retries: 0 });
  return { client, urls };
}

const eventWith = (model_id: unknown, name: string = 'link.paid') =>
  ({ ...buildWebhookEvent('link.paid'), event: name, known: true, model_id }) as KnownWebhookEvent;

describe('confirmWebhookEvent', () => {
  test.each([
    ['transaction.status_changed', '/v1/transactions/77'],
    ['link.paid', '/v1/links/77'],
    ['customer.changed', '/v1/customers/77'],
  ] as const)('fetches the object of %s again', async (name, path) => {
    const { client, urls } = gateway(() => ({ id: 77, status: 'paid' }));
    const event = parseWebhookEvent(buildWebhookEvent(name, { payload: { id: 77 } }));
    if (!event.known) throw new Error('not known');
    expect(await unwrap(confirmWebhookEvent(client, event))).toEqual({ id: 77, status: 'paid' });
    expect(urls.map(String)).toEqual([`https://gateway.example${path}`]);
  });

  test.each([
    '..',
    '.',
    '../../v1/receivers/1',
    '1/refund',
    '%2e%2e',
    '1?a=b',
    '1%2f',
    '-1',
    '_1',
    '\uD800',
    '1\n',
    'a'.repeat(65),
    '',
  ])('the id %j is refused before anything is sent [S77]', async (id) => {
    const { client, urls } = gateway();
    await expect(confirmWebhookEvent(client, eventWith(id))).rejects.toThrow(WebhookParseError);
    await expect(confirmWebhookEvent(client, eventWith(id))).rejects.toThrow(
      'model_id: must be an id of 1 to 64 letters',
    );
    expect(urls).toEqual([]);
  });

  test.each([
    2 ** 53,
    1e300,
    1.5,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '9007199254740992',
    undefined,
    null,
    {},
    ['1'],
    true,
    7n,
  ])('the id %s is refused too', async (id) => {
    const { client, urls } = gateway();
    await expect(confirmWebhookEvent(client, eventWith(id))).rejects.toThrow(WebhookParseError);
    expect(urls).toEqual([]);
  });

  test.each(['transaction.disputed', 'constructor', '__proto__'])('the event %s is refused too', async (name) => {
    const { client, urls } = gateway();
    await expect(confirmWebhookEvent(client, eventWith('1', name))).rejects.toThrow(WebhookParseError);
    expect(urls).toEqual([]);
  });

  test.each([
    [{ id: 999 }, 'that with 999'],
    [{ id: '10' }, 'that with 10'],
    [{ id: 1.5 }, 'none'],
    [{ id: '../2' }, 'none'],
    [{ id: null }, 'none'],
    [{ id: [1] }, 'none'],
    [{}, 'none'],
    [[{ id: 1 }], 'none'],
  ])('the response %j is not the object 1 [S78]', async (body, received) => {
    const { client } = gateway(() => body);
    const failure = await confirmWebhookEvent(client, eventWith('1')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GatewayApiError);
    expect(failure).toMatchObject({
      message: `GET /v1/links/{id}: HTTP 200: expected the object with the id 1, received ${received}. Do not act on the event.`,
      status: 200,
      requestId: 'request-1',
      path: '/v1/links/{id}',
    });
  });

  test.each([1, 0, '1', '007', Number.MAX_SAFE_INTEGER, 'tr_1-A', '9007199254740993a', 'x'.repeat(64)])(
    'the id %j is valid, and may come as a number or a string',
    async (id) => {
      const { client, urls } = gateway(() => ({ id }));
      expect(await unwrap(confirmWebhookEvent(client, eventWith(String(id))))).toEqual({ id });
      expect(await unwrap(confirmWebhookEvent(client, eventWith(id)))).toEqual({ id });
      expect(urls.map(({ pathname }) => pathname)).toEqual(Array(2).fill(`/v1/links/${id}`));
    },
  );

  test('an error response stays the same', async () => {
    const { client } = gateway(() => ({ errors: ['Link not found'] }), 404);
    const { error, response } = await confirmWebhookEvent(client, eventWith('1'));
    expect([error, response.status]).toEqual([{ errors: ['Link not found'] }, 404]);
  });

  test('only a valid id reaches the path, unchanged and as its last part [S77]', async () => {
    const id = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0129aZ_-./\\%?#&=:;@ \n\0é\uD800\uDC00'), maxLength: 12 }),
      fc.string({ unit: character }),
      fc.integer(),
      fc.double(),
      fc.bigInt().map(String),
      fc.webUrl(),
      fc.uuid(),
    );
    let confirmed = 0;
    await fc.assert(
      fc.asyncProperty(id, async (model_id) => {
        const { client, urls } = gateway();
        const failure = await confirmWebhookEvent(client, eventWith(model_id)).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (failure) {
          expect(failure).toBeInstanceOf(WebhookParseError);
          expect(urls).toEqual([]);
          return;
        }
        confirmed++;
        expect(urls.map(String)).toEqual([`https://gateway.example/v1/links/${model_id}`]);
        expect(`${model_id}`).toMatch(/^[\w-]+$/);
      }),
      { numRuns: runs(1_000) },
    );
    expect(confirmed).toBeGreaterThan(10);
  });
});
