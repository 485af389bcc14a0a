import { isLoopback, namedHost } from 'payment-gateway-core/access';
import { stopSignal } from 'payment-gateway-core/cli';
import { contractOf, readContract } from 'payment-gateway-core/contract';
import { contractVersion } from 'payment-gateway-core/files';
import { choice, type Option } from 'payment-gateway-core/util';
import { LOG_FORMATS, type LogFormat } from '../server/index.js';

/** On a terminal, the sandbox prints a line for each request. */
export const LOG = {
  ...choice(LOG_FORMATS),
  default: 'pretty',
  value: '<format>',
  help: `how to log requests: ${LOG_FORMATS.join(', ')}`,
} as const satisfies Option;

interface Greeting {
  /** Another address: `Console http://…`. */
  readonly link: string;
  /** A command line to copy. */
  readonly example: string;
}

/** Announces a server, runs it until the process gets a signal, and resolves to the exit code. */
export async function serve(
  server: { readonly url: string; close(): Promise<void> },
  { host, log, docs }: { readonly host: string; readonly log: LogFormat; readonly docs: boolean },
  { link, example }: Greeting,
): Promise<number> {
  if (!isLoopback(namedHost(host) ?? '')) {
    process.stderr.write(`warning: --host: other machines can reach the sandbox on ${host}\n`);
  }
  const { url } = server;
  const { title, version } = contractOf(readContract());
  const greetings: Partial<Record<LogFormat, string>> = {
    json: JSON.stringify({ time: new Date().toISOString(), ready: url }),
    silent: url,
  };
  const greeting = `Sandbox of the ${title} ${version} (package ${contractVersion()})
API ${url}  ${link}${docs ? `\nDocs ${url}/docs/` : ''}
Ctrl-C stops it. Try it in another terminal:

  ${example}
`;
  const stopped = stopSignal();
  process.stdout.write(`${greetings[log] ?? greeting}\n`);
  await stopped;
  await server.close();
  return 0;
}
