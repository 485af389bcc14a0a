import { nearest } from '../contract/nearest.js';
import { readPackageJson } from '../contract/package-files.js';
import type { ActName } from '../sandbox/objects.js';
import { type Command, reported, UsageError } from './command.js';

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

const COMMANDS: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  mock: { summary: 'Start a mock of the gateway', load: async () => (await import('./mock.js')).mock },
  sandbox: { summary: 'Start a gateway that keeps state', load: async () => (await import('./sandbox.js')).sandbox },
  demo: {
    summary: 'Create a PIX in a sandbox, pay it, and retrieve it',
    load: async () => (await import('./demo.js')).demo,
  },
  init: {
    summary: 'Write a commented scenario file',
    load: async () => (await import('./init.js')).init,
  },
  export: {
    summary: 'Print the objects of a sandbox as a scenario file',
    load: async () => (await import('./export.js')).exportScenario,
  },
  ...Object.fromEntries(
    Object.entries(ACTS).map(([act, summary]) => [
      act === 'setStatus' ? 'set-status' : act,
      // The keys of the record are the names of the acts.
      { summary, load: async () => (await import('./act.js')).actCommand(act as ActName) },
    ]),
  ),
  advance: {
    summary: 'Move the clock of a sandbox forward',
    load: async () => (await import('./advance.js')).advance,
  },
  events: { summary: 'List the events of a sandbox', load: async () => (await import('./events.js')).events },
  redeliver: { summary: 'Send an event again', load: async () => (await import('./redeliver.js')).redeliver },
  listen: {
    summary: 'Forward the events of a sandbox to your receiver',
    load: async () => (await import('./listen.js')).listen,
  },
  trigger: {
    summary: 'Send an example event to your receiver',
    load: async () => (await import('./trigger.js')).trigger,
  },
  verify: {
    summary: 'Check which statements of the contract hold on a server',
    load: async () => (await import('./verify.js')).verify,
  },
  docs: {
    summary: 'Copy the rendered docs to a folder',
    load: async () => (await import('./docs.js')).docs,
  },
};

const HELP = `payment-gateway <command> [options]

Commands
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`)
  .join('\n')}

Options
  --help     this text, or the help of a command
  --version  the version of this package and of the documentation that the contract describes
`;

/** Runs the command that the arguments name, and resolves to the exit code. */
export function runCommand([name, ...args]: readonly string[]): Promise<number> {
  return reported(1, async () => {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      process.stdout.write(HELP);
      return name === undefined ? 1 : 0;
    }
    if (name === '--version' || name === '-v') {
      process.stdout.write(`${version()}\n`);
      return 0;
    }
    const found = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!found) {
      throw new UsageError(
        `unknown command ${name}; did you mean ${nearest(name, Object.keys(COMMANDS))}? payment-gateway --help lists the commands`,
      );
    }
    const command = await found.load();
    if (!args.includes('--help') && !args.includes('-h')) return command.run(name, args);
    process.stdout.write(command.help(name, found.summary));
    return 0;
  });
}

function version(): string {
  const { version } = readPackageJson('package.json');
  const { info } = readPackageJson('generated/openapi.json') as { info: { version: string } };
  return `payment-gateway-contract ${version} (documentation version ${info.version})`;
}
