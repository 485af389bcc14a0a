import { defineCommand, naming, UsageError } from 'payment-gateway-core/cli';
import { INPUT_FILE } from 'payment-gateway-core/files';
import { flag } from 'payment-gateway-core/util';
import { DURATION_FORM } from '../clock/index.js';
import { type SandboxServer, ScenarioError, startSandbox } from '../index.js';
import { SANDBOX_OPTIONS } from '../options/index.js';
import { forgetState, isRedisAddress } from '../stores/index.js';
import { openInBrowser } from './open-console.js';
import { USUAL_POPULATION } from './populate-and-reset.js';
import { COMMAND, COMMAND_NOTES, runWithServer, WITH_COMMAND } from './run-with-server.js';
import { LOG, serve } from './serve.js';

export const start = defineCommand({
  details: `You can retrieve, pay, capture, refund and list what you created, move the clock, and receive events.`,
  argument: COMMAND,
  options: {
    ...SANDBOX_OPTIONS,
    log: LOG,
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
