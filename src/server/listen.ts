import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { stringAt } from '../contract/json.js';
import type { ListenValues } from './options.js';
import type { Handle } from './pipeline.js';
import { refuseBroken, refuseRaw } from './wire/raw-refusal.js';
import { LARGEST_BODY, type WireRequest } from './wire/request.js';
import { refuse, toWire, type WireResponse } from './wire/response.js';

/** How long a response that is under way may take once the server is closing. */
const GRACE = 5_000;
/** The most requests that wait on one connection. Beyond that the server stops reading it. */
const MOST_WAITING = 32;
/** How long a connection stays open that gets no response: no client that is known waits longer. */
const LONGEST_STALL = 300_000;
/** A defect of the mock must not look like one of the gateway. */
const FAILED = refuse(500, 'the mock failed; please report this request');

/** A connection has one response under way, so a client that sends many requests at once takes the memory of one. */
interface Connection {
  /** `stalled`: the client gets no response. */
  state: 'idle' | 'busy' | 'stalled';
  waiting: (() => void)[];
}

/** Serves requests on a socket. Rejects with one line when the port cannot be had. */
export async function listen(
  handle: Handle,
  { port, host, requestTimeout }: Pick<ListenValues, 'port' | 'host' | 'requestTimeout'>,
): Promise<{ url: string; close(): Promise<void> }> {
  const connections = new Map<Socket, Connection>();
  const streams = new Set<AbortController>();
  let isClosing = false;

  const server = createServer(
    {
      // Prism's front has no limit: a client that sends a byte a minute keeps its connection for ever.
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(1_000, requestTimeout),
      // Node refuses a missing Host with an empty body; the guard says why.
      requireHostHeader: false,
      // By default Node drops all Host headers but the first.
      joinDuplicateHeaders: true,
    },
    (request, response) => {
      response.on('error', ignore);
      const connection = connections.get(request.socket);
      if (connection === undefined) return;
      const { waiting } = connection;
      waiting.push(() => respondNow(request, response, connection));
      if (connection.state === 'idle') takeTurn(request.socket, connection);
      else if (waiting.length > MOST_WAITING) request.socket.pause();
    },
  );
  server.on('connection', (socket) => {
    const connection: Connection = { state: 'idle', waiting: [] };
    connections.set(socket, connection);
    socket.on('close', () => connections.delete(socket));
    // Node resumes reading after each request, and when a response is sent.
    socket.on('resume', () => {
      if (connection.waiting.length > MOST_WAITING) socket.pause();
    });
    // From its first moment on: a CONNECT takes the socket out of the server's hands, and with it the server's listeners.
    socket.on('error', ignore);
  });
  server.on('clientError', (error, socket) => refuseBroken(error, socket));
  server.on('checkExpectation', (_, response) => {
    const { headers, payload } = toWire(refuse(417, 'expect: must be 100-continue'));
    response.writeHead(417, headers).end(payload);
  });
  server.on('connect', (_, socket) => refuseRaw(socket, 405, 'method: CONNECT is not for this server'));

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
  // If a connection cannot be accepted (no file handle is left), the mock goes on.
  server.on('error', ignore);
  let closed: Promise<void> | undefined;

  return { url: addressOf(server.address() as AddressInfo), close };

  /** Responds to the next request that waits on a connection. */
  function takeTurn(socket: Socket, connection: Connection): void {
    const next = connection.waiting.shift();
    connection.state = next === undefined ? 'idle' : 'busy';
    if (connection.waiting.length === MOST_WAITING) socket.resume();
    next?.();
  }

  function respondNow(request: IncomingMessage, response: ServerResponse, connection: Connection): void {
    const { socket } = request;
    response.on('close', () => {
      if (isClosing) socket.destroySoon();
      else if (connection.waiting.length === 0) connection.state = 'idle';
      // Other connections get their turn first.
      else if (!socket.destroyed) setImmediate(takeTurn, socket, connection);
    });
    // Nothing that a request leads to may end the process, the writing of its response included.
    respond(request, response, connection).catch(() => socket.destroy());
  }

  async function respond(request: IncomingMessage, response: ServerResponse, connection: Connection): Promise<void> {
    const given = await handle(asWireRequest(request)).catch(() => FAILED);
    if (isClosing) response.setHeader('connection', 'close');
    if (given.stream !== undefined) return pour(given.stream, given, response);
    const isLost = given.fault === 'reset' || given.fault === 'stall';
    try {
      send(given, request, response);
    } catch (error) {
      if (response.headersSent) throw error;
      send(FAILED, request, response);
    }
    // Most responses are with the system by now; others wait for an earlier one, or for the client to read.
    const isThrough = response.socket !== null && request.socket.writableLength === 0;
    if (isLost || !isThrough) {
      const timer = setTimeout(() => request.socket.destroy(), isLost ? LONGEST_STALL : requestTimeout).unref();
      response.on('close', () => clearTimeout(timer));
    }
    if (isLost) {
      connection.state = 'stalled';
      if (isClosing) request.socket.destroySoon();
    }
  }

  /** Writes a body that goes on, until it ends, its reader leaves or reads nothing for the time of a request, or the server closes. */
  async function pour(
    stream: NonNullable<WireResponse['stream']>,
    { status, headers }: WireResponse,
    response: ServerResponse,
  ): Promise<void> {
    const ended = new AbortController();
    streams.add(ended);
    response.on('close', () => ended.abort());
    if (isClosing) ended.abort();
    try {
      response.writeHead(status, headers).flushHeaders();
      for await (const piece of stream(ended.signal)) {
        if (response.write(piece)) continue;
        await once(response, 'drain', { signal: AbortSignal.any([ended.signal, AbortSignal.timeout(requestTimeout)]) });
      }
      response.end();
    } catch {
      response.destroy();
    } finally {
      streams.delete(ended);
    }
  }

  function close(): Promise<void> {
    closed ??= finish();
    return closed;
  }

  function finish(): Promise<void> {
    isClosing = true;
    for (const ended of streams) ended.abort();
    for (const [socket, { state }] of connections) if (state !== 'busy') socket.destroy();
    const timer = setTimeout(() => server.closeAllConnections(), GRACE);
    return new Promise((resolve) =>
      server.close(() => {
        clearTimeout(timer);
        resolve();
      }),
    );
  }
}

/** Errors of a connection end it, and its end is handled. */
function ignore(): void {}

function asWireRequest(request: IncomingMessage): WireRequest {
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    // Only set-cookie comes as a list, and requests do not have it.
    headers: request.headers as Record<string, string>,
    readBody: (largest) => readBody(request, largest),
  };
}

/**
 * The body, or undefined when it is too large: the rest is taken off the wire then, or the sender never sees the response.
 * (Events, because iterating over the request costs a tenth of the mock's whole time.)
 */
function readBody(request: IncomingMessage, largest = LARGEST_BODY): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= largest) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.on('end', () => {
      const [first] = chunks;
      const whole = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
      resolve(size <= largest ? whole : undefined);
    });
    // Also when the request breaks off.
    request.on('error', reject);
  });
}

function send(given: WireResponse, request: IncomingMessage, response: ServerResponse): void {
  if (given.fault === 'reset') request.socket.resetAndDestroy();
  if (given.fault === 'reset' || given.fault === 'stall') return;
  const { headers, payload } = toWire(given);
  response.writeHead(given.status, headers);
  if (given.fault !== 'truncate') {
    response.end(payload);
    return;
  }
  const half = payload.slice(0, Math.floor(payload.length / 2));
  response.write(half.length > 0 ? half : ' ', () => request.socket.destroy());
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
