import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { retryDelay } from '../../src/client/timing.js';
import { createGatewayClient, GatewayApiError, GatewayError, isOutcomeUnknown, unwrap } from '../../src/index.js';
import { type FaultServer, startFaultServer } from './fault-server.ts';
import { baseUrl, shop } from './observed-fetch.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

const body = { payment_method: 'pix', amount: 100 } as const;
const params = { path: { id: 1 } };
const id = () => Response.json({ id: 1 });
const failureOf = (call: Promise<{ data?: unknown; error?: unknown; response: Response }>) =>
  unwrap(call).then(
    () => undefined,
    (error) => error,
  );

describe('options', () => {
  test.each([
    undefined,
    '',
    5,
    'ftp://gateway.example',
    'https://user:secret-1@gateway.example',
    'https://g.example/?key=secret-1',
  ])('the address %s is refused without quoting it', (address) => {
    const create = () => createGatewayClient({ baseUrl: address as string, accessToken: 'token' });
    expect(create).toThrow(new TypeError('baseUrl: must be an address like https://gateway.example'));
  });

  test.each([undefined, '', 'Bearer secret-1', 'secret-1\n'])(
    'the token %j is refused without quoting it',
    async (token) => {
      const error = new TypeError('accessToken: must be the token alone, in visible ASCII characters');
      expect(() => createGatewayClient({ baseUrl, accessToken: token as string })).toThrow(error);
      const { client, requests } = shop({ accessToken: () => token as string });
      await expect(client.POST('/v1/transactions', { body })).rejects.toThrow(error);
      expect(requests).toEqual([]);
    },
  );

  test.each(['retries', 'retryDelayMs', 'timeoutMs', 'overallTimeoutMs'])('%s must be a number', async (name) => {
    for (const value of [Number.NaN, -1, '5', {}]) {
      expect(() => shop({ [name]: value as number })).toThrow(`${name}: must be a number, 0 or more`);
      const { client, requests } = shop();
      const call = client.POST('/v1/transactions', { body, [name]: value as number });
      await expect(call).rejects.toThrow(`${name}: must be a number, 0 or more`);
      expect(requests).toEqual([]);
    }
    const { client } = shop({ [name]: undefined }, id);
    expect((await client.POST('/v1/transactions', { body, [name]: undefined })).data).toEqual({ id: 1 });
  });

  test('headers may be a list of pairs, for the client and for a call', async () => {
    const pairs = [
      ['x-a', '1'],
      ['x-a', '2'],
    ] as [string, string][];
    const { client, requests } = shop({ headers: pairs }, id);
    await client.GET('/v1/customers');
    await shop({}, id).client.GET('/v1/customers', { headers: pairs });
    const { client: other, requests: called } = shop({}, id);
    await other.GET('/v1/customers', { headers: new Map(pairs) as never });
    await other.POST('/v1/transactions', { body, headers: pairs });
    expect([requests[0], called[1]].map((request) => request?.headers.get('x-a'))).toEqual(['1, 2', '1, 2']);
    expect(called[0]?.headers.get('x-a')).toBe('2');
  });
});

