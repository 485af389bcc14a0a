import { readPackageJson } from '../contract/package-files.js';
import { UsageError } from './arguments.js';
import type { Command } from './command.js';

const COMMANDS: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  mock: { summary: 'start a mock of the gateway', load: async () => (await import('./mock.js')).mock },
  sandbox: {
    summary: 'start a gateway that remembers',
    load: async () => (await import('./sandbox.js')).sandbox,
  },
  pay: { summary: 'pay a transaction, a link or a subscription of a sandbox', load: act('pay') },
  expire: { summary: "let a sandbox's PIX, boleto, 3DS or link run out of time", load: act('expire') },
  decline: { summary: 'let the issuer refuse what is pending in a sandbox', load: act('decline') },
  settle: { summary: 'settle what is pending in a sandbox', load: act('settle') },
  advance: { summary: 'move the clock of a sandbox on', load: async () => (await import('./advance.js')).advance },
  events: { summary: 'list the events of a sandbox', load: async () => (await import('./events.js')).events },
  redeliver: {
    summary: 'let a sandbox send an event again',
    load: async () => (await import('./redeliver.js')).redeliver,
  },
  listen: {
    summary: 'hand the events of a sandbox on to a receiver',
    load: async () => (await import('./listen.js')).listen,
  },
  trigger: { summary: 'send an event to a webhook receiver', load: async () => (await import('./trigger.js')).trigger },
  verify: {
    summary: 'say what of the contract holds on a server',
    load: async () => (await import('./verify.js')).verify,
  },
  docs: { summary: 'copy the rendered docs to a folder', load: async () => (await import('./docs.js')).docs },
};

const HELP = `payment-gateway <command> [options]

Commands
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
  .join('\n')}

Options
  --help     this text, or with a command the command's own
  --version  the version of this package and of the documentation that the contract describes
`;

function act(name: 'pay' | 'expire' | 'decline' | 'settle'): () => Promise<Command> {
  return async () => (await import('./act.js')).act(name);
}

/** Runs the command that the arguments name, prints what it has to say, and resolves to the exit code. */
export async function runCommand([name, ...args]: readonly string[]): Promise<number> {
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      process.stdout.write(HELP);
      return name === undefined ? 1 : 0;
    }
    if (name === '--version' || name === '-v') {
      process.stdout.write(`${await version()}\n`);
      return 0;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new UsageError([`unknown command ${name}; there is ${Object.keys(COMMANDS).join(', ')}`]);
    const { help, run } = await command.load();
    if (args.includes('--help') || args.includes('-h')) {
      process.stdout.write(help);
      return 0;
    }
    return await run(args);
  } catch (error) {
    const lines =
      error instanceof UsageError ? error.mistakes : [error instanceof Error ? error.message : String(error)];
    for (const line of lines) process.stderr.write(`payment-gateway: ${line}\n`);
    return 1;
  }
}

async function version(): Promise<string> {
  const { version } = readPackageJson('package.json');
  const { info } = readPackageJson('generated/openapi.json') as { info: { version: string } };
  return `payment-gateway-contract ${version} (documentation version ${info.version})`;
}
