/** A stored transaction: the fields of responses, and the hidden fields of the sandbox. */
import type { IssuerDecision } from '../cards.js';
import type { Cause, Stored, Wire } from '../work.js';

export const TRANSACTIONS = 'transactions';

/** The statuses of `x-transitions` in the contract. */
export type TransactionStatus = keyof typeof import('payment-gateway-core/values').transitions.TransactionStatus;

/** One change: the new status, its amount in centavos, its time in milliseconds, and its cause. A control call can set any status. */
type HistoryEntry = readonly [status: string, amount: number, time: number, cause?: Cause];

/** The issuer's decision on a card payment. */
export type Issuer = Exclude<IssuerDecision, 'request_authentication'>;

export type Hidden = {
  readonly history: readonly HistoryEntry[];
  /** Whether a payment by card is captured as soon as it is authorized. */
  readonly capture: boolean;
  /** The payment without its refunds in centavos, if `paid_amount` does not show it. */
  readonly held?: number | undefined;
  /** The decision that the issuer takes, or has taken. */
  readonly issuer?: Issuer;
  /** The key of the 3DS page, the redirects after it, and the consequence of a failure. */
  readonly authentication?: {
    readonly key: string;
    readonly urlSuccess?: string;
    readonly urlFail?: string;
    readonly onFailure?: string;
  };
  /** The automatic step at the due time. */
  readonly next?: 'settle' | 'pay' | 'expire' | 'lapse' | undefined;
  /** The amount in centavos of a partial refund that is pending. */
  readonly refunding?: number;
  /** The parts in centavos that the buyer disputes. */
  readonly disputed?: number;
  /** The status before its review. An approval restores it. */
  readonly reviewed?: TransactionStatus;
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

export interface Start {
  readonly status: TransactionStatus;
  /** The status that follows at once, with a separate event. The response shows the first status. */
  readonly follows?: TransactionStatus;
  readonly value?: Partial<Wire['Transaction']>;
  readonly hidden: Pick<Hidden, 'capture' | 'issuer' | 'authentication' | 'next'>;
  /** The time of `hidden.next`, in milliseconds of the account's clock. */
  readonly due?: number;
}

/** Casts a stored object. Only the rules write transactions. */
export function asTransaction(stored: Stored): Transaction {
  return stored as Transaction;
}

/** Returns the status. It can be any text after the control call `setStatus`. */
export function statusOf({ value }: Stored): TransactionStatus {
  return value.status as TransactionStatus;
}

/** Returns the payment without its refunds in centavos, or the full amount before the payment. */
export const heldAmount = ({ amount, paid_amount }: Wire['Transaction'], { held }: Pick<Hidden, 'held'>): number =>
  held ?? paid_amount ?? amount;

/** Statuses of a payment whose money has gone back, or never came. */
const RETURNED: readonly string[] = ['refunded', 'chargedback', 'canceled', 'refused'];

/** Returns the money that came and went back, in centavos. A pending refund counts as gone. */
export function moneyOf({ value, hidden }: Pick<Transaction, 'value' | 'hidden'>) {
  if (value.paid_amount === null) return { captured: 0, refunded: 0 };
  const { status, capture_amount: captured } = value;
  const held = RETURNED.includes(status) ? 0 : heldAmount(value, hidden);
  const pending = status === 'pending_refund' ? (hidden.refunding ?? held) : 0;
  return { captured, refunded: captured - held + pending };
}
