/** Prism, an optional peer, as a mock of the contract for tests. */
import type { createServer } from '@stoplight/prism-http-server';
import { installPrism, packageFile } from '../package-files.js';

export interface MockServerOptions {
  /** The port to listen on. Default: 0, which takes a free one. */
  port?: number;
  /** The address to listen on. Default: 127.0.0.1. */
  host?: string;
  /** Makes responses up from the schemas, in place of the examples. Default: false. */
  dynamic?: boolean;
  /** Makes dynamic responses the same from run to run. */
  seed?: string;
}

/** For `await using`. Empty for a compiler whose `lib` does not have the symbol. */
type Disposal = SymbolConstructor extends { readonly asyncDispose: infer Dispose extends symbol }
  ? { [Key in Dispose]: () => Promise<void> }
  : Record<never, never>;

export interface MockServer extends Disposal {
  /** The address to give to a client, without a trailing slash. */
  readonly url: string;
  /** Stops the server. Resolves when all connections are closed. */
  close(): Promise<void>;
}

// Prism would log requests with their card numbers. It calls only these methods of its logger.
const silent: object = { child: () => silent };
for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'success'])
  Object.assign(silent, { [level]() {} });

/**
 * Starts Prism with the contract. Resolves when it is ready for requests. Close it when the tests end: an open server keeps the process alive.
 *
 * Rejects with one line if Prism is not installed, or cannot listen.
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const { port = 0, host = '127.0.0.1', dynamic = false, seed } = options;
  // Node takes a text as the name of a pipe, and an empty address as all of them.
  if (!Number.isInteger(port) || !host)
    throw new RangeError('startMockServer: port must be a number, and host an address');
  const [{ createServer: create }, { getHttpOperationsFromSpec }] = await Promise.all([
    import('@stoplight/prism-http-server'),
    import('@stoplight/prism-http'),
  ]).catch((cause) => {
    throw new Error(`startMockServer: needs Prism: ${installPrism('@stoplight/prism-http')}`, { cause });
  });
  const checks = { checkSecurity: true, validateRequest: true, validateResponse: true, errors: false };
  const mock = { dynamic, ...(seed !== undefined && { seed }) };
  const server = create(await getHttpOperationsFromSpec(packageFile('openapi.yaml')), {
    cors: true,
    config: { isProxy: false, upstreamProxy: undefined, ...checks, mock },
    components: { logger: silent as Parameters<typeof createServer>[1]['components']['logger'] },
  });
  const url = await server.listen(port, host).catch((problem: unknown) => {
    throw new Error(`startMockServer: cannot listen on port ${port} of ${host}: ${problem}`);
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= server.close());
  return { url, close, [Symbol.asyncDispose]: close };
}
