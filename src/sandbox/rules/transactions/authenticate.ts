import { rule, type Work } from '../work.js';
import { decide, refuse } from './settle.js';
import { requireStatus } from './status.js';
import { statusOf, type Transaction } from './transaction.js';

/** What the buyer does on the page of the issuer. */
export const AUTHENTICATION_OUTCOMES = ['approved', 'declined', 'timed_out'] as const;
export type AuthenticationOutcome = (typeof AUTHENTICATION_OUTCOMES)[number];

const REASONS = { declined: 'Autenticação recusada', timed_out: 'Tempo de autenticação esgotado' };

/**
 * Ends the 3DS of a transaction. One that failed is refused, or, if the request said `onFailure: continue`, charged without 3DS.
 * Fails with 422 unless the transaction asks for authentication.
 */
export const authenticate = rule(
  'three-d-secure-flow',
  (work: Work, transaction: Transaction, outcome: AuthenticationOutcome): Transaction => {
    requireStatus(transaction, 'authenticate it', ['request_authentication']);
    const { authentication, issuer } = transaction.hidden;
    if (outcome !== 'approved' && authentication?.onFailure !== 'continue')
      return refuse(work, transaction, REASONS[outcome]);
    // From here no way leads back to `processing`, so a card that stays there is approved.
    return decide(work, transaction, issuer === 'processing' ? 'approved' : issuer);
  },
);

/** Where the browser goes after 3DS: undefined while it is not over, and where the request named no address. */
export function redirectAfter(transaction: Transaction): string | undefined {
  const status = statusOf(transaction);
  if (status === 'request_authentication') return undefined;
  const { urlSuccess, urlFail } = transaction.hidden.authentication ?? {};
  return status === 'refused' ? urlFail : urlSuccess;
}
