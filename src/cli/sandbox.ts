import { readContract } from '../contract/contract.js';
import { stringAt } from '../contract/json.js';
import { readPackageJson } from '../contract/package-files.js';
import { type SandboxServerOptions, startSandbox } from '../sandbox/index.js';
import { readOptions as checkOptions } from '../sandbox/options.js';
import { forgetState, isRedisAddress } from '../sandbox/stores/index.js';
import { type Options, optionLines, Reader, UsageError } from './arguments.js';
import type { Command } from './command.js';
import { evidenceLine, OPTIONS as MOCK_OPTIONS, readServed } from './mock.js';
import { serve } from './serve.js';

const IDEMPOTENCY_KEY = 'Idempotency-Key';

export const OPTIONS: Options = {
  ...MOCK_OPTIONS,
  clock: {
    type: 'string',
    value: '<time>',
    help: 'a clock that stands still there: 2026-11-20T12:00:00Z, or manual for now',
  },
  webhook: { type: 'string', value: '<url>', help: 'where events are sent without a registration; as often as needed' },
  'allow-remote-webhooks': { type: 'boolean', help: 'sends events to other machines too' },
  state: {
    type: 'string',
    value: '<where>',
    help: 'keeps the state in a SQLite file (Node 22.13 or newer), or on redis://host:6379?prefix=name (default: memory)',
  },
  forget: { type: 'boolean', help: 'removes the state that --state names, and ends' },
  keep: { type: 'string', value: '<number>', help: 'objects of a kind that are kept, the newest ones (default 20000)' },
  'keep-accounts': {
    type: 'string',
    value: '<number>',
    help: 'accounts that are kept with --accounts per-token, the last used ones (default 1000)',
  },
  'snapshot-bytes': {
    type: 'string',
    value: '<number>',
    help: 'the size of the largest snapshot that can be restored (default 67108864)',
  },
  settle: {
    type: 'string',
    value: '<duration>',
    help: 'after how long something asynchronous is settled (default 1s)',
  },
  'pix-paid-after': {
    type: 'string',
    value: '<duration>',
    help: 'after how long a PIX is paid by itself (default: never)',
  },
  'pix-expires-after': {
    type: 'string',
    value: '<duration>',
    help: 'after how long a PIX without expiration_date expires (default 24h)',
  },
  'boleto-grace-days': {
    type: 'string',
    value: '<days>',
    help: 'how long after its due date a boleto without max_payment_date can be paid (default 3)',
  },
  idempotency: {
    type: 'optional',
    value: '[header]',
    help: `gives the first response again for the same key (default header ${IDEMPOTENCY_KEY})`,
  },
  accounts: { type: 'string', value: '<how>', help: 'one for everybody (one, the default), or per-token' },
  'public-url': { type: 'string', value: '<url>', help: 'where browsers reach the sandbox, if not at its own address' },
};

export const sandbox: Command = {
  help: `payment-gateway sandbox [options]

Serves the gateway's API from a state: what was created can be retrieved, paid, captured, refunded and
listed, time can be moved, and events are sent.

${optionLines(OPTIONS)}

A request can ask for a fault as with the mock; after=commit carries it out and loses the response
(x-mock-fault: reset; after=commit). Tests in any language: /_sandbox/, as /_sandbox/openapi.json says.

Any number of sandboxes on one Redis or Valkey server behave as one. An address with a password belongs in the environment,
where other users cannot see it: GATEWAY_STATE=rediss://user:password@host:6379?prefix=name is read when --state is not given.
`,

  async run(args) {
    const { forget, ...options } = readOptions(args);
    if (forget) {
      if (options.state === undefined) throw new UsageError(['--forget needs --state, or GATEWAY_STATE']);
      process.stdout.write(`${await forgetState(options.state)}\n`);
      return 0;
    }
    const server = await startSandbox(options);
    return serve(server, { host: options.host, name: 'sandbox', greeting: greeting(server.url, options) });
  },
};

