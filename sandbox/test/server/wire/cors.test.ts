import { describe, expect, test } from 'vitest';
import { startStub } from '../../../../test/stub-server.ts';

describe('web pages', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'POST', origin: 'https://a.example' },
  };

  test('may call the server with the cors option', async () => {
    await using stub = await startStub({ cors: true });
    const before = await stub.fetch('/v1/cards', preflight);
    expect(before.status).toBe(204);
    expect(before.headers.get('access-control-allow-methods')).toContain('POST');
    const response = await stub.fetch('/v1/cards', { headers: { origin: 'https://a.example' } });
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://a.example');
  });

  test('of this machine hear of the option when they ask first', async () => {
    const logged: unknown[] = [];
    await using stub = await startStub({ log: ({ errors }) => logged.push(...errors) });
    const headers = { ...preflight.headers, origin: 'http://localhost:5173' };
    const response = await stub.fetch('/v1/cards', { ...preflight, headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ errors: [expect.stringContaining('--cors')] });
    expect(logged).toEqual([expect.stringContaining('--cors')]);
  });

  test('may not call it without the option', async () => {
    await using stub = await startStub();
    expect((await stub.fetch('/v1/cards', preflight)).status).toBe(403);
    expect((await stub.fetch('/v1/cards')).headers.has('access-control-allow-origin')).toBe(false);
  });
});
