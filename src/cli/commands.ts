import type { ActName } from '../sandbox/objects.js';
import { suggestion } from '../util/nearest.js';
import { readPackageJson } from '../util/package-files.js';
import { type Command, PROGRAM, reported, UsageError, wrapped } from './command.js';
import type { Commands } from './completion.js';
import { styled } from './output.js';

/** The groups of the help, in its order. */
const GROUPS = ['Server', 'Buyer', 'Merchant', 'Issuer', 'Clock', 'Events', 'Contract'] as const;
type Group = (typeof GROUPS)[number];

const ACTS: Readonly<Record<ActName, readonly [Group, summary: string]>> = {
  pay: ['Buyer', 'Pay a transaction, a link, or a subscription whose charge failed'],
  checkout: ['Buyer', 'Begin a payment on the page of a link'],
  authenticate: ['Buyer', 'End a 3DS authentication'],
  expire: ['Buyer', 'Let a PIX, a boleto, a 3DS authentication or a link expire'],
  capture: ['Merchant', 'Capture an authorized transaction'],
  refund: ['Merchant', 'Refund a paid transaction'],
  cancel: ['Merchant', 'Cancel an authorized transaction, a link or a subscription'],
  review: ['Merchant', 'Put a transaction under review'],
  approve: ['Merchant', 'End a review well'],
  decline: ['Issuer', 'Let the issuer refuse a pending card, 3DS fail, a review end badly, or a pending refund fail'],
  settle: ['Issuer', 'Complete what is pending at once'],
  fail: ['Issuer', 'Let the issuer refuse a card, or the card of a subscription, from now on'],
  chargeback: ['Issuer', 'Dispute a paid transaction'],
  setStatus: ['Issuer', 'Set any status of a transaction'],
};

type Entry = readonly [Group, summary: string, load: () => Promise<Command>];

const COMMANDS: Readonly<Record<string, Entry>> = {
  mock: ['Server', 'Start a mock of the gateway', async () => (await import('./mock.js')).mock],
  sandbox: ['Server', 'Start a gateway that keeps state', async () => (await import('./sandbox.js')).sandbox],
  demo: ['Server', 'Create a PIX in a sandbox, pay it, and retrieve it', async () => (await import('./demo.js')).demo],
  open: [
    'Server',
    'Open the console of a sandbox in the browser',
    async () => (await import('./open-console.js')).open,
  ],
  list: ['Server', 'List the objects of a sandbox', async () => (await import('./list-and-get.js')).list],
  get: ['Server', 'Print an object of a sandbox', async () => (await import('./list-and-get.js')).get],
  populate: [
    'Server',
    'Create sample objects in a sandbox',
    async () => (await import('./populate-and-reset.js')).populate,
  ],
  reset: ['Server', 'Empty a sandbox', async () => (await import('./populate-and-reset.js')).reset],
  fault: ['Server', 'Make the next request for an operation fail', async () => (await import('./fault.js')).fault],
  init: ['Server', 'Write a commented scenario file', async () => (await import('./init.js')).init],
  export: [
    'Server',
    'Print the objects of a sandbox as a scenario file',
    async () => (await import('./export.js')).exportScenario,
  ],
  explore: [
    'Server',
    'Find the fault that makes a shop lose money: run it once per disruption',
    async () => (await import('./explore.js')).explore,
  ],
  completion: [
    'Server',
    'Print the completion script for a shell',
    async () => (await import('./completion.js')).completionCommand(loadAll),
  ],
  ...Object.fromEntries(
    Object.entries(ACTS).map(([act, [group, summary]]): [string, Entry] => [
      act === 'setStatus' ? 'set-status' : act,
      // The keys of the record are the names of the acts.
      [group, summary, async () => (await import('./act.js')).actCommand(act as ActName)],
    ]),
  ),
  advance: ['Clock', 'Move the clock of a sandbox forward', async () => (await import('./advance.js')).advance],
  events: ['Events', 'List the events of a sandbox', async () => (await import('./events.js')).events],
  redeliver: ['Events', 'Send an event again', async () => (await import('./events.js')).redeliver],
  listen: [
    'Events',
    'Forward the events of a sandbox to your receiver',
    async () => (await import('./listen.js')).listen,
  ],
  trigger: ['Events', 'Send an example event to your receiver', async () => (await import('./trigger.js')).trigger],
  verify: [
    'Contract',
    'Check which statements of the contract hold on a server',
    async () => (await import('./verify.js')).verify,
  ],
  assumptions: [
    'Contract',
    'List the assumptions about the gateway that tests rely on',
    async () => (await import('./assumptions.js')).assumptions,
  ],
  docs: ['Contract', 'Copy the rendered docs to a folder', async () => (await import('./docs.js')).docs],
};

async function loadAll(): Promise<Commands> {
  const loaded = Object.entries(COMMANDS).map(async ([name, [, summary, load]]) => [name, [summary, await load()]]);
  return Object.fromEntries(await Promise.all(loaded));
}

const commandsOf = (wanted: Group): string =>
  Object.entries(COMMANDS)
    .filter(([, [group]]) => group === wanted)
    .map(([name, [, summary]]) => wrapped(`  ${name.padEnd(14)}`, summary))
    .join('\n');

const helpText = (): string => `${PROGRAM} <command> [options]

${GROUPS.map((group) => `${styled('bold', group)}\n${commandsOf(group)}`).join('\n\n')}

${styled('bold', 'Options')}
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
      const near = suggestion(name, Object.keys(COMMANDS)) || ';';
      throw new UsageError(`${name}: is not a command${near} ${PROGRAM} --help lists the commands`);
    }
    const [, summary, load] = found;
    const command = await load();
    // The words after two dashes belong to another program.
    const own = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
    if (!own.includes('--help') && !own.includes('-h')) return command.run(name, args);
    process.stdout.write(command.help(name, summary));
    return 0;
  });
}
