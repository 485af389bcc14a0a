/** Forwards the bytes of one connection, and follows which exchanges pass. */
import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { type BodyLength, bodyLength, type Head, MessageReader } from './messages.js';

/** The most bytes of a body that are kept for the judge. */
export const LARGEST_COPY = 2 ** 20;

/** A copy of a message. A body that is too long has no pieces. */
export interface Passed extends Head {
  readonly pieces: Buffer[];
  size: number;
  isTooLong: boolean;
  hasEnded: boolean;
}

export interface PassedExchange {
  /** When the request began, as an ISO 8601 timestamp. */
  readonly time: string;
  readonly request: Passed;
  readonly response: Passed;
}

/** An exchange that has not ended. Its response may end before its request. */
type OpenExchange = Pick<PassedExchange, 'time' | 'request'> & { response: Passed | undefined };

interface Watch {
  exchange(exchange: PassedExchange): void;
  /** Called for each request whose exchange did not end, or could not be read. */
  unfinished(): void;
  /** Receives a sentence for the user, without values of a message. */
  problem(sentence: string): void;
}

/** A connection to the target. `raw` is the socket below TLS. */
export interface Upstream {
  readonly socket: Socket;
  readonly raw: Socket;
}

/** Where the requests of a connection go, and which of them may. */
export interface ProxyRoute {
  readonly connect: () => Upstream;
  readonly refusal: (head: Head) => string | undefined;
  /** Returns the head that the target gets. */
  readonly headFor: (head: Buffer) => Buffer;
}

/** Forwards a connection of the shop to its own connection to the target, which opens with the first request that may pass. */
export class Forwarding {
  readonly #shop: Socket;
  readonly #route: ProxyRoute;
  readonly #watch: Watch;
  readonly #passage: Transform;
  readonly #requests: MessageReader;
  readonly #responses: MessageReader;
  /** The oldest first. */
  readonly #open = new Set<OpenExchange>();
  #sending: OpenExchange | undefined;
  #receiving: OpenExchange | undefined;
  #upstream: Upstream | undefined;
  #endsWithConnection = false;
  #isReadable = true;
  #isRefused = false;

