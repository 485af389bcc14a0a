import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.ts';

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

export const prismOf = (contract: string): Contestant => ({
  name: 'Prism CLI, silent',
  command: (port) => [prism, 'mock', contract, '--port', String(port), '--verboseLevel', 'silent'],
});

/** Returns the minimal server for a contract: it reads JSON, validates it with Ajv, and writes JSON. */
export const ceilingOf = (contract: string): Contestant => ({
  name: 'node:http, JSON.parse, Ajv, JSON.stringify: the ceiling',
  command: (port) => [here('serve-ceiling.ts'), String(port), contract],
});

export interface Running extends AsyncDisposable {
  url: string;
  child: ChildProcess;
}

/** Starts a contestant and waits for its first response. */
export async function start({ name, command }: Contestant): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, command(port), {
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
  return {
    url,
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
