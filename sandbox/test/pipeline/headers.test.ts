import { describe, expect, test } from 'vitest';
import { entrances, PIX, send } from '../entrances.ts';

describe.each(entrances)('responses, $name', ({ open }) => {
  test('with data are stored by no cache, and no browser guesses their type', async () => {
    await using entered = await open();
    const { id } = (await send(entered, 'POST', '/v1/transactions', PIX)).body;
    const paths = [`/v1/transactions/${id}`, '/v1/transactions', '/v1/cards/9', '/_sandbox/events', '/_sandbox/clock'];
    for (const path of [...paths, `/_sandbox/objects/${id}`]) {
      const { headers } = await send(entered, 'GET', path);
      const found = [headers.get('cache-control'), headers.get('x-content-type-options')];
      expect([path, ...found]).toEqual([path, 'no-store', 'nosniff']);
    }
  });

  test('of files may be stored', async () => {
    await using entered = await open();
    const { headers } = await entered.fetch(`${entered.url}/openapi.yaml`);
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-cache', 'nosniff']);
  });

  test('to HEAD are those to GET, without a body', async () => {
    await using entered = await open();
    const { id } = (await send(entered, 'POST', '/v1/transactions', PIX)).body;
    const headers = { authorization: 'Bearer test-token' };
    const paths = ['/', '/openapi.yaml', '/_sandbox/health', '/_sandbox/clock', '/v1/transactions', '/v1/cards/9'];
    for (const path of [...paths, '/_sandbox/', '/_sandbox/openapi.json', `/v1/transactions/${id}`]) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => entered.fetch(`${entered.url}${path}`, { method, headers })),
      );
      expect([path, head?.status, head?.headers.get('content-type'), head?.headers.get('x-evidence')]).toEqual([
        ...[path, get?.status, get?.headers.get('content-type'), get?.headers.get('x-evidence')],
      ]);
      expect(await head?.text()).toBe('');
    }
  });

  test('to HEAD on a path without GET name the methods that it takes', async () => {
    await using entered = await open();
    const { status, headers } = await entered.fetch(`${entered.url}/v1/transactions/1/refund`, {
      method: 'HEAD',
      headers: { authorization: 'Bearer test-token' },
    });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });
});
