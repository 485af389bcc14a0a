import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyOf, type Exchange } from '../exchange.js';
import { RECEIVER } from '../rules/events.js';

/** The largest delivery in bytes. An event contains one object, so larger requests are cut off. */
const LARGEST = 1024 * 1024;

export interface Receiver {
  readonly port: number;
  /** The deliveries, in order of arrival. */
  readonly deliveries: readonly Exchange[];
  /** Resolves after `quiet` milliseconds without a delivery, after `most` milliseconds, or when the signal aborts. */
  settled(quiet: number, most: number, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Listens for events on this machine. It answers the first one with 500, to see whether the gateway sends it again. */
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
        // Drop the host, which a tunnel or proxy may change. The path identifies the registration.
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
