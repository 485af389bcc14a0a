import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MockServer, startMockServer } from '../../src/mock/index.js';
import { counts } from '../source/operations.ts';
import { stories } from './contract.ts';

let mock: MockServer;
beforeAll(async () => {
  mock = await startMockServer({ port: 0 });
});
afterAll(() => mock.close());

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(mock.url + path, {
    method,
    headers: {
      authorization: 'Bearer token',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, evidence: response.headers.get('x-evidence'), body: await response.json() };
}

describe('a request example gets the answer example of the same name', () => {
  test('there are stories for all operations', () => {
    expect(new Set(stories.map(({ operationId }) => operationId)).size).toBe(counts.http);
  });

  test.each(stories.filter(({ request }) => request !== undefined))('$operationId $name', async (story) => {
    const answer = await send(story.method, story.path, story.request);
    expect(answer).toMatchObject({
      status: 200,
      evidence: expect.stringMatching(/^(documented|observed|assumed) \S+$/),
    });
    expect(answer.body).toEqual(story.answer);
  });

  test.each(stories.filter(({ request }) => request === undefined))('$operationId $name, asked for', async (story) => {
    const answer = await send(story.method, story.path, undefined, { prefer: `example=${story.name}` });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(story.answer);
  });
});
