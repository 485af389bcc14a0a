import { transitions } from '../../generated/transitions.js';

type Transitions = typeof transitions;
type Known = Readonly<Record<string, readonly string[]>>;

const following = (status: string, vocabulary: keyof Transitions): readonly string[] | undefined => {
  const table: Known = transitions[vocabulary];
  return Object.hasOwn(table, status) ? table[status] : undefined;
};

/** Whether a payment was refused. The gateway answers 200 then, so that neither `error` nor `unwrap` shows it. */
export const isDeclined = (transaction: { readonly status?: string }): boolean => transaction.status === 'refused';

/** Whether a status is the last one; `undefined` for one that the contract does not know. Stands on assumed transitions. */
export function isFinal(status: string, vocabulary: keyof Transitions = 'TransactionStatus'): boolean | undefined {
  const next = following(status, vocabulary);
  return next && next.length === 0;
}

/** Whether one status can follow another; `undefined` when the contract does not know one of them. Assumed transitions. */
export function canTransition(
  from: string,
  to: string,
  vocabulary: keyof Transitions = 'TransactionStatus',
): boolean | undefined {
  const next = following(from, vocabulary);
  return next && following(to, vocabulary) && next.includes(to);
}
