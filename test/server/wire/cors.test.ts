import { describe, expect, test } from 'vitest';
import { transports } from '../../mock/send.ts';

describe.each(transports)('web pages, $name', ({ name, open }) => {
  const preflight = {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'POST', origin: 'https://a.example' },
  };

  test('may call the mock with the cors option', async () => {
    await using mock = await open({ cors: true });
    const before = await mock.fetch('/v1/cards', preflight);
    expect(before.status).toBe(204);
    expect(before.headers.get('access-control-allow-methods')).toContain('POST');
    const response = await mock.fetch('/v1/cards', { headers: { origin: 'https://a.example' } });
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://a.example');
  });

  test('may not call it without the option', async () => {
    await using mock = await open();
    // Without a socket, the request comes from this process, not from a web page.
    expect((await mock.fetch('/v1/cards', preflight)).status).toBe(name === 'over a socket' ? 403 : 405);
    expect((await mock.fetch('/v1/cards')).headers.has('access-control-allow-origin')).toBe(false);
  });
});
