import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyOf, type Exchange } from '../exchange.js';
import { RECEIVER } from '../rules/events.js';

/** The largest delivery in bytes, and the most that is kept of all. An event contains one object. */
const LARGEST = 2 ** 20;
const MOST_BYTES = 16 * LARGEST;
const MOST_DELIVERIES = 1_000;
const MOST_CONNECTIONS = 100;
/** Milliseconds that a request may take. */
const LONGEST = 30_000;

export interface Receiver {
  readonly port: number;
  /** Returns a new address for one registration. Its random path is secret: requests to other paths get 404 and are not judged. */
  address(): string;
  /** The deliveries, in order of arrival. */
  readonly deliveries: readonly Exchange[];
  /** Resolves after `quiet` milliseconds without a delivery, after `most` milliseconds, or when the signal aborts. */
  settled(quiet: number, most: number, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens on this machine for events that come to a public URL. It answers the first one with 500, to see whether the gateway sends it
 * again. It reads only a POST to an address that it returned.
 */
export async function startReceiver({ url, port }: { url: string; port: number }): Promise<Receiver> {
  const deliveries: Exchange[] = [];
  /** Maps the random part of an address to its path. A tunnel may drop what comes before it. */
  const paths = new Map<string, string>();
  let last = performance.now();
  let kept = 0;
  const server = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      // The sender closed the connection in the middle of the body.
      () => request.destroy(),
    );
  });

  async function receive(request: IncomingMessage): Promise<number> {
    const [target = ''] = (request.url ?? '').split('?');
    const path = paths.get(target.slice(target.lastIndexOf('/') + 1));
    if (path === undefined || request.method !== 'POST') {
      request.resume();
      return 404;
    }
    const body = await readBody(request);
    if (body === undefined) return 413;
    if (deliveries.length >= MOST_DELIVERIES || kept + body.length > MOST_BYTES) return 503;
    kept += body.length;
    const status = deliveries.length === 0 ? 500 : 200;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    deliveries.push({
      time: new Date().toISOString(),
      // Drop the host, which a tunnel or proxy may change. The path identifies the registration.
      request: { method: 'POST', url: RECEIVER + path, headers, ...bodyOf(body.toString(), headers['content-type']) },
      response: { status, headers: {} },
    });
    last = performance.now();
    return status;
  }

  Object.assign(server, { maxConnections: MOST_CONNECTIONS, requestTimeout: LONGEST, headersTimeout: LONGEST });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    deliveries,
    address() {
      const secret = randomUUID();
      const address = new URL(url);
      address.pathname = `${address.pathname.replace(/\/+$/, '')}/${secret}`;
      paths.set(secret, address.pathname);
      return address.href;
    },
    async settled(quiet, most, signal) {
      last = performance.now();
      const end = last + most;
      while (!signal?.aborted && performance.now() < Math.min(last + quiet, end))
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns a body, or undefined if it is too large. It keeps at most `LARGEST` bytes. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > LARGEST) chunks.length = 0;
    else chunks.push(chunk as Buffer);
  }
  return size > LARGEST ? undefined : Buffer.concat(chunks);
}