describe('a request', () => {
  test('keeps the settings of its call if middleware replaces it', async () => {
    const { client, requests } = shop({}, () => new Response(null, { status: 503 }));
    client.use({ onRequest: ({ request }) => new Request(request.url, request) });
    await client.GET('/v1/customers', { retries: 0, next: { revalidate: 60 } });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ next: { revalidate: 60 } });
  });

  test('is sent again where it has no `body` and may be read only once, as in React Native', async () => {
    class OldRequest extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        if (input instanceof Request && input.bodyUsed) throw new TypeError('Already read');
        super(input, init);
      }
      override get body() {
        return undefined as never;
      }
    }
    vi.stubGlobal('Request', OldRequest);
    onTestFinished(() => void vi.unstubAllGlobals());
    const accessToken = ({ refresh }: { refresh: boolean }) => (refresh ? 'fresh' : 'stale');
    const { client, requests } = shop({ accessToken }, () => new Response(null, { status: 401 }), id);
    await client.POST('/v1/transactions', { body });
    expect(await Promise.all(requests.map((request) => request.json()))).toEqual([body, body]);
  });

  test('is complete, with the token in one header, without a redirect or a cache [S1]', async () => {
    const { client, requests } = shop({ accessToken: 'secret-1' }, id);
    await client.POST('/v1/transactions', { body });
    const [request] = requests;
    expect(request).toMatchObject({
      method: 'POST',
      redirect: 'manual',
      cache: 'no-store',
      url: `${baseUrl}/v1/transactions`,
    });
    expect(await request?.json()).toEqual(body);
    const headers = Object.fromEntries(request?.headers ?? []);
    expect(headers).toEqual({ authorization: 'Bearer secret-1', 'content-type': 'application/json' });
  });

  test('goes with its token to the address that middleware chose [S2]', async () => {
    const { client, requests } = shop({ accessToken: 'secret-1' }, id);
    client.use({ onRequest: ({ request }) => new Request(request.url.replace('gateway', 'other'), request) });
    await client.POST('/v1/transactions', { body });
    expect(requests[0]?.url).toBe('https://other.example/v1/transactions');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer secret-1');
    expect(await requests[0]?.json()).toEqual(body);
  });

  test('keeps the keys of frameworks, and only a GET may be cached [S75]', async () => {
    const { client, requests } = shop({}, id);
    await client.GET('/v1/customers', { next: { revalidate: 60 }, cf: { cacheTtl: 5 } });
    await client.GET('/v1/customers', { cache: 'force-cache' });
    await client.POST('/v1/transactions', { body, cache: 'force-cache' });
    expect(requests[0]).toMatchObject({ next: { revalidate: 60 }, cf: { cacheTtl: 5 }, cache: 'default' });
    expect([requests[1]?.cache, requests[2]?.cache]).toEqual(['force-cache', 'no-store']);
  });

  test.each([
    [{ amount: Number.NaN }, 'body: amount is NaN'],
    [{ amount: undefined }, 'body: amount is undefined'],
    [{ split: [{ amount: Number.POSITIVE_INFINITY }] }, 'body: amount is Infinity'],
  ])('with the body %j is refused, because JSON would change it', async (sent, message) => {
    const { client, requests } = shop();
    await expect(client.POST('/v1/transactions/{id}/refund', { params, body: sent as never })).rejects.toThrow(message);
    expect(requests).toEqual([]);
  });

  test.each(['', '.', '..', undefined, null, Number.NaN])('with the id %s is refused', async (wrong) => {
    const { client, requests } = shop();
    await expect(client.DELETE('/v1/customers/{id}', { params: { path: { id: wrong as never } } })).rejects.toThrow(
      TypeError,
    );
    await expect(client.DELETE('/v1/customers/{id}', {} as never)).rejects.toThrow(
      'params.path: a parameter is missing',
    );
    expect(requests).toEqual([]);
  });
});

