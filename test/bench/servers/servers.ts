import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.ts';
import { median } from '../report.ts';

/** A server under test, in a separate process, started as a user would. */
export interface Contestant {
  readonly name: string;
  readonly command: (port: number) => readonly string[];
  /** How many processes share the load. Default 1. */
  readonly processes?: number;
  /** Whether each process gets the requests of a separate account. */
  readonly apart?: boolean;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const prism = here('node_modules/@stoplight/prism-cli/dist/index.js');

export const prismOf = (contract: string, log: 'info' | 'silent'): Contestant => ({
  name: `Prism CLI, log ${log === 'info' ? 'default' : log}`,
  command: (port) => [prism, 'mock', contract, '--port', String(port), '--verboseLevel', log],
});

export const scalarOf = (contract: string): Contestant => ({
  name: 'Scalar mock server',
  command: (port) => [here('serve-scalar.ts'), String(port), contract],
});

export const bare = (response: string): Contestant => ({
  name: 'bare node:http, same bytes',
  command: (port) => [here('serve-bare.ts'), String(port), response],
});

/** Returns the minimal server for a contract: it reads JSON, validates it with Ajv, and writes JSON. */
export const ceilingOf = (contract: string): Contestant => ({
  name: 'node:http, JSON.parse, Ajv, JSON.stringify: the ceiling',
  command: (port) => [here('serve-ceiling.ts'), String(port), contract],
});

export interface Running extends AsyncDisposable {
  url: string;
  child: ChildProcess;
  /** Milliseconds from the start to the first response. */
  ready: number;
}

/** Returns the median of the milliseconds from start to first response of each contestant. */
export async function startTimes(contestants: readonly Contestant[]): Promise<number[]> {
  const times = contestants.map(() => [] as number[]);
  for (let round = 0; round <= 7; round++) {
    for (const [index, contestant] of contestants.entries()) {
      await using server = await start(contestant);
      if (round > 0) times[index]?.push(server.ready); // the first one fills the caches
    }
  }
  return times.map(median);
}

/** Starts a contestant and waits for its first response. */
export async function start({ name, command }: Contestant, flags: string[] = []): Promise<Running> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [...flags, ...command(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const response = await fetch(`${url}/v1/customers/1`, { headers: { authorization: 'Bearer token' } }).catch(
      () => undefined,
    );
    // Contestants that keep state return 404, because the customer does not exist yet.
    if (response?.ok || response?.status === 404) {
      await response.arrayBuffer();
      break;
    }
    if (child.exitCode !== null) throw new Error(`${name} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const ready = performance.now() - started;
  return {
    url,
    child,
    ready,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
