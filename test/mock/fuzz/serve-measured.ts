/** Serves the mock of a built package in its own process, and reports its memory on request. */
const [, , module = ''] = process.argv;
const { startMockServer }: typeof import('../../../src/mock/index.js') = await import(module);
const mock = await startMockServer({ port: 0, requestTimeout: 5_000, log: () => {} });

process.on('message', () => {
  // Twice: what the first collection finalises, the second one frees.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.on('disconnect', () => process.exit());
process.send?.(mock.url);