  constructor(shop: Socket, route: ProxyRoute, watch: Watch) {
    this.#shop = shop;
    this.#route = route;
    this.#watch = watch;
    const requests = new MessageReader({
      head: (head, bytes) => this.#beginRequest(head, bytes),
      body: (piece) => add(this.#sending?.request, piece),
      end: () => this.#finish(this.#sending, this.#sending?.request),
      // Drops the bytes before the first request, and after a refused one.
      pass: (bytes) => this.#upstream && !this.#isRefused && this.#passage.push(bytes),
      lost: () => this.#loseRequests(),
    });
    this.#requests = requests;
    this.#responses = new MessageReader({
      head: (head) => this.#beginResponse(head),
      body: (piece) => add(this.#receiving?.response, piece),
      end: () => this.#endResponse(),
      pass: () => {},
      lost: () => this.#giveUp(),
    });
    this.#passage = new Transform({
      transform(piece: Buffer, _encoding, done) {
        requests.push(piece);
        done();
      },
      flush(done) {
        requests.lose();
        done();
      },
    });
    shop.setNoDelay();
    shop.on('error', () => {});
    shop.once('close', () => {
      if (this.#upstream !== undefined && !hasEnded(shop)) reset(this.#upstream.raw);
      this.#giveUp();
    });
    shop.pipe(this.#passage);
    // Without a request, nothing else ends the connection.
    shop.once('end', () => this.#upstream === undefined && shop.end());
  }

  /** Whether an exchange is still open. */
  get isBusy(): boolean {
    return this.#open.size > 0;
  }

  #beginRequest(head: Head, bytes: Buffer): BodyLength {
    if (!/^\S+ [/*]/.test(head.start)) {
      this.#watch.problem(
        'a request names another server; use the address as the base address of your shop, not as a proxy',
      );
      reset(this.#shop);
      throw new SyntaxError('not a path');
    }
    const refusal = this.#route.refusal(head);
    if (refusal !== undefined) {
      this.#refuse(refusal);
      throw new SyntaxError('refused');
    }
    this.#upstream ??= this.#openUpstream();
    this.#passage.push(this.#route.headFor(bytes));
    this.#sending = { time: new Date().toISOString(), request: copyOf(head), response: undefined };
    if (this.#isReadable) this.#open.add(this.#sending);
    else this.#watch.unfinished();
    return bodyLength(head, 0);
  }

  #loseRequests(): void {
    if (this.#upstream !== undefined || this.#isRefused || this.#shop.destroyed || this.#shop.readableEnded) return;
    this.#watch.problem('a connection began with no HTTP request');
    reset(this.#shop);
  }

  #beginResponse(head: Head): BodyLength {
    const status = responseStatus(head);
    const exchange = [...this.#open].find(({ response }) => !response?.hasEnded);
    // After 101, the connection has another protocol.
    if (status === 101) this.#requests.lose();
    if (exchange === undefined || status === 101 || !(status >= 100)) throw new SyntaxError('not a response');
    if (status < 200) return 0;
    this.#receiving = exchange;
    exchange.response = copyOf(head);
    const isEmpty = exchange.request.start.startsWith('HEAD ') || status === 204 || status === 304;
    const length = isEmpty ? 0 : bodyLength(head, Number.POSITIVE_INFINITY);
    this.#endsWithConnection = length === Number.POSITIVE_INFINITY;
    return length;
  }

  #endResponse(): void {
    this.#finish(this.#receiving, this.#receiving?.response);
    this.#receiving = undefined;
  }

  #finish(exchange: OpenExchange | undefined, message: Passed | undefined): void {
    if (exchange === undefined || message === undefined) return;
    message.hasEnded = true;
    const { time, request, response } = exchange;
    if (request.hasEnded && response?.hasEnded && this.#open.delete(exchange))
      this.#watch.exchange({ time, request, response });
  }

  /** Ends the judging of this connection. */
  #giveUp(): void {
    this.#isReadable = false;
    for (const _ of this.#open) this.#watch.unfinished();
    this.#open.clear();
  }

  #openUpstream(): Upstream {
    const opened = this.#route.connect();
    const { socket: target, raw } = opened;
    let isConnected = false;
    target.setNoDelay();
    this.#passage.pipe(target).pipe(this.#shop);
    target.on('data', (piece: Buffer) => this.#responses.push(piece));
    target.once('end', () => this.#endsWithConnection && this.#endResponse());
    target.once(target === raw ? 'connect' : 'secureConnect', () => {
      isConnected = true;
    });
    target.on('error', (error: NodeJS.ErrnoException) => {
      if (!isConnected) this.#watch.problem(`the target cannot be reached: ${error.code ?? error.message}`);
    });
    target.once('close', () => {
      if (!hasEnded(target)) reset(this.#shop);
    });
    return opened;
  }

  /** Responds to a request that may not pass. A response that is under way cannot have another one in it. */
  #refuse(sentence: string): void {
    this.#isRefused = true;
    this.#watch.problem(`a request was refused: ${sentence}`);
    if (this.isBusy) {
      reset(this.#shop);
      return;
    }
    const body = JSON.stringify({ errors: [sentence] });
    this.#shop.end(
      `HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    this.#shop.unpipe(this.#passage).resume();
    this.#passage.end();
  }
}

const copyOf = (head: Head): Passed => ({ ...head, pieces: [], size: 0, isTooLong: false, hasEnded: false });

function add(message: Passed | undefined, piece: Buffer): void {
  if (message === undefined) return;
  message.size += piece.length;
  message.isTooLong = message.size > LARGEST_COPY;
  if (message.isTooLong) message.pieces.length = 0;
  else message.pieces.push(piece);
}

export const responseStatus = ({ start }: Head): number => Number(start.split(' ')[1]);

const hasEnded = (socket: Socket): boolean => socket.readableEnded && socket.writableFinished;

/**
 * Ends a connection at once, as a failure of the other side does. `resetAndDestroy` of Node first ends the writing: it waits for a side that
 * does not read, and if a reset arrives before it has ended, the socket never closes and keeps the process from exiting.
 */
export function reset(socket: Socket & { resetAndClosing?: boolean }): void {
  const isEnding = socket.writableEnded && !socket.writableFinished;
  socket.resetAndClosing = !socket.connecting && !isEnding && !socket.destroyed;
  socket.destroy();
}
