import { describe, expect, test } from 'vitest';
import { contract } from '../contract/contract.ts';
import { counts } from '../source/operations.ts';
import { createMock, openServer, sendJson } from './send.ts';

describe("the mock's internal paths", () => {
  test('/_mock/health reports that the mock is ready, and its contract', async () => {
    const mock = createMock();
    expect(await sendJson(mock, 'GET', '/_mock/health')).toMatchObject({
      status: 200,
      body: { status: 'ready', operations: counts.http, version: contract.info.version },
    });
  });

  test('/_mock/requests shows the journal, without this request', async () => {
    const mock = createMock();
    await sendJson(mock, 'GET', '/v1/customers/1');
    await sendJson(mock, 'GET', '/_mock/requests');
    const { body } = await sendJson(mock, 'GET', '/_mock/requests');
    expect(body.requests).toHaveLength(1);
    expect(body.requests[0]).toMatchObject({ operationId: 'retrieveCustomer', status: 200 });
  });

  test('/_mock/reset empties it', async () => {
    const mock = createMock();
    await sendJson(mock, 'GET', '/v1/customers/1');
    expect((await sendJson(mock, 'POST', '/_mock/reset')).status).toBe(204);
    expect(mock.requests).toEqual([]);
  });

  test('HEAD gets the headers of GET, for programs that wait for a server', async () => {
    await using server = await openServer();
    for (const path of ['/_mock/health', '/_mock/requests', '/', '/openapi.yaml']) {
      const response = await server.fetch(path, { method: 'HEAD' });
      expect([path, response.status, await response.text()]).toEqual([path, 200, '']);
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
    }
    expect((await createMock().fetch('/_mock/health', { method: 'HEAD' })).status).toBe(200);
    expect((await server.fetch('/_mock/reset', { method: 'HEAD' })).status).toBe(405);
  });

  test('others are refused like any unknown path', async () => {
    const mock = createMock();
    expect(await sendJson(mock, 'GET', '/_mock/nothing')).toMatchObject({
      status: 404,
      body: { errors: [expect.any(String)] },
    });
    expect((await sendJson(mock, 'GET', '/_mock/reset')).headers.get('allow')).toBe('POST');
  });
});
