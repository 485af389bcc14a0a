import { readContract } from '../contract/index.js';
import type { AsyncDisposal, OwnPaths } from '../server/index.js';
import {
  asFetch,
  createFailures,
  createGenerator,
  createJournal,
  createPipeline,
  type Handle,
  type Journal,
  listen,
  needsGenerator,
  type Prepared,
  prepare,
  type RecordedRequest,
  type Respond,
  readEntries,
  refuse,
  type WireResponse,
} from '../server/index.js';
import { memoize, readOptions, type ValuesOf } from '../util/index.js';
import { MOCK_OPTIONS, type MockOptions, type MockServerOptions } from './options.js';
import { createResponders } from './response/responder.js';

interface MockControls {
  /** The last 1,000 requests, oldest first, without secrets. */
  readonly requests: readonly RecordedRequest[];
  /** Empties the journal and starts seeded failures from their beginning. */
  reset(): void;
}

export interface MockServer extends MockControls, AsyncDisposal {
  /** The address to give to a client, without a trailing slash. */
  readonly url: string;
  /** Stops accepting connections, finishes open responses, and resolves when all connections are closed. */
  close(): Promise<void>;
}

/** The mock as a `fetch`. It responds in this process to requests for any address. */
export interface MockFetch extends MockControls {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

/**
 * Starts the mock on a socket. Resolves when it is ready for requests.
 *
 * Rejects with one line if an option is invalid or the port is not available.
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const values = readOptions(MOCK_OPTIONS, options);
  const mock = await createMock(values, values);
  const { url, close } = await listen(mock.handle, values);
  return {
    url,
    get requests() {
      return mock.journal.requests;
    },
    reset: mock.reset,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Creates the same mock without a socket, for tests and for environments without a free port.
 *
 * It loads the contract at once in the background. Calls reject where Node's fetch would: with a TypeError whose `cause` has a
 * `code` if a fault resets the connection, or with the signal's reason if the caller aborts.
 */
export function createMockFetch(options: MockOptions = {}): MockFetch {
  const values = readOptions(MOCK_OPTIONS, options);
  let loaded: Mock | undefined;
  const loading = createMock(values).then((mock) => {
    loaded = mock;
    return mock;
  });
  // Each call rejects with the error of a missing package, so the process must not end because of an unhandled rejection.
  loading.catch(() => {});

  const mockFetch = asFetch(loading.then(({ handle }) => handle));
  return Object.defineProperties(mockFetch, {
    requests: { get: () => loaded?.journal.requests ?? [] },
    reset: { value: () => loaded?.reset() },
  }) as unknown as MockFetch;
}

interface Mock {
  handle: Handle;
  journal: Journal;
  reset(): void;
}

/**
 * Creates the mock: the shared pipeline with responses from the contract's examples. Prism generates all others.
 *
 * @param host the address to listen on, if any
 */
export async function createMock(
  options: ValuesOf<typeof MOCK_OPTIONS>,
  { docs = false, host }: { docs?: boolean; host?: string } = {},
): Promise<Mock> {
  const contract = options.contract ?? readContract();
  const prepared = await prepare(contract);
  const responderOf = respondersOf(prepared);
  const generate = createGenerator(contract, options.seed);
  const respond: Respond = (request) => {
    const response = responderOf(request.operation)(request);
    if (options.refuseWarnings && response.warnings?.length) return refuse(400, response.warnings);
    return needsGenerator(request, response)
      ? generate(request).then((made) => ({ ...made, warnings: response.warnings ?? [] }))
      : response;
  };

  const journal = createJournal(options.journalBytes);
  const failures = createFailures(options.failureRate, options.seed);
  const reset = () => {
    journal.clear();
    failures.reset();
  };
  const ownPaths = [
    createOwnPaths({
      'GET /_mock/health': {
        what: 'tells that the mock is ready',
        respond: () => ({ status: 'ready', operations: prepared.operations.length, version: prepared.version }),
      },
      'GET /_mock/requests': {
        what: 'the last requests, without secrets',
        respond: async () => ({ requests: await readEntries(journal.entries) }),
      },
      'POST /_mock/reset': { what: 'empties the list of requests', respond: reset },
    }),
  ];
  return {
    handle: createPipeline({ options, host, prepared, respond, ownPaths, docs, journal, failures }),
    journal,
    reset,
  };
}

/** All mocks of a contract share its responders. */
const respondersOf = memoize((prepared: Prepared) => createResponders(prepared));

interface Endpoint {
  /** What it does, for the landing page. */
  readonly what: string;
  /** Returns the response body, or undefined for a 204. */
  respond(): unknown;
}

/** Returns the mock's own paths. */
function createOwnPaths(endpoints: Readonly<Record<string, Endpoint>>): OwnPaths {
  return {
    prefix: '/_mock/',
    endpoints: Object.fromEntries(Object.entries(endpoints).map(([name, { what }]) => [name, what])),
    async respond({ method, path }): Promise<WireResponse> {
      const endpoint = endpoints[`${method} ${path}`];
      if (endpoint) {
        const body = await endpoint.respond();
        return { status: body === undefined ? 204 : 200, headers: {}, body };
      }
      const known = Object.keys(endpoints).map((name) => name.split(' '));
      const [allow] = known.find(([, other]) => other === path) ?? [];
      if (allow !== undefined) return refuse(405, `method: this path takes ${allow} only`, { allow });
      return refuse(404, `path: the mock has ${known.map(([, other]) => other).join(', ')}`);
    },
  };
}
