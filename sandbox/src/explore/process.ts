/** A process of the shop that can die. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { connect, createServer } from 'node:net';
import type { GatewayClient } from 'payment-gateway-contract';
import type { Turns } from './turns.js';

/** What runs now: its process, and the part of the shop. */
export interface Running {
  readonly died: AbortSignal;
  readonly part: string;
  /** The address of the gateway, without a path. */
  readonly origin: string;
  /** The calls without an answer. */
  readonly calls: Set<unknown>;
  readonly turns: Pick<Turns, 'asks'>;
}

/** The calls of a dead process never settle, so that no code after them runs. */
const running = new AsyncLocalStorage<Running>();

export const DIED = Symbol('died');

/** The header that names the part of the shop that sends a request. */
export const PART_HEADER = 'x-explore-part';

/** A plain fetch of a shop names its part, too. */
subscribe('undici:request:create', (message) => {
  const here = running.getStore();
  const { request } = message as { readonly request: FetchRequest };
  if (here?.origin !== String(request.origin) || String(request.headers).includes(PART_HEADER)) return;
  request.addHeader?.(PART_HEADER, here.part);
  fetches.set(request, beginCall(here, request));
});
for (const end of ['undici:request:headers', 'undici:request:error']) {
  subscribe(end, (message) => fetches.get((message as { readonly request: FetchRequest }).request)?.());
}

/** Ends the calls of plain fetch. */
const fetches = new WeakMap<FetchRequest, () => void>();

/** Notes that a part has asked the gateway. Returns a function for its answer. */
function beginCall(here: Running, call: unknown): () => void {
  here.calls.add(call);
  const end = here.turns.asks(here);
  return () => {
    here.calls.delete(call);
    end();
  };
}

interface FetchRequest {
  readonly origin?: unknown;
  readonly headers?: unknown;
  addHeader?(name: string, value: string): void;
}

/** Opens another address of the gateway, for a program whose requests name no part. */
export async function openAddress(baseUrl: string): Promise<{ readonly baseUrl: string; readonly end: () => void }> {
  const { hostname, port } = new URL(baseUrl);
  const server = createServer((socket) => {
    const gateway = connect(Number(port), hostname);
    for (const [from, to] of [[socket, gateway] as const, [gateway, socket] as const])
      from.pipe(to).once('error', () => from.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(baseUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return { baseUrl: url.origin, end: () => void server.close() };
}

/** Runs a task as a part of a process. Resolves with `DIED` if the process dies meanwhile. */
export function inProcess(here: Running, task: () => unknown): Promise<unknown> {
  const { died } = here;
  return new Promise((resolve, reject) => {
    if (died.aborted) return resolve(DIED);
    const end = () => resolve(DIED);
    died.addEventListener('abort', end);
    const result = running.run(here, async () => await task());
    result.then(resolve, reject).finally(() => died.removeEventListener('abort', end));
  });
}

/** Returns the signal that aborts when the process of the caller dies. */
export const deathSignal = (): AbortSignal | undefined => running.getStore()?.died;

/** Returns the part of the shop that calls, if an async context tells it. */
export const partOfCaller = (): string | undefined => running.getStore()?.part;

/** Returns a client whose calls name their part of the shop. They do not settle once their process is dead. */
export function clientOfProcess(client: GatewayClient): GatewayClient {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || !['GET', 'POST', 'PUT', 'DELETE'].includes(String(name))) return value;
      return (path: unknown, init?: { readonly headers?: object }) => {
        const here = running.getStore();
        if (here === undefined) return value.call(target, path, init);
        const named = { ...init, headers: { ...init?.headers, [PART_HEADER]: here.part } };
        const call = whileAlive(here, () => value.call(target, path, named));
        const end = beginCall(here, call);
        call.then(end, end);
        return call;
      };
    },
  });
}

async function whileAlive({ died }: Running, call: () => Promise<unknown>): Promise<unknown> {
  try {
    return died.aborted ? undefined : await call();
  } finally {
    if (died.aborted) await new Promise(() => {});
  }
}
