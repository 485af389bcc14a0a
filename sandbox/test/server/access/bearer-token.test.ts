import { describe, expect, test } from 'vitest';
import { operations } from '../../../../test/contract/example-pairs.ts';
import { createStub, type Stub } from '../../../../test/stub-server.ts';
import { startSandbox } from '../../../src/index.js';
import { openSandbox, sendJson, sendTo } from '../send.ts';

const stub = createStub();

const send = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
  sendTo(stub, method, path, body, headers);

describe('the token', () => {
  test.each(operations)('$operationId fails with 401 without one', async ({ method, path }) => {
    const response = await send(method, path.replaceAll(/\{\w+\}/g, '1'), undefined, {});
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.errors).toEqual([expect.stringContaining('authorization: must be a bearer token')]);
  });

  test('is checked before anything else', async () => {
    expect((await send('POST', '/v1/cards', '{', { 'content-type': 'application/json' })).status).toBe(401);
  });

  test('may be any value, unless the server has the option', async () => {
    expect((await sendJson(stub, 'GET', '/v1/cards')).status).toBe(200);
    const strict = createStub({ token: 'right' });
    expect(await sendJson(strict, 'GET', '/v1/cards')).toMatchObject({
      status: 401,
      body: { errors: ['authorization: is not the token that the server was started with'] },
    });
    expect((await sendJson(strict, 'GET', '/v1/cards', undefined, { authorization: 'bearer right' })).status).toBe(200);
  });
});

describe('a placeholder instead of a token', () => {
  const placeholders = [
    'undefined',
    'null',
    'None',
    '<ACCESS_TOKEN>',
    '$GATEWAY_TOKEN',
    `${'$'}{TOKEN}`,
    '{{token}}',
    '%TOKEN%',
    'YOUR_ACCESS_TOKEN',
    'your-token',
    'process.env.GATEWAY_TOKEN',
  ];
  const ask = (stub: ReturnType<typeof createStub>, token: string) =>
    sendJson(stub, 'GET', '/v1/cards', undefined, { authorization: `Bearer ${token}` });

  test.each(placeholders)('%s gets a warning, and a 401 where warnings are refused', async (token) => {
    const { status, headers } = await ask(stub, token);
    expect([status, headers.get('x-sandbox-warning')]).toEqual([
      200,
      expect.stringContaining('authorization: has a placeholder'),
    ]);
    expect(await ask(createStub({ refuseWarnings: true, log: 'silent' }), token)).toMatchObject({
      status: 401,
      body: { errors: [expect.stringContaining('authorization: has a placeholder')] },
    });
    expect((await ask(createStub({ token }), token)).headers.has('x-sandbox-warning')).toBe(false);
  });

  test.each(['test-token', 'nullable', 'sk_$1', 'none-of-them', 'yours', 'process.environment'])(
    '%s is a token',
    async (token) => {
      expect((await ask(createStub({ refuseWarnings: true }), token)).status).toBe(200);
    },
  );
});

describe('with anonymous: true, the sandbox', () => {
  const open = (options: object = {}) => openSandbox({ anonymous: true, ...options });
  const ask = (sandbox: Pick<Stub, 'fetch'>, method: string, path: string, headers: Record<string, string> = {}) =>
    sendTo(sandbox, method, path, method === 'POST' ? '{"name":"Ana Lima"}' : undefined, {
      'content-type': 'application/json',
      ...headers,
    });
  const missing = 'authorization: is missing; the gateway may require a bearer token here';

  test('lets requests without a token pass, with a warning', async () => {
    await using sandbox = open();
    expect(await ask(sandbox, 'POST', '/v1/customers')).toMatchObject({ status: 200, warnings: [missing] });
    expect(await ask(sandbox, 'GET', '/v1/plans')).toMatchObject({ status: 200, warnings: [missing] });
    expect(await ask(sandbox, 'GET', '/v1/plans', { authorization: 'Bearer token' })).toMatchObject({
      status: 200,
      warnings: [],
    });
  });

  test('requires the header where the document shows it', async () => {
    await using sandbox = open();
    for (const [method, path] of [
      ['POST', '/v1/cards'],
      ['DELETE', '/v1/customers/77'],
    ] as const) {
      expect(await ask(sandbox, method, path)).toMatchObject({
        status: 401,
        errors: [expect.stringMatching(/^authorization: must be a bearer token.*the document shows it .*anonymous/)],
      });
    }
  });

  test('refuses a wrong token, and a header of another form', async () => {
    await using sandbox = open({ token: 'right' });
    for (const authorization of ['Bearer wrong', 'Basic eDp5', 'Bearer']) {
      expect(await ask(sandbox, 'GET', '/v1/plans', { authorization })).toMatchObject({ status: 401 });
    }
    expect(await ask(sandbox, 'GET', '/v1/plans')).toMatchObject({ status: 200, warnings: [missing] });
  });
});

test('anonymous requests cannot have an account per token', async () => {
  await expect(startSandbox({ port: 0, anonymous: true, accounts: 'per-token' })).rejects.toThrow(
    'anonymous: must be false if accounts is per-token, because the token selects the account',
  );
});
