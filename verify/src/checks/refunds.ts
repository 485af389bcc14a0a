import { isObject, type JsonObject, jsonOf, listAt, textOf } from 'payment-gateway-core/util';
import { isRefusal, MASK } from '../exchange.js';
import type { EvidenceLedger } from '../judge/index.js';
import { printableName } from '../judge/index.js';
import { type CreateCheck, isAsync, Memory, parseObject, type Seen } from './check.js';

/** Compares captures and refunds with the previous state of the transaction. */
export const refundCheck: CreateCheck = (ledger) => {
  const refundedInPart = new Memory<true>();

  return {
    judge(seen) {
      const { operationId, before, id, ok, body } = seen;
      if (operationId === 'captureTransaction' || operationId === 'refundTransaction') {
        judgeBody(seen, ledger);
        if (before) judgeMetadata(before, seen, ledger);
      }
      if (!before) return;
      if (operationId === 'captureTransaction') judgeCapture(before, seen, ledger);
      if (operationId === 'refundTransaction') {
        if (before.status === 'authorized') judgeVoid(before, seen, ledger);
        if (before.status === 'paid') judgeRefund(before, seen, ledger);
        if (before.status === 'paid' && body.status === 'paid') refundedInPart.set(id, true);
      }
      if (operationId === 'listTransactionHistory' && ok && refundedInPart.get(id)) {
        const paid = listAt(body, 'data').filter((entry) => isObject(entry) && entry.status === 'paid');
        if (paid.length > 1) ledger.confirm('refund-rules', 'history', 'A partial refund has an entry in the history.');
      }
    },
  };
};

function judgeBody({ operationId, ok, sent, body }: Seen, ledger: EvidenceLedger): void {
  const part = operationId.replace('Transaction', '');
  const isWhole = ok && sent.async !== undefined && sent.amount !== undefined;
  const holds = isWhole ? typeof body.status === 'string' && typeof body.amount === 'number' : undefined;
  ledger.check('refund-capture-body', part, holds, `A ${part} with async and amount returns a transaction.`);
}

function judgeCapture(before: JsonObject, { sent: { amount }, ok, status, body }: Seen, ledger: EvidenceLedger): void {
  if (before.status !== 'authorized') {
    const what = `A capture of a transaction that was ${printableName(textOf(before.status))}`;
    ledger.expectRefusal('capture-rules', 'only authorized', what);
    ledger.expectRefusal('wrong-state', 'state', what);
  } else if (typeof amount === 'number' && typeof before.amount === 'number' && amount > 0) {
    const partial = amount < before.amount ? 'capture-rules=refuses-partial' : undefined;
    if (amount > before.amount) ledger.expectRefusal('capture-rules', 'more', 'A capture above the authorized amount');
    else if (isRefusal(status))
      ledger.refute('capture-rules', `A capture of an authorized transaction was refused with ${status}.`, partial);
    else if (amount < before.amount && ok && typeof body.paid_amount === 'number') {
      const holds = body.paid_amount !== amount ? false : body.status === 'paid' ? true : undefined;
      const variant = body.paid_amount === before.amount ? 'capture-rules=captures-everything' : undefined;
      ledger.check('capture-rules', 'less', holds, 'A partial capture captures the requested amount.', variant);
    }
  }
}

function judgeVoid(before: JsonObject, { sent: { amount }, ok, status, body }: Seen, ledger: EvidenceLedger): void {
  if (typeof amount === 'number' && typeof before.amount === 'number' && amount < before.amount) {
    ledger.expectRefusal('refund-rules', 'authorized', 'A partial refund of an authorized transaction');
    return;
  }
  const isAnswered = ok && typeof body.status === 'string';
  const holds = isRefusal(status) ? false : isAnswered ? body.status === 'canceled' : undefined;
  const variant = isRefusal(status) ? 'refund-void=refused' : undefined;
  ledger.check('refund-void', '', holds, 'A refund of an authorized transaction cancels it.', variant);
}

function judgeRefund(
  before: JsonObject,
  { sent: { amount, async }, ok, status, body }: Seen,
  ledger: EvidenceLedger,
): void {
  const key = 'refund-rules';
  const paid = before.paid_amount;
  const back = amount === undefined ? paid : amount;
  if (typeof paid !== 'number' || typeof back !== 'number' || back <= 0) return;
  if (back > paid) {
    ledger.expectRefusal(key, 'more', 'A refund above the remaining amount');
    return;
  }
  if (isRefusal(status)) {
    const what = back < paid ? 'a part' : 'all';
    const variant = back < paid ? 'refund-rules=refuses-partial' : undefined;
    ledger.refute(key, `A refund of ${what} of a paid transaction was refused with ${status}.`, variant);
  }
  if (!ok || typeof body.status !== 'string') return;
  const isPending = body.status === 'pending_refund';
  if (back < paid) {
    const isLater = isPending && isAsync(async);
    const holds = body.status === 'paid' && body.paid_amount === paid - back ? true : isLater ? undefined : false;
    const kept = body.paid_amount === paid ? 'refund-rules=keeps-paid-amount' : undefined;
    const variant = isPending ? 'refund-rules=partial-is-pending' : kept;
    ledger.check(key, 'part', holds, 'After a partial refund a payment is paid, and paid_amount is lower.', variant);
    return;
  }
  const isCode = before.payment_method === 'pix' || before.payment_method === 'boleto';
  if (isPending && isCode)
    ledger.confirm(key, textOf(before.payment_method), 'A refund of a Pix or boleto is pending_refund first.');
  else if (isPending && isAsync(async)) ledger.confirm(key, 'async', 'A refund with async is pending_refund first.');
  else {
    const holds = body.status === 'refunded' && !isCode && !isAsync(async);
    const expected =
      'A refund of the whole amount ends as refunded, after pending_refund if it is async, a Pix or a boleto.';
    ledger.check(key, 'all', holds, expected, isPending ? 'refund-rules=pending-for-cards' : undefined);
  }
}

function judgeMetadata(
  before: JsonObject,
  { operationId, sent, ok, returned, body }: Seen,
  ledger: EvidenceLedger,
): void {
  const [known, added, now] = [before, sent, body].map(({ metadata }) => parseObject(metadata));
  if (!ok || !known || !added || !isObject(returned) || body.metadata === MASK) return;
  const expected = { ...known, ...added };
  if (now && Object.keys(expected).length === Object.keys(added).length) return;
  const isKept = Object.entries(expected).every(([name, value]) => jsonOf(now?.[name]) === jsonOf(value));
  const isRepeated = Object.keys(added).some((name) => name in known);
  const part = isRepeated ? 'same name' : operationId.replace('Transaction', '');
  ledger.check('metadata-kept', part, isKept, 'The transaction keeps its metadata, and the sent metadata is added.');
}
