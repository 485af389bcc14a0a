/** What the acts on a paid payment do to its money, written a second time. Amounts are in centavos. */

export interface Money {
  readonly status: string;
  /** What the shop has, if the status leaves it there. */
  readonly held: number;
  /** The refund that is under way. */
  readonly pending: number;
  /** The parts that are in dispute. */
  readonly disputed: number;
}

/** An act with its options. */
export type Act = readonly [name: string, options: { readonly amount?: number; readonly status?: string }];

/** In these statuses the shop has nothing. */
export const GONE: readonly string[] = ['refunded', 'chargedback', 'canceled', 'refused'];

/** Returns what the shop keeps. A pending refund counts as gone. */
export const keptOf = ({ status, held, pending }: Money): number => (GONE.includes(status) ? 0 : held - pending);

/** Returns the money after an act that was accepted. `to` is the status after it. */
export function after(before: Money, [name, { amount }]: Act, to: string): Money {
  const { status, held, pending, disputed } = before;
  // Any change of the status ends a refund that is under way.
  const next = { status: to, held, pending: 0, disputed };
  switch (name) {
    case 'refund':
      if (to === 'pending_refund') return { ...next, pending: amount ?? held };
      return { ...next, held: to === 'canceled' ? 0 : held - (amount ?? held) };
    case 'chargeback': {
      const part = to === 'paid' ? (amount ?? held) : 0;
      return { ...next, held: held - part, disputed: disputed + part };
    }
    case 'winChargeback':
      return status === 'paid' ? { ...next, held: held + disputed, disputed: 0 } : next;
    case 'settle':
      return status === 'pending_refund' ? { ...next, held: held - (pending || held) } : next;
    case 'setStatus':
      return next;
    default:
      return to === 'refused' || to === 'canceled' ? { ...next, held: 0 } : next;
  }
}
