/** The servers of a shop that `explore` runs as a program: the shop's own, and the one for its places. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { DIED, deathSignal, type ExploreGateway } from '../explore/index.js';
import { SentenceError, say } from '../sentences/index.js';
import { MARK, runCommandLine } from './process-group.js';

/** The value of the variable for a server that all runs share. */
export const KEPT_MARK = `kept-${process.pid}`;

export interface CommandRun {
  readonly env: {
    readonly PAYMENT_GATEWAY_URL: string;
    readonly PAYMENT_GATEWAY_TOKEN: string;
    /** Only explore sets it, so a shop sends nothing there in production. */
    readonly PAYMENT_GATEWAY_PLACES: string;
  };
  port?: number;
  readonly onOutput: (text: string) => void;
}

interface ServerOptions {
  /** The command line that starts the server, with `{port}`. */
  readonly server: string;
  /** The address that answers with a 2xx once the server is ready, with `{port}`. Without it, the port accepts connections. */
  readonly ready: string | undefined;
  readonly keepServer: boolean;
  /** How long the server may take to start. Milliseconds. */
  readonly timeout: number;
  readonly stopped: AbortSignal;
}

/** Returns a text with the port of the server. */
export const withPort = (text: string, port: number | undefined): string =>
  port === undefined ? text : text.replaceAll('{port}', String(port));

/** Milliseconds between two looks. */
const OFTEN = 20;

export class Servers {
  readonly #options: ServerOptions;
  /** The run that has the server. */
  #current: CommandRun | undefined;
  /** The server that the next run takes. */
  #kept: { readonly port: number; readonly end: AbortController } | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  /** Starts the server of a run in the process of the caller, or takes the kept one. Resolves when it is ready. */
  async serve(run: CommandRun): Promise<void> {
    const { keepServer, stopped } = this.#options;
    const died = deathSignal() ?? stopped;
    const { end } = this.#kept ?? { end: new AbortController() };
    died.addEventListener('abort', () => {
      if (keepServer && died.reason !== DIED) return;
      this.#kept = undefined;
      end.abort();
    });
    this.#current = run;
    run.port = this.#kept?.port ?? (await freePort(run.port));
    if (this.#kept !== undefined) return;
    await this.#start(run, run.port, AbortSignal.any([end.signal, stopped]));
    if (keepServer && !end.signal.aborted) this.#kept = { port: run.port, end };
  }

  async #start(run: CommandRun, port: number, signal: AbortSignal): Promise<void> {
    const { server, ready, keepServer, timeout } = this.#options;
    // A kept server outlives its first run.
    const env = keepServer ? { ...run.env, [MARK]: KEPT_MARK } : run.env;
    const onOutput = (text: string) => (keepServer ? this.#current : run)?.onOutput(text);
    let failure: unknown;
    runCommandLine(withPort(server, port), { env, token: run.env.PAYMENT_GATEWAY_TOKEN, signal, onOutput })
      .catch((error: unknown) => error)
      .then((error) => {
        failure = error instanceof Error ? error.message : say('exited', { code: '0' }).text;
        if (this.#kept?.port === port) this.#kept = undefined;
      });
    const address = withPort(ready ?? 'http://127.0.0.1:{port}/', port);
    for (const end = performance.now() + timeout; !(await isReady(address, ready !== undefined)); await sleep(OFTEN)) {
      if (signal.aborted) return;
      if (failure !== undefined) throw new SentenceError(say('server-ended', { how: String(failure) }));
      if (performance.now() > end) throw new SentenceError(say('server-late', { address, milliseconds: timeout }));
    }
  }
}

/** Resolves with a port that no program uses: the wanted one, as soon as the server that was killed has left it. */
async function freePort(wanted = 0): Promise<number> {
  for (;;) {
    const server = createTcpServer().listen(wanted, '127.0.0.1');
    try {
      await once(server, 'listening');
      return (server.address() as AddressInfo).port; // The server listens on TCP.
    } catch {
      await sleep(OFTEN);
    } finally {
      server.close();
    }
  }
}

async function isReady(address: string, mustBeOk: boolean): Promise<boolean> {
  try {
    const { ok, body } = await fetch(address, { signal: AbortSignal.timeout(1000) });
    await body?.cancel();
    return ok || !mustBeOk;
  } catch {
    return false;
  }
}

type Place = ExploreGateway['place'];

export type Places = Awaited<ReturnType<typeof startPlaces>>;

export async function startPlaces() {
  const places = new Map<string, Place>();
  const server = createServer(async (request, response) => {
    const place = places.get(request.url ?? '');
    if (place === undefined || request.method !== 'POST') return response.writeHead(404).end();
    try {
      await place((await text(request)).trim());
      response.writeHead(204).end();
    } catch (error) {
      // Also a request that its program does not end, because it was killed.
      response.writeHead(error instanceof RangeError ? 400 : 503).end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // The server listens on TCP.
  return {
    /** Returns the address for the places of the run with this token. */
    add(token: string, place: Place): string {
      const path = `/${encodeURIComponent(token)}`;
      places.set(path, place);
      return `http://127.0.0.1:${port}${path}`;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
    },
  };
}
