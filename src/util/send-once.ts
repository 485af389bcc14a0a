import type { AsyncLocalStorage } from 'node:async_hooks';

/** A request that must not be sent twice. */
interface Sending {
  readonly method: string;
  readonly url: string;
  readonly stop: (reason: Error) => void;
  isSent: boolean;
}

/** The part of the events of undici, Node's `fetch`, that the guard reads. */
interface Created {
  readonly request: { readonly method: string; readonly origin: string | URL; readonly path: string; aborted: boolean };
}

const secondSend = 'the platform was about to send the request a second time, as it does after HTTP 421';

const failedToConnect = new WeakSet<object>();
let sendings: AsyncLocalStorage<Sending> | null | undefined;

/**
 * Runs `send`, and calls `stop` before the platform sends the same request a second time, as Node's `fetch` does after a 421. `stop` must abort
 * the request. Where undici does not report requests (Deno, Bun, Workers, browsers), it only runs `send`.
 */
export function sendOnce<T>(
  { method, url }: Pick<Request, 'method' | 'url'>,
  stop: (reason: Error) => void,
  send: () => T,
): T {
  sendings ??= watch();
  return sendings ? sendings.run({ method, url, stop, isSent: false }, send) : send();
}

/** Returns whether undici reported that this error ended an attempt to connect: DNS, TCP or TLS. Nothing was sent. */
export const isConnectError = (error: unknown): boolean => failedToConnect.has(Object(error));

/** Listens to undici. Called once, because each listener stays for the life of the process. */
function watch(): AsyncLocalStorage<Sending> | null {
  // Not imports: browsers and Workers lack these modules.
  const load = globalThis.process?.getBuiltinModule;
  if (!load) return null;
  const storage = new (load('node:async_hooks').AsyncLocalStorage)<Sending>();
  const { subscribe } = load('node:diagnostics_channel');
  subscribe('undici:request:create', (event) => {
    const sending = storage.getStore();
    const { request } = event as Created;
    const { method, origin, path } = request;
    if (sending?.method !== method || !isAddress(sending.url, path, `${origin}`)) return;
    if (sending.isSent) {
      // undici drops an aborted request from its queue. The signal follows later: `fetch` fails if it aborts while it starts.
      request.aborted = true;
      queueMicrotask(() => sending.stop(new Error(secondSend)));
    }
    sending.isSent = true;
  });
  subscribe('undici:client:connectError', (event) => {
    let { error } = event as { error: unknown };
    while (typeof error === 'object' && error !== null && !failedToConnect.has(error)) {
      failedToConnect.add(error);
      error = (error as { cause?: unknown }).cause;
    }
  });
  return storage;
}

/** Returns whether a path leads to an address. A plain HTTP proxy gets the whole address as the path. */
const isAddress = (url: string, path: string, origin: string): boolean =>
  `${origin}${path}` === url || (URL.canParse(path, origin) && new URL(path, origin).href === url);

/** Throws for Bun below 1.3, which may send a POST again after a lost response. Nothing in a program prevents that. */
export function refuseOldBun(): void {
  const { version } = (globalThis as { Bun?: { version?: string } }).Bun ?? {};
  const [major = 0, minor = 0] = `${version}`.split('.').map(Number);
  if (version !== undefined && (major < 1 || (major === 1 && minor < 3)))
    throw new Error(`Bun ${version} may send a POST twice after a lost response; use Bun 1.3 or newer, or Node`);
}
