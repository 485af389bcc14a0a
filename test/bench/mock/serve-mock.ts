/**
 * Starts this mock with a given contract, which the command line does not support. Sends the heap size over the
 * channel.
 */
import { readFileSync } from 'node:fs';

// The built mock, as users run it. The computed address lets the type check run without a build.
const { startMockServer }: typeof import('../../../src/mock/index.js') = await import(
  new URL('../../../dist/src/mock/index.js', import.meta.url).href
);

const [port, contract = ''] = process.argv.slice(2);
await startMockServer({ port: Number(port), log: 'silent', contract: JSON.parse(readFileSync(contract, 'utf8')) });

process.on('message', () => {
  // The second collection frees objects that the first one finalized.
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
