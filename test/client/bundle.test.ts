import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle, limit } from '../bench/client/sizes.ts';

test('a program that creates a client and unwraps its calls bundles no more than the limit', async () => {
  const code = await bundle(
    ['createGatewayClient', 'unwrap'],
    fileURLToPath(new URL('../../src/index.ts', import.meta.url)),
  );
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(limit);
});
