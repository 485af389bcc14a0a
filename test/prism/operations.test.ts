/** Prism without changes, started as `prism mock openapi.yaml`, serves every operation of the contract. */
import { describe, expect, inject, test } from 'vitest';
import { operationNamed, responseSchema } from '../contract/contract.ts';
import { responseViolations } from '../contract/schema-validator.ts';
import { examplePairs, operations } from '../mock/example-pairs.ts';

const prismUrl = inject('prismUrl');
const TOKEN = { authorization: 'Bearer token' };

async function ask(pair: (typeof examplePairs)[number], { body, prefer, token = TOKEN }: Asked = {}) {
  const json = body ?? (pair.request === undefined ? undefined : JSON.stringify(pair.request));
  const response = await fetch(prismUrl + pair.path, {
    method: pair.method,
    headers: {
      ...token,
      ...(prefer === undefined ? {} : { prefer }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: json }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

interface Asked {
  body?: string;
  prefer?: string;
  token?: Record<string, string>;
}

/** The first example of each operation. */
const firsts = operations.map(({ operationId }) => {
  const first = examplePairs.find((pair) => pair.operationId === operationId);
  if (!first) throw new Error(`${operationId} has no example.`);
  return first;
});

test.each(firsts)('$operationId returns its first example, $name', async (pair) => {
  expect(await ask(pair)).toEqual({ status: 200, body: pair.response });
});

test.each(examplePairs)('$operationId returns $name with Prefer: example=$name', async (pair) => {
  expect(await ask(pair, { prefer: `example=${pair.name}` })).toEqual({ status: 200, body: pair.response });
});

describe.each(firsts.filter(({ request }) => request !== undefined))('$operationId', (pair) => {
  test.each([
    ['malformed JSON', '{"amount": 1990,', 400],
    ['an array', '[]', 422],
    ['a string', '"amount"', 422],
  ])('refuses %s', async (_, body, status) => {
    expect((await ask(pair, { body })).status).toBe(status);
  });

  // Prism always takes the first example of 422.
  test('refuses a wrong body with a sentence that is true of every operation', async () => {
    const { body } = await ask(pair, { body: '[]' });
    expect(body).toEqual({ errors: ['A field is missing or has an invalid value.'] });
  });
});

test.each(firsts)('$operationId refuses a request without a token', async (pair) => {
  const { status, body } = await ask(pair, { token: {} });
  expect(status).toBe(401);
  expect(responseViolations(responseSchema(operationNamed(pair.operationId), '401'), body)).toEqual([]);
});

test('the first example of a transaction is the Pix that the document shows', () => {
  const [first] = examplePairs.filter(({ operationId }) => operationId === 'createTransaction');
  expect(first?.request).toMatchObject({ payment_method: 'pix' });
  expect(first?.response).toMatchObject({ payment_method: 'pix', status: 'processing' });
});
