import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { stringAt, withTimeout } from '../util/index.js';
import { refuseBroken, refuseRaw } from './raw-refusal.js';
import { LARGEST_BODY, type WireRequest } from './request.js';
import { refuse, toWire, type WireResponse } from './response.js';

/** Resolves with the response to a request. Rejects only because of a bug in this package. */
export type Handle = (request: WireRequest) => Promise<WireResponse>;

/** How long open responses may take after the server starts to close. Milliseconds. */
const GRACE = 5_000;
/** How long a connection without a request stays open. Milliseconds. */
const KEEP_ALIVE = 60_000;
/** The most requests that wait on one connection. The server stops reading from a connection with more. */
const MOST_WAITING = 32;
/** How long a connection without a response stays open. No known client waits longer. Milliseconds. */
const LONGEST_STALL = 300_000;
/** An error of this server must not look like an error of the gateway. */
const FAILED = refuse(500, 'this server failed; please report this request');

/** A connection sends one response at a time, so a client with many pipelined requests uses the memory of one. */
interface Connection {
  /** `stalled`: the client gets no response. */
  state: 'idle' | 'busy' | 'stalled';
  waiting: (() => void)[];
}

/** Serves requests on a socket. Rejects with one line when the port cannot be had. */
export async function listen(
  handle: Handle,
  { port, host, requestTimeout }: { readonly port: number; readonly host: string; readonly requestTimeout: number },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SocketServer(handle, requestTimeout);
  await server.listen(port, host);
  return { url: server.url, close: () => server.close() };
}

class SocketServer {
  readonly #connections = new Map<Socket, Connection>();
  readonly #streams = new Set<AbortController>();
  readonly #handle: Handle;
  readonly #requestTimeout: number;
  readonly #server: Server;
  #isClosing = false;
  #closed: Promise<void> | undefined;

