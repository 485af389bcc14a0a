import { describe, expect, test } from 'vitest';
import { createGatewayClient, type GatewayApiError, unwrap } from '../../src/index.js';
import { expectNoPart, limit, offsetsAround, secrets, shownAt } from './cut-secrets.ts';
import { baseUrl, shop } from './observed-fetch.ts';

const params = { path: { id: 1 } };

/** Returns the error of a GET that gets this response. */
const thrown = (response: Response): Promise<GatewayApiError> =>
  unwrap(shop({ accessToken: 'shop-key', retries: 0 }, response).client.GET('/v1/customers/{id}', { params })).catch(
    (error) => error,
  );
const thrownFor = (body: unknown, status = 400) => thrown(Response.json(body, { status, statusText: 'Bad Request' }));

describe('an error of another form than the contract shows its cause', () => {
  const nested = { error: { code: 'card_declined', message: 'Your card was declined' } };
  const problem = { type: 'about:blank', title: 'Invalid card', status: 400, detail: 'The card has expired.' };
  const oauth = { error: 'invalid_token', error_description: 'The token has expired' };
  test.each<[form: string, body: unknown, errors: string[]]>([
    ['an object in `error`', nested, [JSON.stringify(nested)]],
    ['problem+json', problem, [JSON.stringify(problem)]],
    ['OAuth', oauth, [JSON.stringify(oauth)]],
    ['an empty list beside the cause', { errors: [], reason: 'expired' }, ['{"errors":[],"reason":"expired"}']],
    ['a list `cause`', { message: 'Invalid', cause: [{ code: 'E301' }, 'no'] }, ['Invalid', '{"code":"E301"}', 'no']],
    [
      'details',
      { message: 'Invalid', details: { card: 'expired' }, error: 'Bad' },
      ['Invalid', 'Bad', '{"card":"expired"}'],
    ],
    ['the cause said twice', { message: 'Invalid', error: 'Invalid' }, ['Invalid']],
  ])('%s', async (_, body, errors) => {
    const error = await thrownFor(body);
    expect(error.errors).toEqual(errors);
    expect(error.message).toBe(`retrieveCustomer: HTTP 400: ${errors.join('; ')}. Correct the request.`);
  });

  test('a long one is cut off', async () => {
    const [quoted = ''] = (await thrownFor({ reason: 'x'.repeat(1000) })).errors;
    expect(quoted).toMatch(/^\{"reason":"x+…$/);
    expect(quoted.length).toBeLessThan(600);
  });

  test('the result has its fields too', async () => {
    const { error } = await shop({ retries: 0 }, Response.json(nested, { status: 400 })).client.GET('/v1/customers');
    expect(error).toEqual({ ...nested, errors: [JSON.stringify(nested)] });
  });

  test('also in a result of openapi-fetch, with the values of sensitive names hidden', async () => {
    const unwrapped = (error: unknown) =>
      unwrap(Promise.resolve({ error, response: new Response(null, { status: 400 }) })).catch(
        (reason) => reason as GatewayApiError,
      ) as Promise<GatewayApiError>;
    expect((await unwrapped(nested)).errors).toEqual([JSON.stringify(nested)]);
    expect((await unwrapped({ input: { card_cvv: 'V73V' }, reason: 'V73V is wrong' })).errors).toEqual([
      '{"input":{"card_cvv":"[redacted]"},"reason":"[redacted] is wrong"}',
    ]);
    expect((await unwrapped({ errors: { card_number: ['is missing'] } })).errors).toEqual(['card_number: is missing']);
  });
});

describe('a body that is not JSON shows its type', () => {
  const of = async (text: string, type: string) => {
    const response = new Response(text, { status: 403, statusText: 'Forbidden', headers: { 'content-type': type } });
    return (await thrown(response)).errors;
  };
  test.each([
    [
      'HTML',
      '<html><h1>Blocked</h1>',
      'text/html; charset=utf-8',
      'text/html that is not JSON, perhaps not from the gateway',
    ],
    ['a text', 'upstream\n', 'text/plain', 'text/plain that is not JSON, perhaps not from the gateway: upstream'],
    [
      'JSON cut off',
      '{"errors":[',
      'application/json',
      'application/json that is not JSON, perhaps not from the gateway: {"errors":[',
    ],
    ['no known type', 'busy', '???', 'a body that is not JSON, perhaps not from the gateway: busy'],
  ])('%s', async (_, text, type, cause) => {
    expect(await of(text, type)).toEqual(['Forbidden', cause]);
  });
});

describe('a redirect names its target, without the path and the query', () => {
  const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });
  test.each([
    ['https://user:pass@other.example/v1?key=1', 'redirects to https://other.example: correct baseUrl'],
    ['//other.example:8443', 'redirects to https://other.example:8443: correct baseUrl'],
    ['/login?next=1', 'redirects to another path of https://gateway.example: correct baseUrl'],
  ])('%s', async (location, cause) => {
    const response = Object.defineProperty(redirect(location), 'url', { value: `${baseUrl}/v1/customers/1` });
    const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch: async () => response });
    const error = await unwrap(client.GET('/v1/customers/{id}', { params })).catch((reason) => reason);
    expect(error.message).toBe(`retrieveCustomer: HTTP 302: ${cause}. The client follows no redirect.`);
  });

  test.each(['http://', '', '/relative'])('%j to a response without an address is left out', async (location) => {
    expect((await thrown(redirect(location))).errors).toEqual(['HTTP 302']);
  });
});

describe(`a body of more than ${limit} bytes`, () => {
  const list = (bytes: number) => JSON.stringify({ errors: ['x'.repeat(bytes - '{"errors":[""]}'.length)] });
  const errorsOf = async (text: string) => (await thrown(new Response(text, { status: 400 }))).errors;

  test('is cut instead of parsed; one byte less is parsed', async () => {
    const [whole = ''] = await errorsOf(list(limit));
    expect(whole).toMatch(/^x+$/);
    const [cut = ''] = await errorsOf(list(limit + 1));
    expect(cut).toMatch(/^a body of more than 65536 bytes, which begins: \{"errors":\["x+$/);
    expect(cut.length).toBeLessThan(limit - 900);
  });

  test('of megabytes has a short message and a bounded list', async () => {
    const many = JSON.stringify({ errors: Array.from({ length: 200_000 }, (_, index) => `field ${index} is missing`) });
    const error = await thrown(new Response(many, { status: 400 }));
    expect(error.message.length).toBeLessThan(3000);
    expect(JSON.stringify(error.errors).length).toBeLessThan(2 * limit);
  });

  test('in a response that middleware replaced, and in one of another client, has the same limit', async () => {
    const { client } = shop({ retries: 0 }, new Response(null, { status: 422 }));
    client.use({ onResponse: () => new Response(list(limit + 1), { status: 422 }) });
    const error = await unwrap(client.GET('/v1/customers')).catch((reason) => reason);
    expect(error.errors).toEqual([expect.stringContaining('a body of more than')]);
    const foreign = { error: JSON.parse(list(limit + 1)), response: new Response(null, { status: 422 }) };
    await expect(unwrap(Promise.resolve(foreign))).rejects.toThrow('a body of more');
  });
});

test('no part of a secret appears where the limit cuts it, at a sample of places', async () => {
  for (const secret of Object.values(secrets)) {
    const { cut } = offsetsAround(secret);
    const sample = [0.1, 0.4, 0.6, 0.9].map((share) => cut[Math.floor(share * cut.length)] ?? 0);
    for (const offset of sample) expectNoPart(await shownAt(offset, secret), secret);
  }
});
