import type { RegisterKey } from '../../../generated/register-keys.js';
import { DAY } from '../../codes/days.js';
import { isObject, type JsonObject, listAt, objectAt } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import type { Ledger } from '../judge/ledger.js';
import { Memory } from './memory.js';
import { isSuccess, judgeRefusal, type Rule, type Seen } from './rule.js';

const ENTRY_OF: ReadonlyMap<unknown, RegisterKey> = new Map([
  ['pix', 'pix-flow'],
  ['boleto', 'boleto-flow'],
]);

/** Checks that PIX and boleto payments wait, then become paid or canceled. Also checks that invalid dates are refused. */
export function codeRule(): Rule {
  const known = new Memory<{ method: unknown; status: unknown }>();

  return {
    judge(seen, ledger) {
      if (seen.operation.operationId === 'createTransaction') judgeDates(seen, ledger);
      if (!isSuccess(seen.status)) return;
      for (const { name, value } of seen.records) if (name === 'Transaction') judgeRecord(value, ledger);
      if (seen.operation.operationId === 'listTransactionHistory') judgeHistory(seen, ledger);
    },
  };

  function judgeRecord(value: JsonObject, ledger: Ledger): void {
    const { id, payment_method: method, status } = value;
    const key = ENTRY_OF.get(method);
    if (key === undefined) return;
    const hasCode = typeof value.pix_qr_code === 'string' || isObject(value.boleto);
    if (status === 'waiting_payment' && hasCode)
      ledger.confirm(key, 'waits', 'What can be paid by a code that it has was waiting_payment.');
    judgeChange(key, known.get(id)?.status, status, ledger);
    known.set(id, { method, status });
  }

  function judgeHistory({ params, returned }: Seen, ledger: Ledger): void {
    const key = ENTRY_OF.get(known.get(params.id)?.method);
    if (key === undefined) return;
    const states = listAt(returned, 'data').map((entry) => (isObject(entry) ? entry.status : undefined));
    for (const [index, status] of states.entries()) judgeChange(key, states[index - 1], status, ledger);
  }

  function judgeChange(key: RegisterKey, from: unknown, to: unknown, ledger: Ledger): void {
    if (from !== 'waiting_payment' || (to !== 'paid' && to !== 'canceled')) return;
    ledger.confirm(key, to, `What was waiting_payment was ${to} later.`);
  }

  function judgeDates({ sent, status, exchange }: Seen, ledger: Ledger): void {
    const { payment_method: method, expiration_date: expires } = isObject(sent) ? sent : {};
    const now = Date.parse(exchange.time ?? '');
    const refusal = (key: RegisterKey, part: string, what: string) => judgeRefusal(ledger, { key, part, what, status });
    // Allow a day of difference for clocks and time zones.
    if (method === 'pix' && timeOf(expires) < now - DAY)
      refusal('pix-flow', 'past', 'A PIX that had expired before it was created');
    if (method !== 'boleto') return;
    const { expiration, max_payment_date: last } = objectAt(sent, 'boleto');
    if (timeOf(last) < timeOf(expiration))
      refusal('boleto-flow', 'order', 'A boleto whose last day is before its due day');
    else if (timeOf(last) < now - 2 * DAY) refusal('boleto-flow', 'past', 'A boleto whose last day has passed');
  }
}

/** Returns a time in milliseconds, or NaN, which makes every comparison false. */
function timeOf(text: unknown): number {
  if (typeof text !== 'string' || text === MASK || !/^\d{4}-\d\d-\d\d/.test(text)) return Number.NaN;
  return Date.parse(text.length > 10 ? `${text.slice(0, 19).replace(' ', 'T')}Z` : text);
}
