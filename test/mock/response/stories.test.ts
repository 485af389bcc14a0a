import { describe, expect, test } from 'vitest';
import { isObject } from '../../../src/util/json.ts';
import { counts } from '../../source/operations.ts';
import { createMock, sendJson } from '../send.ts';
import { stories } from '../stories.ts';

const mock = createMock();

function without(body: unknown, fields: readonly string[]): unknown {
  return isObject(body) ? Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name))) : body;
}

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await sendJson(mock, method, path, body, headers);
  return { status: response.status, body: response.body };
}

describe('a request example gets the response example of the same name', () => {
  test('there are stories for all operations', () => {
    expect(new Set(stories.map(({ operationId }) => operationId)).size).toBe(counts.http);
  });

  test.each(stories.filter(({ request }) => request !== undefined))('$operationId $name', async (story) => {
    const response = await send(story.method, story.path, story.request);
    expect(response.status).toBe(200);
    // A Pix without `expiration_date` expires after the request, so its time is not the one of the example.
    const computed = isObject(story.request) && story.request.payment_method === 'pix' ? ['pix_expiration_date'] : [];
    expect(without(response.body, computed)).toEqual(without(story.response, computed));
  });

  test.each(stories.filter(({ request }) => request === undefined))('$operationId $name, asked for', async (story) => {
    const response = await send(story.method, story.path, undefined, { prefer: `example=${story.name}` });
    expect(response.status).toBe(200);
    expect(response.body).toEqual(story.response);
  });
});
