import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyOf, type Exchange } from '../exchange.js';
import { RECEIVER } from '../rules/events.js';

/** Larger deliveries are cut off: an event is one object. */
const LARGEST = 1024 * 1024;

export interface Receiver {
  readonly port: number;
  /** What was delivered, in order. */
  readonly deliveries: readonly Exchange[];
  /** Resolves when nothing came for so long, or after `most` milliseconds. */
  settled(quiet: number, most: number): Promise<void>;
  close(): Promise<void>;
}

/** Listens for events on this machine. It does not confirm the first one, to see whether it is sent again. */
export async function startReceiver(port: number): Promise<Receiver> {
  const deliveries: Exchange[] = [];
  let last = performance.now();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request) {
      size += (chunk as Buffer).length;
      if (size > LARGEST) return void request.destroy();
      chunks.push(chunk as Buffer);
    }
    const status = deliveries.length === 0 ? 500 : 200;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    deliveries.push({
      time: new Date().toISOString(),
      request: {
        method: request.method ?? 'POST',
        // Whatever stands before it on the way (a tunnel, a proxy), the path is that of the registration.
        url: `${RECEIVER}${request.url ?? '/'}`,
        headers,
        ...bodyOf(Buffer.concat(chunks).toString(), headers['content-type']),
      },
      response: { status, headers: {} },
    });
    last = performance.now();
    response.writeHead(status).end();
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    deliveries,
    async settled(quiet, most) {
      last = performance.now();
      const end = last + most;
      while (performance.now() < Math.min(last + quiet, end)) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
