import { describe, expect, test } from 'vitest';
import { isObject } from '../../../src/util/json.ts';
import { counts } from '../../source/operations.ts';
import { examplePairs } from '../example-pairs.ts';
import { createMock, sendJson } from '../send.ts';

const mock = createMock();

function without(body: unknown, fields: readonly string[]): unknown {
  return isObject(body) ? Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name))) : body;
}

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await sendJson(mock, method, path, body, headers);
  return { status: response.status, body: response.body };
}

describe('a request example gets the response example of the same name', () => {
  test('there is a pair for each operation', () => {
    expect(new Set(examplePairs.map(({ operationId }) => operationId)).size).toBe(counts.http);
  });

  test.each(examplePairs.filter(({ request }) => request !== undefined))('$operationId $name', async (pair) => {
    const response = await send(pair.method, pair.path, pair.request);
    expect(response.status).toBe(200);
    // A Pix without `expiration_date` expires after the request, so its time is not the one of the example.
    const computed = isObject(pair.request) && pair.request.payment_method === 'pix' ? ['pix_expiration_date'] : [];
    expect(without(response.body, computed)).toEqual(without(pair.response, computed));
  });

  test.each(examplePairs.filter(({ request }) => request === undefined))(
    '$operationId $name, asked for',
    async (pair) => {
      const response = await send(pair.method, pair.path, undefined, { prefer: `example=${pair.name}` });
      expect(response.status).toBe(200);
      expect(response.body).toEqual(pair.response);
    },
  );
});
