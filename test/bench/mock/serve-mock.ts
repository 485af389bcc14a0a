/** This mock on a contract of the caller's, for what its command line does not offer; sends `heap` over the channel. */
import { readFileSync } from 'node:fs';

// The built mock, as users run it; a computed address, so that the type check needs no build.
const { startMockServer }: typeof import('../../../src/mock/index.js') = await import(
  new URL('../../../dist/src/mock/index.js', import.meta.url).href
);

const [port, contract = ''] = process.argv.slice(2);
await startMockServer({ port: Number(port), log: 'silent', contract: JSON.parse(readFileSync(contract, 'utf8')) });

process.on('message', () => {
  // Twice: what the first collection finalises, the second one frees.
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
