/** The changes of objects, as short texts, so that a test run can list the situations that it never saw. */
import type { Stored } from './model.js';

/** Returns `kind method from to` for a change of a status. A new object comes from `new`. `part`: only a part of the payment goes back. */
export function factsOf(before: Stored | undefined, { kind, value, hidden }: Stored): string[] {
  const isNoted = lengthOf(hidden.history) > lengthOf(before?.hidden.history);
  if (typeof value.status !== 'string' || (!isNoted && value.status === before?.value.status)) return [];
  const from = String(before?.value.status ?? 'new');
  const method = String(value.payment_method ?? '-').replace(/^(credit|debit)_/, '');
  const part = hidden.refunding === undefined ? '' : ' part';
  return [`${kind} ${method} ${from} ${value.status}${part}`];
}

const lengthOf = (history: unknown): number => (Array.isArray(history) ? history.length : 0);
