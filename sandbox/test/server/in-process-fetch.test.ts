import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createStub } from '../../../test/stub-server.ts';

test('a call without a socket can be aborted before and during its response', async () => {
  const stub = createStub({ latency: 60_000 });
  await expect(stub.fetch('/v1/cards', { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
  const controller = new AbortController();
  const call = stub.fetch('/v1/cards', { signal: controller.signal });
  await sleep(20);
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});
