import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireRequest } from 'payment-gateway-core/access';
import { listen } from 'payment-gateway-core/access';
import { RECEIVER_ORIGIN } from '../checks/index.js';
import { bodyOf, type Exchange } from '../exchange.js';
import { RunError } from './options.js';

/** The most bytes that are kept of all deliveries. The server limits each one to 1 MiB. */
export const MOST_BYTES = 16 * 2 ** 20;
export const MOST_DELIVERIES = 1_000;
/** Milliseconds that a request may take. */
const LONGEST = 30_000;

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/**
 * Listens on this machine for events that come to a public URL. It answers the first one with 500, to see whether the gateway sends it
 * again. It reads only a POST to an address that it returned. Throws `RunError` if the port is not free.
 */
export async function startReceiver({ url, port }: { url: string; port: number }) {
  const deliveries: Exchange[] = [];
  /** Maps the random part of an address to its path. A tunnel may drop the part before it. */
  const paths = new Map<string, string>();
  let last = performance.now();
  let kept = 0;

  async function receive({ method, target, headers, readBody }: WireRequest): Promise<number> {
    const [asked = ''] = target.split('?');
    const path = paths.get(asked.slice(asked.lastIndexOf('/') + 1));
    if (path === undefined || method !== 'POST') return 404;
    const body = await readBody();
    if (body === undefined) return 413;
    if (deliveries.length >= MOST_DELIVERIES || kept + body.length > MOST_BYTES) return 503;
    kept += body.length;
    const status = deliveries.length === 0 ? 500 : 200;
    const sent = bodyOf(new TextDecoder().decode(body), headers['content-type']);
    deliveries.push({
      time: new Date().toISOString(),
      // Drop the host, which a tunnel or proxy may change. The path identifies the registration.
      request: { method, url: RECEIVER_ORIGIN + path, headers, ...sent },
      response: { status, headers: {} },
    });
    last = performance.now();
    return status;
  }

  const options = { port, host: '127.0.0.1', requestTimeout: LONGEST };
  const handle = async (request: WireRequest) => ({ status: await receive(request), headers: {} });
  const server = await listen(handle, options).catch((error: Error) => {
    throw new RunError(error.message.replace('--port', '--receiver-port'), { cause: error });
  });
  return {
    port: Number(new URL(server.url).port),
    deliveries,
    /** Returns a new address for one registration. Its random path is secret: requests to other paths get 404 and are not judged. */
    address(): string {
      const secret = randomUUID();
      const address = new URL(url);
      address.pathname = `${address.pathname.replace(/\/+$/, '')}/${secret}`;
      paths.set(secret, address.pathname);
      return address.href;
    },
    /** Resolves after `quiet` milliseconds without a delivery, after `most` milliseconds, or when the signal aborts. */
    async settled(quiet: number, most: number, signal?: AbortSignal): Promise<void> {
      last = performance.now();
      const end = last + most;
      while (!signal?.aborted && performance.now() < Math.min(last + quiet, end)) await sleep(50);
    },
    close: server.close,
  };
}
