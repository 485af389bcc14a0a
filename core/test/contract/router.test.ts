import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JSON_HEADERS, sendBytes } from '../../../sandbox/test/server/send.ts';
import { type Stub, startStub } from '../../../test/stub-server.ts';
import type { Operation } from '../../src/contract/operation.js';
import { createRouter } from '../../src/contract/router.js';

let stub: Stub;
beforeAll(async () => {
  stub = await startStub();
});
afterAll(() => stub[Symbol.asyncDispose]());

describe('an address', () => {
  test.each(['/v1/transactions/%E0%A4%A', '/%', '/v1/customers/%zz?page=1'])('%s is refused', async (path) => {
    expect(await sendBytes(stub.url, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*\{"errors":\["path: has broken percent-encoding"\]\}$/,
    );
  });

  test('may have an encoded slash in an id', async () => {
    expect((await fetch(`${stub.url}/v1/customers/a%2Fb`, { headers: JSON_HEADERS })).status).toBe(200);
  });
});

describe('a route', () => {
  const operation = (line: string) => {
    const [method = '', path = ''] = line.split(' ');
    return { operationId: line, method, path } as Operation;
  };
  const routerOf = (...lines: string[]) => createRouter(lines.map(operation));
  const route = routerOf(
    'GET /v1/plans',
    'POST /v1/plans',
    'GET /v1/plans/{id}',
    'DELETE /v1/plans/{id}',
    'GET /v1/plans/find',
    'POST /v1/plans/find',
    'GET /v1/plans/{id}/prices/{price_id}',
    'GET /v1/a/b/c',
    'GET /v1/{half',
    'GET /v1/half}',
  );
  const found = (method: string, path: string) => {
    const result = route(method, path);
    return 'operation' in result ? [result.operation.operationId, result.params] : result.problem;
  };

  test.each([
    ['GET', '/v1/plans', 'GET /v1/plans', {}],
    ['POST', '/v1/plans', 'POST /v1/plans', {}],
    ['GET', '/v1/plans/7', 'GET /v1/plans/{id}', { id: '7' }],
    ['GET', '/v1/plans/a%2Fb', 'GET /v1/plans/{id}', { id: 'a/b' }],
    ['GET', '/v1/plans/find', 'GET /v1/plans/find', {}],
    ['DELETE', '/v1/plans/find', 'DELETE /v1/plans/{id}', { id: 'find' }],
    ['GET', '/v1/plans/7/prices/8', 'GET /v1/plans/{id}/prices/{price_id}', { id: '7', price_id: '8' }],
    ['GET', '/v1/plans/find/prices/8', 'GET /v1/plans/{id}/prices/{price_id}', { id: 'find', price_id: '8' }],
    ['GET', '/v1/{half', 'GET /v1/{half', {}],
    ['GET', '/v1/half}', 'GET /v1/half}', {}],
  ])('%s %s is %s', (method, path, operationId, params) => {
    expect(found(method, path)).toEqual([operationId, params]);
  });

  test.each([
    ['GET', '/v1/plans/7/prices', 'path: no operation has it; the nearest is GET /v1/plans/{id}/prices/{price_id}'],
    ['GET', '/v1', /^path: no operation has it; the nearest is GET /],
    ['GET', '/v1/a/bc', 'path: no operation has it; the nearest is GET /v1/a/b/c'],
    ['GET', '/v1/planz/4532015112830366', 'path: no operation has it; the nearest is GET /v1/plans/{id}'],
    ['PATCH', '/v1/plans/7', 'method: this path takes DELETE, GET only'],
    ['PUT', '/v1/plans/find', 'method: this path takes DELETE, GET, POST only'],
    ['GET', '/plans', 'path: lacks /v1 at its beginning; the operation is GET /v1/plans'],
    [
      'GET',
      '/v1/v1/plans',
      'path: has /v1 twice: the address of the server has it, or each path, and not both; the operation is GET /v1/plans',
    ],
    ['GET', '/v1/plans/', 'path: ends with a slash, as if an id were missing; the operation is GET /v1/plans'],
    ['GET', '/v1/%zz', 'path: has broken percent-encoding'],
  ])('%s %s is refused', (method, path, says) => {
    expect(found(method, path)).toEqual(typeof says === 'string' ? says : expect.stringMatching(says));
  });

  test('has a status and lists the methods', () => {
    expect(route('PATCH', '/v1/plans/7')).toMatchObject({
      status: 405,
      headers: { allow: 'DELETE, GET' },
    });
    expect(route('GET', '/nothing')).toMatchObject({ status: 404 });
    expect(route('GET', '/%')).toMatchObject({ status: 400 });
  });
});
