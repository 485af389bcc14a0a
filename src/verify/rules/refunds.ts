import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import type { Ledger } from '../judge/ledger.js';
import { Memory } from './memory.js';
import { isRefusal, isSuccess, judgeRefusal, type Rule, type Seen } from './rule.js';

/** Compares captures and refunds with the previous state of the transaction. */
export function refundRule(): Rule {
  const known = new Memory<JsonObject>();

  return {
    judge(seen, ledger) {
      const { operation, params, returned, status } = seen;
      const before = known.get(params.id);
      if (before && operation.operationId === 'captureTransaction') judgeCapture(before, seen, ledger);
      if (before && operation.operationId === 'refundTransaction') judgeRefund(before, seen, ledger);
      if (before && MOVING_MONEY.includes(operation.operationId)) judgeMetadata(before, seen, ledger);
      if (operation.operationId === 'createTransaction') judgeAmount(seen, ledger);
      if (operation.operationId === 'listTransactionHistory' && before) judgeHistory(before, seen, ledger);
      if (
        isSuccess(status) &&
        isObject(returned) &&
        typeof returned.status === 'string' &&
        'payment_method' in returned
      )
        known.set(returned.id, {
          ...returned,
          refundedInPart: before?.refundedInPart === true || isPart(before, seen),
        });
    },
  };

  function judgeAmount({ sent, status }: Seen, ledger: Ledger): void {
    const { amount } = isObject(sent) ? sent : {};
    if (typeof amount !== 'number' || amount > 0) return;
    const what = amount === 0 ? 'A transaction of 0' : 'A transaction of less than 0';
    judgeRefusal(ledger, { key: 'wrong-state', part: 'amount', what, status });
  }

  function judgeCapture(before: JsonObject, { sent, returned, status }: Seen, ledger: Ledger): void {
    const { amount } = isObject(sent) ? sent : {};
    if (before.status !== 'authorized') {
      const what = `A capture of a transaction that was ${String(before.status)}`;
      judgeRefusal(ledger, { key: 'capture-rules', part: 'only authorized', what, status });
      judgeRefusal(ledger, { key: 'wrong-state', part: 'state', what, status });
    } else if (typeof amount === 'number' && typeof before.amount === 'number') {
      if (amount > before.amount) {
        const what = 'A capture of more than was authorized';
        judgeRefusal(ledger, { key: 'capture-rules', part: 'more', what, status });
      } else if (amount > 0 && isRefusal(status)) {
        ledger.refute('capture-rules', `A capture of an authorized transaction was refused with ${status}.`);
      } else if (amount < before.amount && amount > 0 && isSuccess(status) && isObject(returned)) {
        if (returned.status === 'paid' && returned.paid_amount === amount)
          ledger.confirm('capture-rules', 'less', 'A capture of a part captured that part.');
        else if (typeof returned.paid_amount === 'number')
          ledger.refute('capture-rules', 'A capture of a part captured another amount.');
      }
    }
  }

  function judgeRefund(before: JsonObject, seen: Seen, ledger: Ledger): void {
    if (before.status === 'authorized') judgeVoid(before, seen, ledger);
    if (before.status === 'paid') judgeRefundOfPaid(before, seen, ledger);
  }

  function judgeVoid(before: JsonObject, { sent, returned, status }: Seen, ledger: Ledger): void {
    const { amount } = isObject(sent) ? sent : {};
    if (typeof amount === 'number' && typeof before.amount === 'number' && amount < before.amount) {
      const what = 'A refund of a part of an authorized transaction';
      judgeRefusal(ledger, { key: 'refund-rules', part: 'authorized', what, status });
    } else if (isSuccess(status) && isObject(returned) && typeof returned.status === 'string') {
      ledger.check(
        'refund-void',
        '',
        returned.status === 'canceled',
        'An authorized transaction that was refunded was canceled.',
        'An authorized transaction that was refunded was not canceled.',
      );
    } else if (isRefusal(status))
      ledger.refute('refund-void', `A refund of an authorized transaction was refused with ${status}.`);
  }

  function judgeRefundOfPaid(before: JsonObject, { sent, returned, status }: Seen, ledger: Ledger): void {
    const { amount, async } = isObject(sent) ? sent : {};
    const paid = before.paid_amount;
    if (typeof paid !== 'number') return;
    const back = typeof amount === 'number' ? amount : amount === undefined ? paid : undefined;
    if (back === undefined || back <= 0) return;
    if (back > paid) {
      const what = 'A refund of more than was left';
      judgeRefusal(ledger, { key: 'refund-rules', part: 'more', what, status });
      return;
    }
    if (isRefusal(status))
      ledger.refute(
        'refund-rules',
        `A refund of ${back < paid ? 'a part' : 'all'} of a paid transaction was refused with ${status}.`,
      );
    if (!isSuccess(status) || !isObject(returned) || typeof returned.status !== 'string') return;
    if (back < paid) {
      if (returned.status === 'paid' && returned.paid_amount === paid - back)
        ledger.confirm('refund-rules', 'part', 'After a part it stayed paid, and paid_amount fell by it.');
      else if (returned.status !== 'pending_refund')
        ledger.refute('refund-rules', 'After a part it was not paid with a paid_amount that fell by it.');
      return;
    }
    const isCode = before.payment_method === 'pix' || before.payment_method === 'boleto';
    if (returned.status === 'pending_refund' && isCode)
      ledger.confirm('refund-rules', 'pix and boleto', 'A refund of a PIX or boleto passed pending_refund.');
    else if (returned.status === 'pending_refund' && async === true)
      ledger.confirm('refund-rules', 'async', 'A refund with async passed pending_refund.');
    else
      ledger.check(
        'refund-rules',
        'all',
        returned.status === 'refunded' && !isCode && async !== true,
        'After all of it was given back it was refunded.',
        `After all of it was given back it was ${shown(returned.status)}.`,
      );
  }

  /** Checks that the response keeps the earlier metadata and adds the sent metadata. */
  function judgeMetadata(before: JsonObject, { sent, returned, status }: Seen, ledger: Ledger): void {
    const [known, added, now] = [before, sent, returned].map(metadataOf);
    if (isSuccess(status) && known && added && !now && isObject(returned) && returned.metadata !== MASK)
      ledger.refute('metadata-kept', 'The metadata of the transaction did not come back.');
    if (!isSuccess(status) || !known || !added || !now) return;
    const expected = { ...known, ...added };
    if (Object.keys(expected).length === Object.keys(added).length) return;
    const isKept = Object.entries(expected).every(
      ([name, value]) => JSON.stringify(now[name]) === JSON.stringify(value),
    );
    ledger.check(
      'metadata-kept',
      '',
      isKept,
      'The metadata was added to that of the transaction.',
      'The metadata was not added to that of the transaction.',
    );
  }

  function judgeHistory(before: JsonObject, { status, returned }: Seen, ledger: Ledger): void {
    const entries = objectAt({ returned }, 'returned').data;
    if (before.refundedInPart !== true || !isSuccess(status) || !Array.isArray(entries)) return;
    const paid = entries.filter((entry) => isObject(entry) && entry.status === 'paid').length;
    if (paid > 1) ledger.confirm('refund-rules', 'history', 'A part had an entry in the history.');
  }
}

const MOVING_MONEY: readonly string[] = ['captureTransaction', 'refundTransaction'];

function metadataOf(body: unknown): JsonObject | undefined {
  const { metadata } = isObject(body) ? body : {};
  if (typeof metadata !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(metadata);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a status for a sentence, or `something else` if it does not look like one. */
function shown(status: string): string {
  return /^[a-z_]{1,32}$/.test(status) ? status : 'something else';
}

function isPart(before: JsonObject | undefined, { operation, returned }: Seen): boolean {
  return (
    operation.operationId === 'refundTransaction' &&
    before?.status === 'paid' &&
    isObject(returned) &&
    returned.status === 'paid'
  );
}
