import { readContract } from '../contract/contract.js';
import { stringAt } from '../contract/json.js';
import { readPackageJson } from '../contract/package-files.js';
import { type SandboxServer, ScenarioError, startSandbox } from '../sandbox/index.js';
import { SANDBOX_OPTIONS } from '../sandbox/options.js';
import { forgetState, isRedisAddress } from '../sandbox/stores/index.js';
import { flag, text } from '../server/option-table.js';
import { LISTEN_OPTIONS } from '../server/options.js';
import { defineCommand, UsageError } from './command.js';
import { LOG } from './mock.js';
import { serve } from './serve.js';

export const sandbox = defineCommand({
  details: `You can retrieve, pay, capture, refund and list what you created, move the clock, and receive events.`,
  options: {
    ...SANDBOX_OPTIONS,
    log: LOG,
    scenario: {
      ...text(),
      value: '<file>',
      help: 'creates the objects of a scenario file, unless --state has objects already',
    },
    forget: { ...flag, help: 'removes the state that --state names, and ends' },
  },
  notes: `A request can ask for a fault as with the mock; after=commit carries the request out and loses the response
(x-mock-fault: reset; after=commit). Tests in any language use /_sandbox/, as /_sandbox/openapi.json describes.

Any number of sandboxes on one Redis or Valkey server behave as one. Put an address with a password in GATEWAY_STATE,
because other users of the machine can read a command line.`,
  examples: [
    'sandbox --docs',
    'sandbox --webhook http://localhost:3000/hooks --clock manual',
    'sandbox --state shop.db',
  ],
  async run({ values, given: { forget, scenario, ...options } }) {
    const { state } = values;
    if (forget) {
      if (state === undefined) throw new UsageError('--forget needs --state, or GATEWAY_STATE');
      process.stdout.write(`${await forgetState(state)}\n`);
      return 0;
    }
    if (state !== undefined && state !== process.env.GATEWAY_STATE && isRedisAddress(state) && state.includes('@')) {
      process.stderr.write(
        'warning: other users of this machine can read the password in --state: put the address in GATEWAY_STATE instead\n',
      );
    }
    if (scenario !== undefined && values.accounts === 'per-token') {
      throw new UsageError(
        '--scenario needs --accounts one: with per-token, accounts begin with the first request of a token, after the start. Load the file into each one: sandbox.account(token).load(file), or POST /_sandbox/scenario with the token',
      );
    }
    const server = await startSandbox({ ...options, log: values.log });
    if (scenario !== undefined) await loadInto(server, scenario);
    return serve(server, { host: values.host, name: 'sandbox', greeting: greeting(server.url, values) });
  },
});

/** Loads a scenario, unless a stored state already has its objects. */
async function loadInto(server: SandboxServer, scenario: string): Promise<void> {
  try {
    if (Object.keys(await server.export()).length === 0) await server.load(scenario);
  } catch (error) {
    await server.close();
    throw error instanceof ScenarioError ? new UsageError(...error.message.split('\n')) : error;
  }
}

function greeting(
  url: string,
  { log, docs, token }: { log: string; docs: boolean; token: string | undefined },
): string {
  if (log === 'json') return `${JSON.stringify({ time: new Date().toISOString(), ready: url })}\n`;
  if (log === 'silent') return `${url}\n`;
  const { info } = readContract();
  const { version } = readPackageJson('package.json');
  const local = url === `http://${LISTEN_OPTIONS.host.default}:${LISTEN_OPTIONS.port.default}`;
  const given = `${local ? '' : ` --url ${url}`}${token === undefined ? '' : ' --token "$TOKEN"'}`;
  return `Sandbox of the ${stringAt(info, 'title')} ${stringAt(info, 'version')} (package ${version})
API ${url}  Console ${url}/_sandbox/${docs ? `\nDocs ${url}/docs/` : ''}
Ctrl-C stops it. Try it in another terminal:

  npx payment-gateway demo${given}

`;
}