function readOptions(args: readonly string[]) {
  const read = new Reader(args, OPTIONS);
  read.noMore(read.positionals, 'sandbox takes no argument');
  const served = readServed(read);
  const keep = read.number('keep', { from: 1, to: Number.MAX_SAFE_INTEGER });
  const keepAccounts = read.number('keep-accounts', { from: 1, to: Number.MAX_SAFE_INTEGER });
  const snapshotBytes = read.number('snapshot-bytes', { from: 1, to: Number.MAX_SAFE_INTEGER });
  const boletoGraceDays = read.number('boleto-grace-days', { from: 0, to: 3650 });
  const accounts = read.choice('accounts', ['one', 'per-token']);
  const named = read.string('state');
  const state = named ?? (process.env.GATEWAY_STATE || undefined);
  if (named !== undefined && isRedisAddress(named) && named.includes('@')) {
    process.stderr.write(
      'warning: other users of this machine can read the password in --state: put the address in GATEWAY_STATE instead\n',
    );
  }
  const strings = {
    clock: read.string('clock'),
    settle: read.string('settle'),
    pixPaidAfter: read.string('pix-paid-after'),
    pixExpiresAfter: read.string('pix-expires-after'),
    publicUrl: read.string('public-url'),
  };
  const given = Object.fromEntries(Object.entries(strings).filter(([, value]) => value !== undefined));
  const idempotency = read.string('idempotency') ?? read.flag('idempotency');
  const options = {
    ...served,
    ...given,
    webhook: read.strings('webhook'),
    allowRemoteWebhooks: read.flag('allow-remote-webhooks'),
    idempotency,
    ...(state !== undefined && { state }),
    ...(keep !== undefined && { keep }),
    ...(keepAccounts !== undefined && { keepAccounts }),
    ...(snapshotBytes !== undefined && { snapshotBytes }),
    ...(boletoGraceDays !== undefined && { boletoGraceDays }),
    ...(accounts !== undefined && { accounts }),
  } satisfies SandboxServerOptions;
  const { allowRemoteWebhooks } = options;
  const typed: Record<string, string> = named === undefined ? { state: 'GATEWAY_STATE' } : {};
  read.check(options, (one) => checkOptions({ allowRemoteWebhooks, ...one }), typed);
  read.done();
  return { ...options, forget: read.flag('forget') };
}

function greeting(url: string, { log, docs, token }: { log: string; docs: boolean; token?: string }): string {
  if (log === 'json') return `${JSON.stringify({ time: new Date().toISOString(), ready: url })}\n`;
  if (log === 'silent') return `${url}\n`;
  const contract = readContract();
  const { version } = readPackageJson('package.json');
  return `
Sandbox of the ${stringAt(contract.info, 'title')} ${stringAt(contract.info, 'version')} (package ${version})

  API       ${url}
${docs ? `  Docs      ${url}/docs/\n` : ''}  Contract  ${url}/openapi.yaml  ${url}/openapi.json
  Console   ${url}/_sandbox/
  Control   ${url}/_sandbox/openapi.json

  ${evidenceLine(contract)}

  Create a PIX and keep its id, pay it, retrieve it:

${story(url, token === undefined)}

Ctrl-C stops it.

`;
}

/** Lines to copy. A token that was given stays out of the terminal: the lines read it from the environment. */
export function story(url: string, takesAnyToken: boolean): string {
  const authorization = `-H "Authorization: Bearer ${takesAnyToken ? 'any-token' : '$TOKEN'}"`;
  const json = `-H 'Content-Type: application/json'`;
  const body = '{"amount":15990,"payment_method":"pix"}';
  return [
    `ID=$(curl -s ${url}/v1/transactions ${authorization} ${json} -d '${body}' | grep -o '[0-9]*' | head -1)`,
    `curl -s -X POST ${url}/_sandbox/objects/$ID/pay ${json}`,
    `curl -s ${url}/v1/transactions/$ID ${authorization}`,
  ].join('\n');
}
