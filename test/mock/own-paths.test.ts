import { describe, expect, test } from 'vitest';
import { contract } from '../contract/contract.ts';
import { counts } from '../source/operations.ts';
import { createMock, sendJson } from './send.ts';

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

  test('others are refused like any unknown path', async () => {
    const mock = createMock();
    expect(await sendJson(mock, 'GET', '/_mock/nothing')).toMatchObject({
      status: 404,
      body: { errors: [expect.any(String)] },
    });
    expect((await sendJson(mock, 'GET', '/_mock/reset')).headers.get('allow')).toBe('POST');
  });
});
