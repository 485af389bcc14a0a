import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGatewayClient } from '../../src/index.js';
import { type ContractOperation, operations, responseSchema } from './contract.ts';
import { responseViolations } from './schema-validator.ts';
import { type Opened, servers } from './servers.ts';
import { exampleNames, exampleValue } from './values.ts';

const accessToken = 'test-token';
const errorSchema = '#/components/schemas/ErrorResponse';

describe.each(servers)('every operation, served $name', ({ open }) => {
  let server: Opened;
  let call: ReturnType<typeof callsOf>;

  beforeAll(async () => {
    server = await open();
    call = callsOf(createGatewayClient({ baseUrl: server.baseUrl, accessToken, fetch: server.fetch, retries: 0 }));
  });
  afterAll(() => server.close());

  for (const one of operations) {
    describe(`${one.operationId}, ${one.method} ${one.path}`, () => {
      for (const name of exampleNames(one, '200')) {
        it(`returns ${name}`, async () => {
          const body = exampleValue(one, 'request', name);
          const { data, error, response } = await call(one, {
            params: { path: exampleParameters(one, 'path'), query: exampleParameters(one, 'query') },
            ...(body === undefined ? {} : { body }),
            // Where a request has no body, nothing else tells which of several responses is meant.
            ...(body === undefined ? { headers: { prefer: `example=${name}` } } : {}),
          });
          expect(error).toBeUndefined();
          expect(response.status).toBe(200);
          expect(response.headers.get('content-type')).toMatch(/^application\/json/);
          expect(responseViolations(responseSchema(one, '200'), data)).toEqual([]);
          expect(fieldsOf(data), 'the response that belongs to the request').toEqual(
            fieldsOf(exampleValue(one, '200', name)),
          );
        });
      }

      it('fails with 401 without a token', async () => {
        const [name] = exampleNames(one, '200');
        const body = name === undefined ? undefined : exampleValue(one, 'request', name);
        const response = await send(one, body === undefined ? undefined : JSON.stringify(body), {});
        expect(response.status).toBe(401);
        expect(responseViolations(responseSchema(one, '401'), await response.json())).toEqual([]);
      });

      if (one.operation.requestBody !== undefined) {
        it.each([
          ['malformed JSON', '{"amount": 1990,'],
          ['a JSON array', '[]'],
          ['a JSON string', '"amount"'],
        ])('refuses %s', async (_, body) => {
          const response = await send(one, body, { authorization: `Bearer ${accessToken}` });
          expect(response.status).toBeGreaterThanOrEqual(400);
          expect(response.status).toBeLessThan(500);
          expect(responseViolations(errorSchema, await response.json())).toEqual([]);
        });
      }
    });
  }

  /** The request as it is, without the client, which would not send such a thing. */
  function send(one: ContractOperation, body: string | undefined, headers: Record<string, string>): Promise<Response> {
    const path = Object.entries(exampleParameters(one, 'path')).reduce(
      (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
      one.path,
    );
    return server.fetch(
      new Request(`${server.baseUrl}${path}`, {
        method: one.method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      }),
    );
  }
});

interface Init {
  readonly params: { readonly path: Record<string, unknown>; readonly query: Record<string, unknown> };
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** The client's methods by operation. Its types know paths as literals; here they come out of a table. */
function callsOf(client: object): (one: ContractOperation, init: Init) => Promise<Result> {
  return (one, init) => {
    const method: unknown = Reflect.get(client, one.method);
    if (typeof method !== 'function') throw new Error(`The client has no ${one.method}.`);
    return method(one.path, init);
  };
}

function exampleParameters(one: ContractOperation, where: 'path' | 'query'): Record<string, unknown> {
  return Object.fromEntries(
    one.parameters.filter((parameter) => parameter.in === where).map(({ name, example }) => [name, example]),
  );
}

function fieldsOf(body: unknown): string[] {
  return typeof body === 'object' && body !== null ? Object.keys(body).sort() : [];
}