describe('an error', () => {
  test.each<[string, BodyInit | null, unknown]>([
    ['a list', '{"errors":["a","b"],"code":7}', { errors: ['a', 'b'], code: 7 }],
    ['lists by field', '{"errors":{"amount":["a","b"]}}', { errors: { amount: ['a', 'b'] } }],
    ['a text', '{"errors":"paid"}', { errors: ['paid'] }],
    ['another form', '{"message":"no"}', { message: 'no', errors: ['{"message":"no"}'] }],
    ['HTML', '<h1>no</h1>', { errors: ['text/plain;charset=UTF-8: <h1>no</h1>'] }],
    ['nothing', null, { errors: ['no reason given'] }],
  ])('has a list of reasons: %s', async (_, text, expected) => {
    const { client } = shop({ retries: 0 }, () => new Response(text, { status: 422 }));
    const result = await client.POST('/v1/transactions', { body });
    expect(result.error).toEqual(expected);
    expect(await failureOf(Promise.resolve(result))).toBeInstanceOf(GatewayApiError);
  });

  test('shows the operation, the reasons and one advice, and no id [S5]', async () => {
    const { client } = shop({ retries: 0 }, () =>
      Response.json({ errors: ['Busy.', 'Later.'] }, { status: 503, headers: { 'x-request-id': 'req_1' } }),
    );
    const error = await failureOf(
      client.POST('/v1/transactions/{id}/refund', { params: { path: { id: 777 } }, body: {} }),
    );
    expect(error).toMatchObject({
      code: 'outcome_unknown',
      status: 503,
      requestId: 'req_1',
      path: '/v1/transactions/{id}/refund',
    });
    expect(error.message).toBe(
      'POST /v1/transactions/{id}/refund: HTTP 503: Busy.; Later. It may have been accepted: retrieve the object before you send it again.',
    );
    expect(JSON.stringify([error, error.message])).not.toContain('777');
    const lost = await failureOf(
      shop({}, () => new Response('<html>', { headers: { 'x-request-id': 'req_2' } })).client.POST('/v1/transactions', {
        body,
      }),
    );
    expect(lost).toMatchObject({
      status: 200,
      requestId: 'req_2',
      message: expect.stringContaining('look for your own reference'),
    });
  });

  test('hides the token, the card and card numbers, also in its error of fetch [S4]', async () => {
    const card = { card_number: '4111 1111 1111 1111', card_cvv: '737', card_holder_name: 'Ana' };
    const said = `token secret/1, cvv 737, ${card.card_number}, 5555555555554444 and 4111-1111-1111-1111`;
    const credentials = { user: 'u', nested: { key: 'key-of-acquirer' } };
    const sent = { ...body, card, credentials } as never;
    const replies: (() => Response)[] = [
      () => Response.json({ errors: [said, { [said]: 4111111111111111 }, 'key-of-acquirer'] }, { status: 422 }),
      () => Response.json({ errors: { [said]: [said] } }, { status: 422 }),
      () => new Response(said, { status: 503, headers: { 'x-request-id': 'secret/1' } }),
      () => new Response(said),
      () => {
        throw new TypeError('fetch failed', { cause: new Error(said) });
      },
    ];
    for (const reply of replies) {
      const { client } = shop({ accessToken: 'secret/1', retries: 0 }, reply);
      const result = await client.POST('/v1/transactions', { body: sent }).catch((error: GatewayError) => error);
      const error = result instanceof GatewayError ? result : await failureOf(Promise.resolve(result));
      const shown = JSON.stringify([result, error, error.message, error.stack]);
      expect(shown).toMatch(/\[redacted\]|without a usable JSON object/);
      expect(shown).not.toMatch(/secret\/1|\b737\b|4111|5555|key-of-acquirer/);
    }
  });

  test('after a lost attempt of a PUT or DELETE says that it may be done', async () => {
    const gone = () => Response.json({ errors: ['no such customer'] }, { status: 404 });
    const done = 'an earlier attempt may have done it: retrieve the object';
    const lost = [new Error('reset'), new Response(null, { status: 503 })];
    for (const first of lost) {
      expect((await shop({}, first, gone).client.DELETE('/v1/customers/{id}', { params })).error?.errors).toEqual([
        'no such customer',
        done,
      ]);
      const updated = failureOf(shop({}, first, gone).client.PUT('/v1/customers/{id}', { params, body: {} }));
      expect((await updated).message).toContain(done);
    }
    const busy = new Response(null, { status: 429 });
    for (const responses of [[gone], [busy, gone]]) {
      const { error } = await shop({}, ...responses).client.DELETE('/v1/customers/{id}', { params });
      expect(error?.errors).toEqual(['no such customer']);
    }
    const { error } = await shop({}, lost[1] as Response, gone).client.GET('/v1/customers/{id}', { params });
    expect(error?.errors).toEqual(['no such customer']);
  });

  test.each([
    ['https://user:pass@other.example:8443/v1?key=1', 'other.example:8443'],
    ['//other.example', 'other.example'],
    ['/v2/transactions', 'the same host'],
    ['', 'the same host'],
  ])('of a redirect to %s names the host alone', async (location, host) => {
    const { client } = shop({}, () => new Response(null, { status: 302, headers: { location } }));
    const { error } = await client.POST('/v1/transactions', { body });
    expect(error?.errors).toEqual(['no reason given', `the client does not follow a redirect to ${host}`]);
  });

  test('without a response has a cause with the messages of fetch, and with a response has none', async () => {
    const thrown = Object.assign(new TypeError('fetch failed', { cause: new Error('reset') }), { request: 'secret' });
    const error = await failureOf(shop({ retries: 0 }, thrown).client.GET('/v1/customers'));
    expect(error.cause).toEqual(new Error('fetch failed: reset'));
    const refused = await failureOf(shop({}, () => new Response(null, { status: 400 })).client.GET('/v1/customers'));
    expect(refused.cause).toBeUndefined();
  });

  test('of another copy of the package is understood by its code', () => {
    expect(isOutcomeUnknown({ code: 'outcome_unknown' })).toBe(true);
    for (const odd of [undefined, null, 5, 'x', {}, new Error('no'), { response: undefined }])
      expect(isOutcomeUnknown(odd)).toBe(false);
  });

  test('of a long text is cut, and costs no time', async () => {
    for (const text of ['1', ' ', '4111', '\\', '[', '{"a":'].map((part) => part.repeat(100_000))) {
      const { client } = shop({ retries: 0 }, () => new Response(text, { status: 422 }));
      expect((await failureOf(client.GET('/v1/customers'))).message.length).toBeLessThan(2_200);
    }
  });
});

