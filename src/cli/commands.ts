import { nearest } from '../contract/nearest.js';
import { readPackageJson } from '../contract/package-files.js';
import type { ActName } from '../sandbox/objects.js';
import { type Command, PROGRAM, reported, UsageError, wrapped } from './command.js';

const ACTS: Readonly<Record<ActName, string>> = {
  pay: 'Pay a transaction, a link, or a subscription whose charge failed',
  checkout: 'Begin a payment on the page of a link',
  expire: 'Let a PIX, a boleto, a 3DS authentication or a link expire',
  decline: 'Let the issuer refuse a pending card, 3DS fail, a review end badly, or a pending refund fail',
  settle: 'Complete what is pending at once',
  capture: 'Capture an authorized transaction',
  refund: 'Refund a paid transaction',
  cancel: 'Cancel an authorized transaction, a link or a subscription',
  authenticate: 'End a 3DS authentication',
  fail: 'Let the issuer refuse a card, or the card of a subscription, from now on',
  chargeback: 'Dispute a paid transaction',
  review: 'Put a transaction under review',
  approve: 'End a review well',
  setStatus: 'Set any status of a transaction',
};

const COMMANDS: Readonly<Record<string, readonly [summary: string, load: () => Promise<Command>]>> = {
  mock: ['Start a mock of the gateway', async () => (await import('./mock.js')).mock],
  sandbox: ['Start a gateway that keeps state', async () => (await import('./sandbox.js')).sandbox],
  demo: ['Create a PIX in a sandbox, pay it, and retrieve it', async () => (await import('./demo.js')).demo],
  init: ['Write a commented scenario file', async () => (await import('./init.js')).init],
  export: [
    'Print the objects of a sandbox as a scenario file',
    async () => (await import('./export.js')).exportScenario,
  ],
  ...Object.fromEntries(
    Object.entries(ACTS).map(([act, summary]) => [
      act === 'setStatus' ? 'set-status' : act,
      // The keys of the record are the names of the acts.
      [summary, async () => (await import('./act.js')).actCommand(act as ActName)] as const,
    ]),
  ),
  assumptions: [
    'List the assumptions about the gateway that tests rely on',
    async () => (await import('./assumptions.js')).assumptions,
  ],
  advance: ['Move the clock of a sandbox forward', async () => (await import('./advance.js')).advance],
  events: ['List the events of a sandbox', async () => (await import('./events.js')).events],
  redeliver: ['Send an event again', async () => (await import('./events.js')).redeliver],
  listen: ['Forward the events of a sandbox to your receiver', async () => (await import('./listen.js')).listen],
  trigger: ['Send an example event to your receiver', async () => (await import('./trigger.js')).trigger],
  verify: ['Check which statements of the contract hold on a server', async () => (await import('./verify.js')).verify],
  docs: ['Copy the rendered docs to a folder', async () => (await import('./docs.js')).docs],
};

const helpText = (): string => `${PROGRAM} <command> [options]

Commands
${Object.entries(COMMANDS)
  .map(([name, [summary]]) => wrapped(`  ${name.padEnd(14)}`, summary))
  .join('\n')}

Options
  --help     this text, or the help of a command
  --version  the version of this package and of its contract
`;

/** Runs the command that the arguments name, and resolves to the exit code. */
export function runCommand([name, ...args]: readonly string[]): Promise<number> {
  if (name === 'help' && args[0] !== undefined) return runCommand([args[0], '--help']);
  return reported(1, async () => {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      process.stdout.write(helpText());
      return name === undefined ? 1 : 0;
    }
    if (name === '--version' || name === '-v') {
      const { version } = readPackageJson('package.json');
      process.stdout.write(`payment-gateway-contract ${version}\n`);
      return 0;
    }
    const found = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!found) {
      const meant = nearest(name, Object.keys(COMMANDS));
      throw new UsageError(`${name}: is not a command; did you mean ${meant}? ${PROGRAM} --help lists the commands`);
    }
    const [summary, load] = found;
    const command = await load();
    if (!args.includes('--help') && !args.includes('-h')) return command.run(name, args);
    process.stdout.write(command.help(name, summary));
    return 0;
  });
}
