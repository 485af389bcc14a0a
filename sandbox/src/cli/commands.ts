import { type Entry, type Program, withCompletion } from 'payment-gateway-contract/internal/cli';
import type { ActName } from '../objects.js';

/** The groups of the help, in its order. */
const GROUPS = ['Start', 'Objects', 'Buyer', 'Merchant', 'Issuer', 'Clock', 'Events', 'Evidence'] as const;
type Group = (typeof GROUPS)[number];

const ACTS: Readonly<Record<ActName, readonly [Group, summary: string]>> = {
  pay: ['Buyer', 'Pay a transaction, a link, or a subscription whose charge failed'],
  checkout: ['Buyer', 'Begin a payment on the page of a link'],
  authenticate: ['Buyer', 'End a 3DS authentication'],
  expire: ['Buyer', 'Let a PIX, a boleto, a 3DS authentication or a link expire, or a subscription end'],
  capture: ['Merchant', 'Capture an authorized transaction'],
  refund: ['Merchant', 'Refund a paid transaction'],
  cancel: ['Merchant', 'Cancel an authorized transaction, a link or a subscription'],
  review: ['Merchant', 'Put a transaction under review'],
  approve: ['Merchant', 'End a review or a fraud analysis well'],
  decline: [
    'Issuer',
    'Let the issuer refuse a pending card, 3DS fail, a review or an analysis end badly, or a pending refund fail',
  ],
  settle: ['Issuer', 'Complete what is pending at once'],
  fail: ['Issuer', 'Let the issuer refuse a card, or the card of a subscription, from now on'],
  challenge: ['Issuer', 'Ask for the 3DS authentication of a pending card'],
  analyze: ['Issuer', 'Begin the fraud analysis of a pending transaction'],
  chargeback: ['Issuer', 'Dispute a paid transaction'],
  winChargeback: ['Issuer', 'Let the shop win a chargeback'],
  setStatus: ['Issuer', 'Set any status of a transaction'],
};

const COMMANDS: Readonly<Record<string, Entry>> = {
  start: ['Start', 'Start a gateway that keeps state', async () => (await import('./start.js')).start],
  demo: ['Start', 'Create a PIX in a sandbox, pay it, and retrieve it', async () => (await import('./demo.js')).demo],
  open: ['Start', 'Open the console of a sandbox in the browser', async () => (await import('./open-console.js')).open],
  listen: [
    'Start',
    'Forward the events of a sandbox to your receiver',
    async () => (await import('./listen.js')).listen,
  ],
  explore: [
    'Start',
    'Find the fault that makes a shop lose money: run it once per disruption',
    async () => (await import('./explore.js')).explore,
  ],
  list: ['Objects', 'List the objects of a sandbox', async () => (await import('./list-and-get.js')).list],
  get: ['Objects', 'Print an object of a sandbox', async () => (await import('./list-and-get.js')).get],
  populate: [
    'Objects',
    'Create sample objects in a sandbox',
    async () => (await import('./populate-and-reset.js')).populate,
  ],
  reset: ['Objects', 'Empty a sandbox', async () => (await import('./populate-and-reset.js')).reset],
  fault: ['Objects', 'Make the next request for an operation fail', async () => (await import('./fault.js')).fault],
  init: ['Objects', 'Write a commented scenario file', async () => (await import('./init.js')).init],
  export: [
    'Objects',
    'Print the objects of a sandbox as a scenario file',
    async () => (await import('./export.js')).exportScenario,
  ],
  ...Object.fromEntries(
    Object.entries(ACTS).map(([act, [group, summary]]): [string, Entry] => {
      const name = act.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      // The keys of the record are the names of the acts.
      return [name, [group, summary, async () => (await import('./act.js')).actCommand(act as ActName, name)]];
    }),
  ),
  advance: ['Clock', 'Move the clock of a sandbox forward', async () => (await import('./advance.js')).advance],
  events: ['Events', 'List the events of a sandbox', async () => (await import('./events.js')).events],
  redeliver: ['Events', 'Send an event again', async () => (await import('./events.js')).redeliver],
  trigger: ['Events', 'Send an example event to your receiver', async () => (await import('./trigger.js')).trigger],
  assumptions: [
    'Evidence',
    'List the assumptions about the gateway that tests rely on',
    async () => (await import('./assumptions.js')).assumptions,
  ],
};

export const program: Program = withCompletion({
  name: 'payment-gateway-sandbox',
  groups: GROUPS,
  commands: COMMANDS,
  usual: 'start',
  elsewhere: { 'payment-gateway-contract': ['mock', 'docs'], 'payment-gateway-verify': ['verify'] },
});
