import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/src/index.js';
import { PERMISSIONS, type RunOptions } from '../src/index.js';

/** Options of a run that has all permissions, and that waits for the responses of a busy machine. */
export const wholeRun = {
  token: 'token-of-the-merchant',
  allow: PERMISSIONS,
  maxAmount: 10_000,
  card: {
    card_number: '4111111111111111',
    card_holder_name: 'ANA SOUZA',
    card_expiration_date: '1239',
    card_cvv: '123',
  },
  confirm: async () => true,
  timeoutMs: 300_000,
} as const satisfies Partial<RunOptions>;

/**
 * A `fetch` whose responses come after the events of their requests, so that a run needs not wait for events, however busy the machine is.
 * The receiver of a run refuses its first event, so that one comes a second time.
 */
export function afterEvents(sandbox: Sandbox): typeof fetch {
  const isUnderWay = async () =>
    // The others ended before the request.
    (await sandbox.events.list({ perPage: 20 })).some(({ deliveries }) =>
      deliveries.some(({ state, attempts: [first, second] }) => {
        const comesAgain = first?.status === 500 && second === undefined;
        return state === 'pending' && (first === undefined || comesAgain);
      }),
    );
  return async (input, init) => {
    const response = await fetch(input, init);
    while (await isUnderWay()) await sleep(5);
    return response;
  };
}
