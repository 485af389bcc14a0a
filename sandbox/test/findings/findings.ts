/** What `explore --json` writes about a shop that charges again after a lost answer. */
import { amount, say } from '../../src/sentences/index.js';
import { HOSTILE } from '../hostile.ts';

const payment = (id: string) => ({ id, order: 'order-1', captured: 15_990, refunded: 0, authorized: 0, isOpen: false });

const paid = (id: string) => say('paid', { id, amount: amount(15_990) });
const problem = say('charged-again', {
  ...{ order: 'order-1', times: say('twice'), payments: [paid('1001'), paid('1003')] },
});
const lost = {
  plan: 'createTransaction #1: reset after commit',
  problem: problem.text,
  key: problem.key,
  parts: problem.parts,
  steps: [
    { what: say('flow-starts'), outcome: '', from: 'others', to: 'shop' },
    {
      what: 'POST /v1/transactions',
      outcome: say('then-lost', { outcome: say('wrote', { object: '1001, paid' }), fault: 'reset' }),
      from: 'shop',
      to: 'gateway',
      lost: 'response',
      wrote: '1001',
    },
    {
      what: 'POST /v1/transactions',
      outcome: say('wrote', { object: '1003, paid' }),
      from: 'shop',
      to: 'gateway',
      wrote: '1003',
    },
    {
      what: say('event', { name: 'transaction.created', id: '1003' }),
      outcome: say('confirmed', { about: ', paid' }),
      from: 'gateway',
      to: 'shop',
    },
    { what: say('restarts'), outcome: say('flow-restarts') },
  ],
  books: { gateway: [payment('1001'), payment('1003')], shop: [{ order: 'order-1', paid: 15_990 }] },
  output: ['connected to the database'],
  repeat: 'npx payment-gateway-sandbox explore --only "a plan" -- php pay.php',
};

const place = { place: 'createTransaction #1', depth: 1 };

export const FINDINGS = {
  version: 3,
  search: {
    command: 'npx payment-gateway-sandbox explore -- php pay.php',
    ended: '2026-11-20T12:00:00.000Z',
    seconds: 37,
  },
  bound: [say('without-disruption', { did: say('did', { operations: 'createTransaction', amount: amount(15_990) }) })],
  failures: [lost, { ...lost, plan: 'createTransaction #1: truncate' }],
  tried: [
    { ...place, disruption: 'reset after commit', outcome: 'broke' },
    { ...place, disruption: 'truncate', outcome: 'broke' },
    { ...place, disruption: '503', outcome: 'held' },
    { ...place, disruption: '503 again', outcome: 'covered', depth: 2 },
    { ...place, place: 'retrieveTransaction #1', disruption: '503', outcome: 'lost sale' },
    { ...place, place: 'assumption response-ids', disruption: 'strings', outcome: 'held' },
  ],
} as const;

/** The same file with a hostile text in every field that is a text. */
export function hostileFindings(): string {
  const kept = ['from', 'to', 'lost', 'key'];
  const outcomes: readonly string[] = FINDINGS.tried.map(({ outcome }) => outcome);
  return JSON.stringify(FINDINGS, (name, value) =>
    typeof value === 'string' && !kept.includes(name) && !outcomes.includes(value) ? `${HOSTILE}${value}` : value,
  );
}
