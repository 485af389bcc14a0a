/** A transaction as it is kept: what goes over the wire, and what the sandbox knows beside it. */
import type { CardOutcome } from '../cards.js';
import type { Stored, Wire } from '../work.js';

export const KIND = 'transactions';

/** The states that the contract knows of, as `x-transitions` has them. */
export type Status = keyof typeof import('../../../../generated/transitions.js').transitions.TransactionStatus;

/** One change: the status that followed, its centavos, and its time (milliseconds). A control call can set any status. */
export type HistoryEntry = readonly [status: string, amount: number, time: number];

/** What happens by itself at the due time. */
export type Next = 'settle' | 'pay' | 'expire';

/** Where the browser goes after 3DS, and what a failed one means. */
export interface Authentication {
  readonly key: string;
  readonly urlSuccess?: string;
  readonly urlFail?: string;
  readonly onFailure?: string;
}

export type Hidden = {
  readonly history: readonly HistoryEntry[];
  /** Whether a payment by card is captured as soon as it is authorized. */
  readonly capture: boolean;
  /** What the issuer makes of a payment by card that it has not decided on yet. */
  readonly issuer?: Exclude<CardOutcome, 'request_authentication'>;
  readonly authentication?: Authentication;
  readonly next?: Next;
  /** Centavos of a refund that is pending. */
  readonly refunding?: number;
  /** The status to which an approval brings it back from its review. */
  readonly reviewed?: Status;
  /** The weights by which the receivers share the payment, in the order of `split`. */
  readonly weights?: readonly number[];
  /** The link on whose page it was made. */
  readonly link?: number;
  /** The page on which it is paid. */
  readonly checkout?: { readonly key: string };
  /** The subscription that it is a charge of. */
  readonly subscription?: number;
};

export type Transaction = Stored & { readonly value: Wire['Transaction']; readonly hidden: Hidden };

/** The rules alone write transactions, so what is stored as one is one. */
export function asTransaction(stored: Stored): Transaction {
  return stored as Transaction;
}

/** Its status, which can be any text after the control call `setStatus`. */
export function statusOf({ value }: Stored): Status {
  return value.status as Status;
}
