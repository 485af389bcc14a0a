import { PERMISSIONS, type RunOptions } from '../src/index.js';

/** Options of a run without pauses that has all permissions. */
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
  pauseMs: 0,
} as const satisfies Partial<RunOptions>;
