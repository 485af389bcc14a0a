/** A target and a client that send raw bytes, and the proxy between them. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../src/index.js';
import { type ProxyOptions, startProxy } from '../../src/proxy/index.js';

export interface TestProxy extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** The sentences of the proxy, and its verdicts, as `GET /v1/plans 200`. */
  readonly said: string[];
  readonly judged: string[];
  report(): Promise<Report>;
}

export async function proxyTo(target: string, options: Partial<ProxyOptions> = {}): Promise<TestProxy> {
  const said: string[] = [];
  const judged: string[] = [];
  const proxy = await startProxy({
    ...{ target, port: 0, onProblem: (sentence) => said.push(sentence) },
    onJudged: ({ request, response }) =>
      judged.push(`${request.method} ${new URL(request.url).pathname} ${response.status}`),
    ...options,
  });
  let closed: Promise<Report> | undefined;
  const report = () => (closed ??= proxy.close());
  return {
    ...{ url: proxy.url, port: Number(new URL(proxy.url).port), said, judged, report },
    async [Symbol.asyncDispose]() {
      await report();
    },
  };
}

/** One side of a connection, with everything that it received. */
export interface Side {
  readonly socket: Socket;
  readonly received: () => string;
  /** Resolves when the received bytes contain a text. */
  until(text: string): Promise<void>;
  /** Resolves to how the connection ended: `end`, or the code of an error. */
  readonly ended: Promise<string>;
}

function side(socket: Socket): Side {
  const pieces: Buffer[] = [];
  const received = () => Buffer.concat(pieces).toString('latin1');
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise<string>((resolve) => {
    socket.once('end', () => resolve('end'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.once('close', () => resolve('close'));
  });
  return {
    ...{ socket, received, ended },
    async until(text) {
      while (!received().includes(text)) await sleep(1);
    },
  };
}

export interface RawTarget extends AsyncDisposable {
  readonly url: string;
  readonly host: string;
  readonly connections: readonly Side[];
  /** Resolves to a connection when it exists. */
  connection(index?: number): Promise<Side>;
}

export async function rawTarget(): Promise<RawTarget> {
  const connections: Side[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => connections.push(side(socket)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}`, connections },
    async connection(index = 0) {
      for (;;) {
        const found = connections[index];
        if (found) return found;
        await sleep(1);
      }
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const { socket } of connections) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Opens a proxy, and sends a request to it. */
export async function sendTo(request: string, options?: Partial<ProxyOptions>) {
  const target = await rawTarget();
  const proxy = await proxyTo(target.url, options);
  const shop = rawClient(proxy.port);
  shop.socket.write(request);
  return {
    ...{ target, proxy, shop },
    /** Ends the proxy. Resolves to what it judged, as `GET /v1/plans 200`. */
    async judged(): Promise<readonly string[]> {
      await proxy.report();
      return proxy.judged;
    },
    async [Symbol.asyncDispose]() {
      await proxy.report();
      await target[Symbol.asyncDispose]();
    },
  };
}

/** Opens a proxy, and sends a request through it. Resolves when the target has the head of the request. */
export async function sendThrough(request: string) {
  const passage = await sendTo(request);
  const gateway = await passage.target.connection();
  await gateway.until('\r\n\r\n');
  return { ...passage, gateway };
}

export function rawClient(port: number): Side {
  return side(connect({ port, host: '127.0.0.1', allowHalfOpen: true }));
}
