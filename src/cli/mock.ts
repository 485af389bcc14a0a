import { readContract, readOperations } from '../contract/contract.js';
import { stringAt } from '../contract/json.js';
import { readPackageJson } from '../contract/package-files.js';
import { startMockServer } from '../mock/index.js';
import { JOURNAL_BYTES } from '../server/journal/journal.js';
import { LOG_FORMATS, type LogFormat } from '../server/journal/log.js';
import { checkOptions, DEFAULT_HOST, DEFAULT_PORT, type ListenOptions } from '../server/options.js';
import { type Options, optionLines, Reader } from './arguments.js';
import type { Command } from './command.js';
import { serve } from './serve.js';

export const OPTIONS: Options = {
  port: {
    type: 'string',
    value: '<number>',
    help: `the port to listen on, 0 for a free one (default ${DEFAULT_PORT})`,
  },
  host: { type: 'string', value: '<address>', help: `the address to listen on (default ${DEFAULT_HOST})` },
  log: { type: 'string', value: '<format>', help: `${LOG_FORMATS.join(', ')} (default pretty)` },
  token: { type: 'string', value: '<token>', help: 'the one bearer token that is accepted (default: any)' },
  seed: { type: 'string', value: '<text>', help: 'makes dynamic responses and failures repeat' },
  latency: { type: 'string', value: '<ms>', help: 'milliseconds that every response waits' },
  'failure-rate': { type: 'string', value: '<share>', help: 'share of requests, 0 to 1, that are refused with 503' },
  'allow-host': {
    type: 'string',
    value: '<name>',
    help: 'a name with a dot under which requests may come, besides --host; as often as needed',
  },
  'journal-bytes': {
    type: 'string',
    value: '<number>',
    help: `how much of the requests /_mock/requests keeps (default ${JOURNAL_BYTES})`,
  },
  cors: { type: 'boolean', help: 'lets web pages of any origin call the API' },
  'allow-any-card': { type: 'boolean', help: 'takes card numbers that could be real; they are refused otherwise' },
  strict: {
    type: 'boolean',
    help: 'refuses what is legal but can hardly be meant; a header x-mock-warning says so otherwise',
  },
  docs: { type: 'boolean', help: 'serves the rendered docs at /docs/' },
};

export const mock: Command = {
  help: `payment-gateway mock [options]

Serves the gateway's API from the contract's examples. It keeps no state.

${optionLines(OPTIONS)}

A request can ask for a response (Prefer: code=404 | example=pix | dynamic=true) and for a fault
(x-mock-fault: reset | stall | truncate | status=503; retry-after=2 | latency=250).
`,

  async run(args) {
    const options = readOptions(args);
    const server = await startMockServer(options);
    return serve(server, { host: options.host, name: 'mock', greeting: greeting(server.url, options) });
  },
};

function readOptions(args: readonly string[]) {
  const read = new Reader(args, OPTIONS);
  read.noMore(read.positionals, 'mock takes no argument');
  const options = readServed(read);
  read.check(options, checkOptions);
  read.done();
  return options;
}

/** The values of the options above; numbers and choices are checked, strings are not. */
export function readServed(read: Reader) {
  const token = read.string('token');
  const seed = read.string('seed');
  return {
    port: read.number('port', { from: 0, to: 65_535 }) ?? DEFAULT_PORT,
    host: read.string('host') ?? DEFAULT_HOST,
    log: read.choice('log', LOG_FORMATS) ?? 'pretty',
    latency: read.number('latency', { from: 0, to: 60_000 }) ?? 0,
    failureRate: read.number('failure-rate', { from: 0, to: 1, isWhole: false }) ?? 0,
    journalBytes: read.number('journal-bytes', { from: 0, to: Number.MAX_SAFE_INTEGER }) ?? JOURNAL_BYTES,
    allowHosts: read.strings('allow-host'),
    cors: read.flag('cors'),
    allowAnyCard: read.flag('allow-any-card'),
    strict: read.flag('strict'),
    docs: read.flag('docs'),
    ...(token === undefined ? {} : { token }),
    ...(seed === undefined ? {} : { seed }),
  } satisfies ListenOptions;
}

function greeting(url: string, { log, docs, token }: { log: LogFormat; docs: boolean; token?: string }): string {
  if (log === 'json') return `${JSON.stringify({ time: new Date().toISOString(), ready: url })}\n`;
  if (log === 'silent') return `${url}\n`;
  const contract = readContract();
  const { version } = readPackageJson('package.json');
  return `
Mock of the ${stringAt(contract.info, 'title')} ${stringAt(contract.info, 'version')} (package ${version})

  API       ${url}
${docs ? `  Docs      ${url}/docs/\n` : ''}  Contract  ${url}/openapi.yaml  ${url}/openapi.json  ${url}/openapi.portable.json

  ${evidenceLine(contract)}

  Try it:
  ${curl(url, token === undefined)}

Ctrl-C stops it.

`;
}

/** How many operations carry which level, as the contract says. */
export function evidenceLine(contract: Parameters<typeof readOperations>[0]): string {
  const levels = readOperations(contract).map(({ evidence }) => evidence.split(' ')[0]);
  const counts = ['documented', 'observed', 'assumed'].map(
    (level) => `${levels.filter((other) => other === level).length} ${level}`,
  );
  return `${levels.length} operations: ${counts.join(', ')} (each response carries its level: x-evidence)`;
}

/** A line to copy. A token that was given stays out of the terminal: the line reads it from the environment. */
function curl(url: string, takesAnyToken: boolean): string {
  const token = takesAnyToken ? 'any-token' : '$TOKEN';
  const body = '{"amount":15990,"payment_method":"pix"}';
  return `curl -s ${url}/v1/transactions -H "Authorization: Bearer ${token}" -H 'Content-Type: application/json' -d '${body}'`;
}
