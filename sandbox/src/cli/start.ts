import { isLoopback, namedHost } from 'payment-gateway-core/access';
import { defineCommand, naming, stopSignal, UsageError } from 'payment-gateway-core/cli';
import { contractOf, readContract } from 'payment-gateway-core/contract';
import { contractVersion, INPUT_FILE } from 'payment-gateway-core/files';
import { choice, commandLine, flag } from 'payment-gateway-core/util';
import { DURATION_FORM } from '../clock/index.js';
import { type SandboxServer, ScenarioError, startSandbox } from '../index.js';
import { SANDBOX_OPTIONS } from '../options/index.js';
import { LOG_FORMATS, type LogFormat } from '../server/index.js';
import { forgetState, isRedisAddress } from '../stores/index.js';
import { openInBrowser, USUAL_POPULATION } from './objects.js';
import { COMMAND, COMMAND_NOTES, runWithServer, WITH_COMMAND } from './run-with-server.js';

export const start = defineCommand({
  details: `You can retrieve, pay, capture, refund and list what you created, move the clock, and receive events.`,
  argument: COMMAND,
  options: {
    ...SANDBOX_OPTIONS,
    // On a terminal, the sandbox prints a line for each request.
    log: {
      ...choice(LOG_FORMATS),
      default: 'pretty',
      value: '<format>',
      help: `how to log requests: ${LOG_FORMATS.join(', ')}`,
    },
    scenario: {
      ...INPUT_FILE,
      help: 'creates the objects of a scenario file, unless --state has objects already',
    },
    examples: { ...flag, help: 'creates sample objects, unless --state has objects already' },
    open: { ...flag, help: 'opens the console in the browser' },
    forget: { ...flag, help: 'removes the state that --state names, and ends' },
  },
  notes: `A request can ask for an example of the contract (Prefer: code=404 | example=pix) and for a fault
(x-sandbox-fault: reset | stall | truncate | 503; retry-after=2 | latency=250). after=commit carries the request out and loses the
response (x-sandbox-fault: reset; after=commit). Tests in any language use /_sandbox/, as /_sandbox/openapi.json describes.

Any number of sandboxes on one Redis or Valkey server behave as one. Put an address with a password in PAYMENT_GATEWAY_STATE,
because other users of the machine can read a command line.

A duration is written ${DURATION_FORM}.

${COMMAND_NOTES}`,
  examples: [
    'start --examples --open',
    'start --docs',
    'start --webhook http://localhost:3000/hooks --clock manual',
    'start --state shop.db',
    'start -- npm test',
  ],
  async run({ values, given: { forget, scenario, examples: _examples, open: _open, ...options }, argument: command }) {
    const { state } = values;
    if (forget) {
      if (state === undefined) throw new UsageError('--forget: needs --state or PAYMENT_GATEWAY_STATE');
      process.stdout.write(`${await forgetState(state)}\n`);
      return 0;
    }
    if (
      state !== undefined &&
      state !== process.env.PAYMENT_GATEWAY_STATE &&
      isRedisAddress(state) &&
      state.includes('@')
    ) {
      process.stderr.write(
        'warning: --state: other users of this machine can read its password; put the address in PAYMENT_GATEWAY_STATE instead\n',
      );
    }
    if (values.examples && values.accounts === 'per-token') {
      throw new UsageError(
        '--examples: needs --accounts one; with per-token, run populate with the token of each account',
      );
    }
    if (scenario !== undefined && values.accounts === 'per-token') {
      throw new UsageError(
        '--scenario: needs --accounts one; with per-token, load the file into each account: sandbox.account(token).load(file), or POST /_sandbox/scenario with the token',
      );
    }
    const isBeside = command.length > 0;
    const server = await startSandbox(isBeside ? { ...WITH_COMMAND, ...options } : { ...options, log: values.log });
    if (scenario !== undefined) await loadInto(server, scenario);
    if (values.examples && Object.keys(await server.export()).length === 0) await server.populate(USUAL_POPULATION);
    if (isBeside) return runWithServer(server, command, values.token);
    if (values.open) void openInBrowser(`${server.url}/_sandbox/`);
    return serve(server, values);
  },
});

/** Loads a scenario, unless a stored state already has its objects. */
async function loadInto(server: SandboxServer, scenario: string): Promise<void> {
  try {
    const isEmpty = Object.keys(await server.export()).length === 0;
    if (isEmpty) await naming('--scenario', () => server.load(scenario), ScenarioError);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Announces a server, runs it until the process gets a signal, and resolves to the exit code. */
async function serve(
  server: SandboxServer,
  { host, log, docs, token }: { host: string; log: LogFormat; docs: boolean; token: string | undefined },
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