describe('a response', () => {
  test('can be read again in each form, by middleware and by the caller', async () => {
    const { client } = shop({}, () => Response.json({ data: [{ id: 1 }] }, { headers: { 'x-a': '1' } }));
    const seen: unknown[] = [];
    client.use({
      onResponse: async ({ response }) => {
        const copy = response.clone();
        seen.push([copy.status, copy.headers.get('x-a'), await copy.json(), await response.text()]);
      },
    });
    const text = '{"data":[{"id":1}]}';
    const read = async (parseAs: 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream') =>
      (await client.GET('/v1/customers', { parseAs })).data;
    expect(await read('json')).toEqual(JSON.parse(text));
    expect(await read('text')).toBe(text);
    for (const form of ['blob', 'arrayBuffer', 'stream'] as const)
      expect(await new Response((await read(form)) as BodyInit).text()).toBe(text);
    expect(seen).toEqual(Array.from({ length: 5 }, () => [200, '1', JSON.parse(text), text]));
  });

  test('of a status that `Response` refuses keeps the status and the address', async () => {
    const { client } = shop({ retries: 0 }, () => {
      const response = new Response('{"errors":["moved"]}', { status: 500 });
      return Object.defineProperties(response, { status: { value: 304 }, url: { value: 'https://other.example/' } });
    });
    const { response, error } = await client.GET('/v1/customers');
    expect(response).toMatchObject({ status: 304, ok: false, url: 'https://other.example/' });
    expect(error?.errors).toEqual(['moved', 'the client does not follow a redirect to the same host']);
  });
});

describe('a call', () => {
  const stalled = (options = {}) =>
    createGatewayClient({ baseUrl: server.at('stall before the headers').baseUrl, accessToken: 'token', ...options });

  test('that the caller aborts ends with the reason, or as unknown after a POST was sent', async () => {
    const reason = new Error('left');
    const before = AbortSignal.abort(reason);
    await expect(stalled().POST('/v1/transactions', { body, signal: before })).rejects.toBe(reason);
    const during = () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 50);
      return controller.signal;
    };
    await expect(stalled().GET('/v1/customers', { signal: during() })).rejects.toBe(reason);
    await expect(stalled().POST('/v1/transactions', { body, signal: during() })).rejects.toMatchObject({
      code: 'outcome_unknown',
      message: expect.stringContaining('left'),
    });
    const waiting = createGatewayClient({
      baseUrl: server.at('503 empty').baseUrl,
      accessToken: 'token',
      retryDelayMs: 1e9,
    });
    await expect(waiting.GET('/v1/customers', { signal: during() })).rejects.toBe(reason);
  });

  test('is repeated at the date in Retry-After, by the clock of the server', () => {
    const now = Date.now();
    for (const ahead of [-3_600_000, 0, 3_600_000]) {
      const at = (ms: number) => new Date(now + ahead + ms).toUTCString();
      const headers = { date: at(0), 'retry-after': at(5000) };
      expect(retryDelay(new Response(null, { status: 429, headers }), 100)).toBe(5000);
    }
  });

  test('keeps its listener on a signal no longer than its request, and ignores an abort after its end', async () => {
    const controller = new AbortController();
    const { client, requests } = shop({}, id);
    const { data } = await client.POST('/v1/transactions', { body, signal: controller.signal });
    controller.abort();
    expect(data).toEqual({ id: 1 });
    expect(requests[0]?.signal.aborted).toBe(false);
    expect(getEventListeners(requests[0]?.signal ?? new EventTarget(), 'abort')).toEqual([]);
  });

  test('ends at its time limit, also after a garbage collection', { tags: 'long' }, async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const collecting = setInterval(collect, 10);
    const call = stalled({ timeoutMs: 200, retries: 0 }).GET('/v1/customers');
    await expect(call).rejects.toMatchObject({
      code: 'timeout',
      message: 'GET /v1/customers: no response within 200 ms.',
    });
    const slow = stalled({ retries: 0 }).GET('/v1/customers', { signal: AbortSignal.timeout(200) });
    await expect(slow).rejects.toMatchObject({ name: 'TimeoutError' });
    clearInterval(collecting);
  });

  test('has one time limit for all attempts', async () => {
    const started = performance.now();
    await expect(
      stalled({ timeoutMs: 50, overallTimeoutMs: 120, retries: 1e9, retryDelayMs: 0 }).GET('/v1/customers'),
    ).rejects.toThrow('no response');
    expect(performance.now() - started).toBeGreaterThan(60);
  });
});

