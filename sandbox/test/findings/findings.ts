/** What `explore --json` writes about a shop that charges again after a lost answer. */
import { HOSTILE } from '../hostile.ts';

const payment = (id: string) => ({ id, order: 'order-1', captured: 15_990, refunded: 0, authorized: 0, isOpen: false });

const lost = {
  plan: 'createTransaction #1: reset after commit',
  problem: 'order-1 was charged twice: transaction 1001 (R$ 159.90 paid) and transaction 1003 (R$ 159.90 paid)',
  steps: [
    { what: 'starts the flow', outcome: '', from: 'others', to: 'shop' },
    {
      what: 'POST /v1/transactions',
      outcome: 'the gateway wrote 1001, paid; the response was lost (reset)',
      from: 'shop',
      to: 'gateway',
      lost: 'response',
      wrote: '1001',
    },
    { what: 'POST /v1/transactions', outcome: 'wrote 1003, paid', from: 'shop', to: 'gateway', wrote: '1003' },
    { what: 'event transaction.created 1003', outcome: 'answered 204, paid', from: 'gateway', to: 'shop' },
    { what: 'the process restarts', outcome: 'the flow starts again, with the same database' },
  ],
  books: { gateway: [payment('1001'), payment('1003')], shop: [{ order: 'order-1', paid: 15_990 }] },
  repeat: 'npx payment-gateway-sandbox explore --only "a plan" -- php pay.php',
};

const place = { place: 'createTransaction #1', depth: 1 };

export const FINDINGS = {
  version: 2,
  bound: 'Without a disruption: createTransaction; received R$ 159.90.',
  failures: [lost, { ...lost, plan: 'createTransaction #1: truncate' }],
  tried: [
    { ...place, disruption: 'reset after commit', outcome: 'broke' },
    { ...place, disruption: 'truncate', outcome: 'broke' },
    { ...place, disruption: '503', outcome: 'held' },
    { ...place, disruption: '503 again', outcome: 'covered', depth: 2 },
  ],
} as const;

/** The same file with a hostile text in every field that is a text. */
export function hostileFindings(): string {
  const kept = ['from', 'to', 'lost', 'outcome'];
  return JSON.stringify(FINDINGS, (name, value) =>
    typeof value === 'string' && !kept.includes(name) ? `${HOSTILE}${value}` : value,
  );
}
