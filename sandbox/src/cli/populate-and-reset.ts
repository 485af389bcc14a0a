import { defineCommand, withProgress } from 'payment-gateway-core/cli';
import { printable } from 'payment-gateway-core/codes';
import { text, whole } from 'payment-gateway-core/util';
import { type ControlSchemas, callSandbox, REMOTE_OPTIONS, show } from './remote.js';

const COUNT = whole(0, 100_000);

/** What `populate` creates if no option names a number. */
export const USUAL_POPULATION = { customers: 10, transactions: 50 };

export const populateCommand = defineCommand({
  details: `Creates exactly as many objects as you ask for, with varied names, amounts and times. Transactions and subscriptions belong to
the created customers. Without a number it creates ${USUAL_POPULATION.customers} customers and ${USUAL_POPULATION.transactions} transactions.`,
  options: {
    customers: { ...COUNT, help: 'how many customers; one for every three transactions if omitted' },
    transactions: { ...COUNT, help: 'how many transactions' },
    links: { ...COUNT, help: 'how many payment links' },
    subscriptions: { ...COUNT, help: 'how many subscriptions' },
    seed: { ...text(), help: 'determines names, amounts and times' },
    ...REMOTE_OPTIONS,
  },
  examples: ['populate', 'populate --customers 20 --transactions 100'],
  async run({ values, given: { seed, url: _, token: _token, json: _json, ...counts } }) {
    const body = { ...(Object.keys(counts).length > 0 ? counts : USUAL_POPULATION), ...(seed && { seed }) };
    const created = await withProgress('Creating objects', () =>
      callSandbox<ControlSchemas['Populated']>(values, 'POST', '/_sandbox/populate', body),
    );
    show(created, values, (counts) => `Created ${listed(Object.entries(counts))}`);
    return 0;
  },
});

export const resetCommand = defineCommand({
  details: 'Removes all objects and events. Ids and clock start again.',
  options: REMOTE_OPTIONS,
  examples: ['reset'],
  async run({ values }) {
    const before = await callSandbox<ControlSchemas['Overview']>(values, 'GET', '/_sandbox/overview');
    await callSandbox(values, 'POST', '/_sandbox/reset', {});
    const removed = { ...before.counts, events: before.events, faults: before.faults };
    const line = () => printable(`Emptied the account ${before.account}: removed ${listed(Object.entries(removed))}`);
    show({ account: before.account, removed }, values, line);
    return 0;
  },
});

/** Returns `2 customers, 7 transactions`, without zeros. */
function listed(counts: readonly (readonly [string, number])[]): string {
  const some = counts.filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name.replace('_', ' ')}`);
  return some.join(', ') || 'nothing';
}
