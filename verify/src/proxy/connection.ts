/** Forwards the bytes of one connection, and follows which exchanges pass. */
import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { bodyLength, type Head, MessageReader } from './messages.js';

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

/**
 * Forwards a connection of the shop to its own connection to the target, which opens with the first request that may pass. Returns a
 * function that returns whether an exchange is still open.
 */
export function forward(shop: Socket, { connect, refusal, headFor }: ProxyRoute, watch: Watch): () => boolean {
  /** The oldest first. */
  const open = new Set<OpenExchange>();
  let sending: OpenExchange | undefined;
  let receiving: OpenExchange | undefined;
  let endsWithConnection = false;
  let isReadable = true;
  let isRefused = false;
  let isConnected = false;
  let upstream: Upstream | undefined;

  const passage = new Transform({
    transform(piece: Buffer, _encoding, done) {
      requests.push(piece);
      done();
    },
    flush(done) {
      requests.lose();
      done();
    },
  });
  const requests = new MessageReader({
    head(head, bytes) {
      if (!/^\S+ [/*]/.test(head.start)) {
        watch.problem(
          'a request names another server; use the address as the base address of your shop, not as a proxy',
        );
        reset(shop);
        throw new SyntaxError('not a path');
      }
      const refused = refusal(head);
      if (refused !== undefined) {
        refuse(refused);
        throw new SyntaxError('refused');
      }
      upstream ??= openUpstream();
      passage.push(headFor(bytes));
      sending = { time: new Date().toISOString(), request: copyOf(head), response: undefined };
      if (isReadable) open.add(sending);
      else watch.unfinished();
      return bodyLength(head, 0);
    },
    body: (piece) => add(sending?.request, piece),
    end: () => finish(sending, sending?.request),
    // Bytes before the first request, and those after a refused one, go nowhere.
    pass: (bytes) => upstream && !isRefused && passage.push(bytes),
    lost: () => {
      if (upstream !== undefined || isRefused || shop.destroyed || shop.readableEnded) return;
      watch.problem('a connection began with no HTTP request');
      reset(shop);
    },
  });
  const responses = new MessageReader({
    head(head) {
      const status = responseStatus(head);
      const exchange = [...open].find(({ response }) => !response?.hasEnded);
      // After 101, the connection has another protocol.
      if (status === 101) requests.lose();
      if (exchange === undefined || status === 101 || !(status >= 100)) throw new SyntaxError('not a response');
      if (status < 200) return 0;
      receiving = exchange;
      receiving.response = copyOf(head);
      const isEmpty = exchange.request.start.startsWith('HEAD ') || status === 204 || status === 304;
      const length = isEmpty ? 0 : bodyLength(head, Number.POSITIVE_INFINITY);
      endsWithConnection = length === Number.POSITIVE_INFINITY;
      return length;
    },
    body: (piece) => add(receiving?.response, piece),
    end: endResponse,
    pass: () => {},
    lost: giveUp,
  });

  /** Ends the judging of this connection. */
  function giveUp(): void {
    isReadable = false;
    for (const _ of open) watch.unfinished();
    open.clear();
  }

  function endResponse(): void {
    finish(receiving, receiving?.response);
    receiving = undefined;
  }

  function finish(exchange: OpenExchange | undefined, message: Passed | undefined): void {
    if (exchange === undefined || message === undefined) return;
    message.hasEnded = true;
    const { time, request, response } = exchange;
    if (request.hasEnded && response?.hasEnded && open.delete(exchange)) watch.exchange({ time, request, response });
  }

  function openUpstream(): Upstream {
    const opened = connect();
    const { socket: target, raw } = opened;
    target.setNoDelay();
    passage.pipe(target).pipe(shop);
    target.on('data', (piece: Buffer) => responses.push(piece));
    target.once('end', () => endsWithConnection && endResponse());
    target.once(target === raw ? 'connect' : 'secureConnect', () => {
      isConnected = true;
    });
    target.on('error', (error: NodeJS.ErrnoException) => {
      if (!isConnected) watch.problem(`the target cannot be reached: ${error.code ?? error.message}`);
    });
    target.once('close', () => {
      if (!hasEnded(target)) reset(shop);
    });
    return opened;
  }

  /** Responds to a request that may not pass. A response that is under way cannot have another one in it. */
  function refuse(sentence: string): void {
    isRefused = true;
    watch.problem(`a request was refused: ${sentence}`);
    if (open.size > 0) {
      reset(shop);
      return;
    }
    const body = JSON.stringify({ errors: [sentence] });
    shop.end(
      `HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    shop.unpipe(passage).resume();
    passage.end();
  }

  shop.setNoDelay();
  shop.on('error', () => {});
  shop.once('close', () => {
    if (upstream !== undefined && !hasEnded(shop)) reset(upstream.raw);
    giveUp();
  });
  shop.pipe(passage);
  // Without a request, nothing else ends the connection.
  shop.once('end', () => upstream === undefined && shop.end());
  return () => open.size > 0;
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
