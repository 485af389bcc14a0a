import { type Entry, type Program, withCompletion } from 'payment-gateway-core/cli';
import { ACT_GROUPS, ACTS, commandOf, rowOf } from '../acts/index.js';

const GROUPS = ['Start', 'Objects', ...ACT_GROUPS, 'Clock', 'Events', 'Evidence'] as const;

const objects = () => import('./objects.js');

const COMMANDS: Readonly<Record<string, Entry>> = {
  start: ['Start', 'Start a gateway that keeps state', async () => (await import('./start.js')).start],
  demo: ['Start', 'Create a Pix in a sandbox, pay it, and retrieve it', async () => (await import('./demo.js')).demo],
  open: ['Start', 'Open the console of a sandbox in the browser', async () => (await objects()).openCommand],
  listen: [
    'Start',
    'Forward the events of a sandbox to your receiver',
    async () => (await import('./listen.js')).listenCommand,
  ],
  explore: [
    'Start',
    'Find the fault that makes a shop lose money: run it once per disruption',
    async () => (await import('./explore.js')).exploreCommand,
  ],
  list: ['Objects', 'List the objects of a sandbox', async () => (await objects()).list],
  get: ['Objects', 'Print an object of a sandbox', async () => (await objects()).get],
  populate: ['Objects', 'Create sample objects in a sandbox', async () => (await objects()).populateCommand],
  reset: ['Objects', 'Empty a sandbox', async () => (await objects()).resetCommand],
  fault: ['Objects', 'Make the next request for an operation fail', async () => (await import('./fault.js')).fault],
  init: ['Objects', 'Write a commented scenario file', async () => (await objects()).init],
  export: ['Objects', 'Print the objects of a sandbox as a scenario file', async () => (await objects()).exportCommand],
  ...Object.fromEntries(
    ACTS.map((act): [string, Entry] => {
      const { group, summary } = rowOf(act);
      return [commandOf(act), [group, summary.en, async () => (await import('./act.js')).actCommand(act)]];
    }),
  ),
  advance: ['Clock', 'Move the clock of a sandbox forward', async () => (await objects()).advance],
  events: ['Events', 'List the events of a sandbox', async () => (await import('./events.js')).events],
  redeliver: ['Events', 'Send an event again', async () => (await import('./events.js')).redeliverCommand],
  trigger: ['Events', 'Send an example event to your receiver', async () => (await import('./trigger.js')).trigger],
  assumptions: [
    'Evidence',
    'List the assumptions about the gateway that tests rely on',
    async () => (await import('./assumptions.js')).assumptions,
  ],
};

export const sandboxProgram: Program = withCompletion({
  name: 'payment-gateway-sandbox',
  groups: GROUPS,
  commands: COMMANDS,
  usual: 'start',
  elsewhere: { 'payment-gateway-contract': ['mock', 'docs'], 'payment-gateway-verify': ['verify'] },
});
