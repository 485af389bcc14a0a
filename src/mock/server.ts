import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { refuse, toWire } from './answer.js';
import type { MockRequest } from './journal.js';
import { stringAt } from './json.js';
import { createMock, type Incoming, LARGEST_BODY, type Outcome } from './mock.js';
import { DEFAULT_HOST, DEFAULT_PORT, type MockServerOptions } from './options.js';

export interface MockServer extends AsyncDisposable {
  /** The address to give to a client, without a trailing slash. */
  readonly url: string;
  /** The last 1,000 requests, oldest first, without secrets. */
  readonly requests: readonly MockRequest[];
  /** Empties the journal and starts seeded failures from their beginning. */
  reset(): void;
  /** Takes no more connections, finishes what is in flight, and resolves when all is closed. */
  close(): Promise<void>;
}

/** How long an answer that is under way may take once the server is closing. */
const GRACE = 5_000;

/**
 * Starts the mock on a socket of its own; resolves when it answers.
 *
 * Rejects with one line when the optional packages are missing, an option makes no sense or the port cannot be had.
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const { port = DEFAULT_PORT, host = DEFAULT_HOST, docs = false, requestTimeout = 30_000 } = options;
  const mock = await createMock(options, docs);
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  let isClosing = false;

  const server = createServer(
    {
      // Prism's front has no limit: a client that sends a byte a minute keeps its connection for ever.
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(1_000, requestTimeout),
      // Refused with an empty body otherwise; a mock has no need of it.
      requireHostHeader: false,
    },
    (request, response) => {
      busy.add(request.socket);
      mock
        .handle(incoming(request))
        // A defect of the mock must not look like one of the gateway, nor end the process.
        .catch(() => ({ answer: refuse(500, 'the mock failed; please report this request'), isTruncated: false }))
        .then((outcome) => {
          if (isClosing) response.setHeader('connection', 'close');
          send(outcome, request, response);
          if ('lost' in outcome) release(request.socket);
        });
      response.on('close', () => release(request.socket));
    },
  );
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('clientError', (error, socket) => refuseBroken(error, socket));
  server.on('checkExpectation', (_, response) => {
    const { headers, payload } = toWire(refuse(417, 'expect: must be 100-continue'));
    response.writeHead(417, headers).end(payload);
  });
  server.on('connect', (_, socket) => writeRaw(socket, 405, 'method: CONNECT is not for this server'));

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
  let closed: Promise<void> | undefined;

  return {
    url: addressOf(server.address() as AddressInfo),
    get requests() {
      return mock.journal.requests;
    },
    reset: mock.reset,
    close,
    [Symbol.asyncDispose]: close,
  };

  function release(socket: Socket): void {
    busy.delete(socket);
    if (isClosing) socket.destroySoon();
  }

  function close(): Promise<void> {
    closed ??= finish();
    return closed;
  }

  function finish(): Promise<void> {
    isClosing = true;
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
    const timer = setTimeout(() => server.closeAllConnections(), GRACE);
    return new Promise((resolve) =>
      server.close(() => {
        clearTimeout(timer);
        resolve();
      }),
    );
  }
}

function incoming(request: IncomingMessage): Incoming {
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    // Only set-cookie comes as a list, and no request has it.
    headers: request.headers as Record<string, string>,
    readBody: () => readBody(request),
  };
}

/**
 * The body, or undefined when it is too large: the rest is taken off the wire then, or the sender never sees the answer.
 * (Events, because iterating over the request costs a tenth of the mock's whole time.)
 */
function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= LARGEST_BODY) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.on('end', () => resolve(size <= LARGEST_BODY ? Buffer.concat(chunks) : undefined));
    request.on('error', reject);
  });
}

function send(outcome: Outcome, request: IncomingMessage, response: ServerResponse): void {
  if ('lost' in outcome) {
    if (outcome.lost === 'reset') request.socket.resetAndDestroy();
    return;
  }
  const { headers, payload } = toWire(outcome.answer);
  response.writeHead(outcome.answer.status, headers);
  if (!outcome.isTruncated) {
    response.end(payload);
    return;
  }
  const half = payload.slice(0, Math.floor(payload.length / 2));
  response.write(half.length > 0 ? half : ' ', () => request.socket.destroy());
}

/** Answers what is no HTTP, or comes too slowly, in the contract's error shape. */
function refuseBroken(error: Error, socket: Duplex): void {
  switch (stringAt(error, 'code')) {
    case 'HPE_HEADER_OVERFLOW':
      writeRaw(socket, 431, 'headers: are larger than 16 KiB together');
      break;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      writeRaw(socket, 408, 'request: did not arrive in time');
      break;
    default:
      writeRaw(socket, 400, 'request: is not HTTP/1.1');
  }
}

function writeRaw(socket: Duplex, status: number, error: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { headers, payload } = toWire(refuse(status, error, { connection: 'close' }));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${String(payload)}`, () =>
    socket.destroy(),
  );
}

function addressOf({ address, port, family }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function cannotListen(error: Error, host: string, port: number): Error {
  switch (stringAt(error, 'code')) {
    case 'EADDRINUSE':
      return new Error(`port ${port} is in use: stop what runs there, or choose another with --port`, { cause: error });
    case 'EACCES':
      return new Error(`port ${port} needs more rights than this process has: choose one above 1023 with --port`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`host ${host} is not an address of this machine: choose another with --host`, { cause: error });
    default:
      return error;
  }
}
