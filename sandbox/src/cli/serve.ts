import { isLoopback, namedHost } from 'payment-gateway-core/access';
import { stopSignal } from 'payment-gateway-core/cli';
import { contractOf, readContract } from 'payment-gateway-core/contract';
import { contractVersion } from 'payment-gateway-core/files';
import { choice, commandLine, type Option } from 'payment-gateway-core/util';
import { LOG_FORMATS, type LogFormat } from '../server/index.js';

/** On a terminal, the sandbox prints a line for each request. */
export const LOG = {
  ...choice(LOG_FORMATS),
  default: 'pretty',
  value: '<format>',
  help: `how to log requests: ${LOG_FORMATS.join(', ')}`,
} as const satisfies Option;

interface ServeValues {
  readonly host: string;
  readonly log: LogFormat;
  readonly docs: boolean;
  readonly token: string | undefined;
}

/** Announces a server, runs it until the process gets a signal, and resolves to the exit code. */
export async function serve(
  server: { readonly url: string; close(): Promise<void> },
  { host, log, docs, token }: ServeValues,
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
  // A shell that sets no variable must not get the token in its history.
  const bearer = token === undefined ? 'any-token' : '$TOKEN';
  const request = `curl ${url}/v1/transactions -H "Authorization: Bearer ${bearer}" -H "Content-Type: application/json" -d '{"amount":15990,"payment_method":"pix"}'`;
  const greeting = `Sandbox of the ${title} ${version} (package ${contractVersion()}). Ctrl-C stops it.

API      ${url}
Console  ${url}/_sandbox/
Docs     ${docs ? `${url}/docs/` : 'add --docs to read them here'}

${commandLine('  ', request, { indent: 4 })}
`;
  const stopped = stopSignal();
  process.stdout.write(`${greetings[log] ?? greeting}\n`);
  await stopped;
  await server.close();
  return 0;
}
