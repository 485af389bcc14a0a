/** A stored transaction: the fields of responses, and the hidden fields of the sandbox. */
import type { CardOutcome } from '../cards.js';
import type { Stored, Wire } from '../work.js';

export const KIND = 'transactions';

/** The statuses of `x-transitions` in the contract. */
export type Status = keyof typeof import('../../../../generated/transitions.js').transitions.TransactionStatus;

/** One change: the new status, its amount in centavos, and its time in milliseconds. A control call can set any status. */
export type HistoryEntry = readonly [status: string, amount: number, time: number];

/** The automatic step at the due time. */
export type Next = 'settle' | 'pay' | 'expire';

/** The redirects after 3DS, and the consequence of a failure. */
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
  /** The issuer's pending decision on a card payment. */
  readonly issuer?: Exclude<CardOutcome, 'request_authentication'>;
  readonly authentication?: Authentication;
  readonly next?: Next;
  /** The amount of a pending refund, in centavos. */
  readonly refunding?: number;
  /** The status before its review. An approval restores it. */
  readonly reviewed?: Status;
  /** The shares of the receivers, in the order of `split`. */
  readonly weights?: readonly number[];
  /** The link whose page created the transaction. */
  readonly link?: number;
  /** Its payment page. */
  readonly checkout?: { readonly key: string };
  /** The subscription that the transaction charges for. */
  readonly subscription?: number;
};

export type Transaction = Stored & { readonly value: Wire['Transaction']; readonly hidden: Hidden };

/** Casts a stored object. Only the rules write transactions. */
export function asTransaction(stored: Stored): Transaction {
  return stored as Transaction;
}

/** Returns the status. It can be any text after the control call `setStatus`. */
export function statusOf({ value }: Stored): Status {
  return value.status as Status;
}
