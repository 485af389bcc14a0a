// @ts-check
// The checks that every engine must pass, in plain JavaScript without Node's APIs. main.ts runs them in each engine.
import { createGatewayClient, isOutcomeUnknown, redact, unwrap } from '../../../src/index.js';
import { buildWebhookEvent, parseWebhookEvent } from '../../../src/webhooks/index.js';

/** @typedef {{ addresses: Record<'none' | 'unavailable' | 'stall' | 'cut' | 'expired' | 'refused', string>, refused: string }} Setting */

const body = /** @type {const} */ ({ payment_method: 'pix', amount: 100 });

/**
 * Returns the failures; empty if all checks pass.
 * @param {Setting} setting
 * @returns {Promise<string[]>}
 */
export async function check({ addresses, refused }) {
  /** @type {string[]} */
  const wrong = [];
  /** @type {(what: string, got: unknown, expected: unknown) => void} */
  const expect = (what, got, expected) => {
    if (got !== expected) wrong.push(`${what}: got ${got}, expected ${expected}`);
  };
  let attempts = 0;
  /** @param {string} baseUrl @param {object} [options] */
  const client = (baseUrl, options) => {
    attempts = 0;
    return createGatewayClient({
      baseUrl,
      accessToken: ({ refresh }) => (refresh ? 'fresh' : 'stale'),
      timeoutMs: 500,
      retryDelayMs: 1,
      fetch: (request) => {
        attempts++;
        return fetch(request);
      },
      ...options,
    });
  };
  /** @type {(call: Promise<{ data?: unknown, error?: unknown, response: Response }>) => Promise<string>} */
  const outcome = (call) =>
    unwrap(call).then(
      () => 'data',
      (error) => error.name,
    );
  /** @param {string} baseUrl */
  const get = (baseUrl) => outcome(client(baseUrl).GET('/v1/transactions/{id}', { params: { path: { id: 1 } } }));
  /** @param {string} baseUrl */
  const post = (baseUrl) => outcome(client(baseUrl).POST('/v1/transactions', { body }));

  /** @type {[string, (baseUrl: string) => Promise<string>, string, string, number][]} */
  const cases = [
    ['a GET', get, addresses.none, 'data', 1],
    ['a POST', post, addresses.none, 'data', 1],
    ['a GET and 503', get, addresses.unavailable, 'GatewayApiError', 3],
    ['a POST and 503', post, addresses.unavailable, 'GatewayOutcomeUnknownError', 1],
    ['a GET without a response', get, addresses.stall, 'GatewayTimeoutError', 3],
    ['a POST without a response', post, addresses.stall, 'GatewayOutcomeUnknownError', 1],
    ['a GET and a response cut off', get, addresses.cut, 'GatewayConnectionError', 3],
    ['a POST and a response cut off', post, addresses.cut, 'GatewayOutcomeUnknownError', 1],
    ['a POST and an expired token', post, addresses.expired, 'data', 2],
    ['a GET refused', get, addresses.refused, 'GatewayConnectionError', 3],
    ['a POST refused, through a fetch option', post, addresses.refused, 'GatewayOutcomeUnknownError', 1],
  ];
  for (const [what, call, address, expected, count] of cases) {
    expect(what, await call(address), expected);
    expect(`${what}, attempts`, attempts, count);
  }

  const observed = client(addresses.none);
  /** @type {unknown[]} */
  const seen = [];
  observed.use({
    onRequest: ({ request }) => void seen.push(request.headers.get('authorization')),
    onResponse: async ({ response }) => void seen.push(await response.clone().text()),
  });
  expect('a POST with middleware', await outcome(observed.POST('/v1/transactions', { body })), 'data');
  expect('what middleware sees', JSON.stringify(seen), JSON.stringify([null, '{"id":1}']));
  const unknown = await client(addresses.unavailable).POST('/v1/transactions', { body });
  expect('an unknown outcome without unwrap', isOutcomeUnknown(unknown), true);
  const plain = client(addresses.refused, { fetch: undefined });
  expect('a POST refused', await outcome(plain.POST('/v1/transactions', { body })), refused);

  const controller = new AbortController();
  const reason = new Error('left');
  setTimeout(() => controller.abort(reason), 50);
  const aborted = client(addresses.stall).GET('/v1/customers', { signal: controller.signal });
  expect('an abort', await aborted.catch((error) => error), reason);

  const card = { card_number: '4111111111111111', card_cvv: '123' };
  const text = JSON.stringify(redact({ card, text: 'card 4532 0151 1283 0366' }));
  expect('redaction', text, '{"card":{"card_number":"[redacted]","card_cvv":"[redacted]"},"text":"card [redacted]"}');

  const event = parseWebhookEvent(new TextEncoder().encode(JSON.stringify(buildWebhookEvent('link.paid'))));
  expect('a webhook event', event.known && event.event, 'link.paid');
  return wrong;
}