describe('a token', () => {
  const refused = () => Response.json({ errors: ['expired'] }, { status: 401 });

  test('that is refused is renewed once for parallel calls', async () => {
    const asked: boolean[] = [];
    const accessToken = async ({ refresh }: { refresh: boolean }) => {
      asked.push(refresh);
      return refresh ? 'fresh' : 'stale';
    };
    const fetch = async ({ headers }: Request) => (headers.get('authorization') === 'Bearer fresh' ? id() : refused());
    const client = createGatewayClient({ baseUrl, accessToken, fetch });
    await Promise.all([1, 2, 3].map(() => unwrap(client.POST('/v1/transactions', { body }))));
    expect(asked.filter(Boolean)).toHaveLength(1);
  });

  test('that another process renewed is used without a renewal', async () => {
    const tokens = ['stale', 'fresh'];
    const accessToken = ({ refresh }: { refresh: boolean }) => (refresh ? 'too many' : (tokens.shift() ?? 'fresh'));
    const { client, requests } = shop({ accessToken }, refused, id);
    await unwrap(client.GET('/v1/customers'));
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer stale', 'Bearer fresh']);
  });

  test('that expires later is renewed again, even if the function keeps returning the first', async () => {
    let valid = 0;
    const accessToken = ({ refresh }: { refresh: boolean }) => (refresh ? `token-${++valid}` : 'token-0');
    const fetch = async ({ headers }: Request) =>
      headers.get('authorization') === `Bearer token-${valid}` && valid > 0 ? id() : refused();
    const client = createGatewayClient({ baseUrl, accessToken, fetch });
    await unwrap(client.GET('/v1/customers'));
    valid++;
    await unwrap(client.GET('/v1/customers'));
    expect(valid).toBe(3);
  });

  test('that is refused twice, or is fixed, is an error', async () => {
    expect(
      await failureOf(shop({ accessToken: ({ refresh }) => `${refresh}` }, refused).client.GET('/v1/customers')),
    ).toMatchObject({ status: 401 });
    const { client, requests } = shop({}, refused);
    expect(await failureOf(client.GET('/v1/customers'))).toMatchObject({ status: 401, errors: ['expired'] });
    expect(requests).toHaveLength(1);
  });
});
