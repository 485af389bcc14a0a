/** The contract test: each request example, sent to Prism as a user of the package would send it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MockServer, startMockServer } from '../../src/mock/index.js';
import { operationNamed, responseSchema } from '../contract/contract.ts';
import { type ExamplePair, examplePairs, operations } from '../contract/example-pairs.ts';
import { responseViolations } from '../contract/schema-validator.ts';
import { some } from '../property-runs.ts';

let mock: MockServer;
beforeAll(async () => {
  mock = await startMockServer();
});
afterAll(() => mock.close());

async function send({ method, path, request }: ExamplePair, headers: Record<string, string> = {}) {
  const response = await fetch(mock.url + path, {
    method,
    headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...headers },
    ...(request !== undefined && { body: JSON.stringify(request) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

/** Prism reads no body to choose, so a request of an operation with several examples names the one that it is about. */
const preferring = ({ operationId, name }: ExamplePair) =>
  examplePairs.filter((pair) => pair.operationId === operationId).length > 1 ? { prefer: `example=${name}` } : {};

test.each(some(examplePairs))('$operationId returns $name', async (pair) => {
  expect(await send(pair, preferring(pair))).toEqual({ status: 200, body: pair.response });
});

/** The first example of each operation. */
const firsts = operations.map(({ operationId }) => {
  const first = examplePairs.find((pair) => pair.operationId === operationId);
  if (!first) throw new Error(`${operationId} has no example.`);
  return first;
});

test.each(some(firsts))('$operationId refuses a request without a token', async (pair) => {
  const { status, body } = await send(pair, { authorization: '' });
  expect(status).toBe(401);
  expect(responseViolations(responseSchema(operationNamed(pair.operationId), '401'), body)).toEqual([]);
});

describe.each(some(firsts.filter(({ request }) => request !== undefined)))('$operationId', (pair) => {
  test.each([
    ['an array', []],
    ['a string', 'amount'],
  ])('refuses %s', async (_, request) => {
    // Prism always takes the first example of 422, so its sentence must be true of every operation.
    expect(await send({ ...pair, request })).toEqual({
      status: 422,
      body: { errors: ['A field is missing or has an invalid value.'] },
    });
  });
});
