import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMockFetch } from '../../src/mock/index.js';

test('a call without a socket can be aborted before and during its response', async () => {
  const mockFetch = createMockFetch({ latency: 60_000 });
  await expect(
    mockFetch('http://mock.invalid/v1/cards', { signal: AbortSignal.abort(new Error('no')) }),
  ).rejects.toThrow('no');
  const controller = new AbortController();
  const call = mockFetch('http://mock.invalid/v1/cards', { signal: controller.signal });
  await sleep(20);
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});