  constructor(handle: Handle, requestTimeout: number) {
    this.#handle = handle;
    this.#requestTimeout = requestTimeout;
    this.#server = createServer(
      {
        // Prism's server has no limit, so a client that sends a byte per minute would keep its connection forever.
        requestTimeout,
        headersTimeout: requestTimeout,
        connectionsCheckingInterval: Math.min(1_000, requestTimeout),
        // With Node's 5 seconds, a busy machine closes a connection just as a client sends its next request.
        keepAliveTimeout: KEEP_ALIVE,
        // Node rejects a missing Host with an empty body; the guard explains the problem.
        requireHostHeader: false,
        // By default Node drops all Host headers but the first.
        joinDuplicateHeaders: true,
      },
      (request, response) => this.#queue(request, response),
    );
    this.#server.on('connection', (socket) => this.#connect(socket));
    this.#server.on('clientError', (error, socket) => refuseBroken(error, socket));
    this.#server.on('connect', (_, socket) => refuseRaw(socket, 405, 'method: CONNECT is not for this server'));
  }

  async listen(port: number, host: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error) => reject(cannotListen(error, host, port)));
      this.#server.listen(port, host, resolve);
    });
    // The server continues if it cannot accept a connection, for example without free file handles.
    this.#server.on('error', ignore);
  }

  get url(): string {
    return addressOf(this.#server.address() as AddressInfo);
  }

  close(): Promise<void> {
    this.#isClosing = true;
    for (const ended of this.#streams) ended.abort();
    for (const [socket, { state }] of this.#connections) if (state !== 'busy') socket.destroy();
    this.#closed ??= new Promise((resolve) => {
      const timer = setTimeout(() => this.#server.closeAllConnections(), GRACE);
      this.#server.close(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    return this.#closed;
  }

  #connect(socket: Socket): void {
    const connection: Connection = { state: 'idle', waiting: [] };
    this.#connections.set(socket, connection);
    socket.on('close', () => this.#connections.delete(socket));
    // Node resumes reading after each request, and when a response is sent.
    socket.on('resume', () => {
      if (connection.waiting.length > MOST_WAITING) socket.pause();
    });
    // Set at once: a CONNECT request removes the server's own listeners from the socket.
    socket.on('error', ignore);
  }

  #queue(request: IncomingMessage, response: ServerResponse): void {
    response.on('error', ignore);
    const connection = this.#connections.get(request.socket);
    if (connection === undefined) return;
    const { waiting } = connection;
    waiting.push(() => this.#respondNow(request, response, connection));
    if (connection.state === 'idle') takeTurn(request.socket, connection);
    else if (waiting.length > MOST_WAITING) request.socket.pause();
  }

  #respondNow(request: IncomingMessage, response: ServerResponse, connection: Connection): void {
    const { socket } = request;
    response.on('close', () => {
      if (this.#isClosing) socket.destroySoon();
      else if (connection.waiting.length === 0) connection.state = 'idle';
      // Other connections get their turn first.
      else if (!socket.destroyed) setImmediate(takeTurn, socket, connection);
    });
    // No request may end the process, even if writing its response fails.
    this.#respond(request, response, connection).catch(() => socket.destroy());
  }

  async #respond(request: IncomingMessage, response: ServerResponse, connection: Connection): Promise<void> {
    const given = await this.#handle(asWireRequest(request)).catch(() => FAILED);
    if (this.#isClosing) response.setHeader('connection', 'close');
    if (given.stream !== undefined) return this.#pour(given.stream, given, response);
    const isLost = given.fault === 'reset' || given.fault === 'stall';
    try {
      send(given, request, response);
    } catch (error) {
      if (response.headersSent) throw error;
      send(FAILED, request, response);
    }
    // Most responses are sent by now. Others wait for an earlier response or for the client to read.
    const isThrough = response.socket !== null && request.socket.writableLength === 0;
    if (isLost || !isThrough) {
      const longest = isLost ? LONGEST_STALL : this.#requestTimeout;
      const timer = setTimeout(() => request.socket.destroy(), longest).unref();
      response.on('close', () => clearTimeout(timer));
    }
    if (isLost) {
      connection.state = 'stalled';
      if (this.#isClosing) request.socket.destroySoon();
    }
  }

  /** Writes a stream until it ends, the client disconnects or reads nothing for the request time-out, or the server closes. */
  async #pour(
    stream: NonNullable<WireResponse['stream']>,
    { status, headers }: WireResponse,
    response: ServerResponse,
  ): Promise<void> {
    const ended = new AbortController();
    this.#streams.add(ended);
    response.on('close', () => ended.abort());
    if (this.#isClosing) ended.abort();
    try {
      response.writeHead(status, headers).flushHeaders();
      for await (const piece of stream(ended.signal)) {
        if (response.write(piece)) continue;
        await withTimeout(this.#requestTimeout, () => once(response, 'drain', { signal: ended.signal }));
      }
      response.end();
    } catch {
      response.destroy();
    } finally {
      this.#streams.delete(ended);
    }
  }
}

/** Responds to the next request that waits on a connection. */
function takeTurn(socket: Socket, connection: Connection): void {
  const next = connection.waiting.shift();
  connection.state = next === undefined ? 'idle' : 'busy';
  if (connection.waiting.length === MOST_WAITING) socket.resume();
  next?.();
}

/** An error on a connection closes it, and the close handler does the rest. */
function ignore(): void {}

function asWireRequest(request: IncomingMessage): WireRequest {
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    // Node returns a list only for set-cookie, which requests do not have.
    headers: request.headers as Record<string, string>,
    readBody: (largest) => readBody(request, largest),
  };
}

/**
 * Returns the body, or undefined if it is too large. It discards the rest of a large body, because the client otherwise
 * never sees the response. It uses events, because iterating over the request takes a tenth of the total time.
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
      // Waits until all readable sockets are read. Parsing 16 requests and then handling them is a fifth faster than
      // alternating, because the code of each step stays in the processor's cache.
      setImmediate(resolve, size <= largest ? whole : undefined);
    });
    // An aborted request also emits this event.
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

/** Returns the address for clients. A server on every address of the machine is reached at its loopback address. */
function addressOf({ address, port, family }: AddressInfo): string {
  const reached = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${family === 'IPv6' ? `[${reached}]` : reached}:${port}`;
}

export function cannotListen(error: Error, host: string, port: number): Error {
  const noHost = `host: ${host} is not an address of this machine; choose another with --host`;
  // npm keeps the options before two hyphens for itself.
  const option = process.env.npm_lifecycle_event === 'start' ? '-- --port' : '--port';
  const sentences = new Map([
    ['EADDRINUSE', `port: ${port} is in use; stop the program that uses it, or choose another with ${option}`],
    ['EACCES', `port: ${port} needs more rights than this process has; choose one above 1023 with --port`],
    ['EADDRNOTAVAIL', noHost],
    ['ENOTFOUND', noHost],
  ]);
  const sentence = sentences.get(stringAt(error, 'code') ?? '');
  return sentence === undefined ? error : new Error(sentence, { cause: error });
}
