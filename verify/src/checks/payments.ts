import { readBoleto, readPixCode } from 'payment-gateway-core/codes';
import {
  asObject,
  isObject,
  type JsonObject,
  jsonOf,
  listAt,
  numberOf,
  objectAt,
  textOf,
} from 'payment-gateway-core/util';
import type { RegisterKey } from 'payment-gateway-core/values';
import { isRefusal, MASK } from '../exchange.js';
import { type CreateCheck, isSameId, Memory, type Seen } from './check.js';
import { FLOW_OF, UNPAID } from './created-payments.js';

/** The message of a refusal because another transaction has the key. */
const NAMES_KEY = /reference_key|already|duplicat|em uso|já/i;

/** Checks transactions beyond their schema: the unit, the payment codes, splits, and the fields of each method and status. */
export const paymentCheck: CreateCheck = (ledger, contract) => {
  const documented = Object.entries(objectAt(contract.schema('Transaction'), 'properties')).flatMap(([name, field]) =>
    isObject(field) && contract.placeOf(field).evidence[0]?.startsWith('documented') ? [name] : [],
  );
  /** The id of the first transaction with a key. */
  const referenceKeys = new Memory<unknown>();

  return {
    judge(seen) {
      const { operationId, ok, records } = seen;
      for (const { name, value } of records) if (name === 'Transaction') judgeRecord(value, seen);
      if (ok && operationId === 'listTransactionHistory') judgeHistory(seen);
      if (ok && operationId === 'listTransactions') judgeFilter(seen);
      if (ok) judgeReused(seen);
      if (operationId === 'createTransaction') judgeReferenceKey(seen);
    },
  };

  function judgeRecord(value: JsonObject, { violations, resources }: Seen): void {
    judgeCodes(value);
    judgeSplit(value);
    const { pix_expiration_date: expires } = value;
    if (typeof expires === 'string' && expires !== MASK && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(expires))
      ledger.refute('pix-response-fields', 'The expiry of a Pix has another form.');
    const { id, payment_method: method, status } = value;
    const flow = FLOW_OF.get(method);
    if (flow) {
      const hasCard = value.card !== undefined && value.card !== null;
      const holds = value.card === MASK ? undefined : !hasCard;
      ledger.check('card-absent', textOf(method), holds, `A transaction by ${method} has no card.`);
      if (status === 'waiting_payment' && (typeof value.pix_qr_code === 'string' || isObject(value.boleto)))
        ledger.confirm(flow, 'waits', 'A payment with a code is waiting_payment.');
      judgeChange(flow, resources.latest('transactions', id)?.status, status);
    }
    if (status === 'request_authentication') {
      const hasAddress = typeof objectAt(value, 'threeDSecure').url === 'string';
      ledger.check('three-d-secure-response', '', hasAddress, 'A transaction that waits for 3DS has threeDSecure.url.');
    }
    const missing = documented.find((field) => !(field in value));
    if (missing === undefined) ledger.touch(['observed transaction-fields-missing']);
    else ledger.confirm('transaction-fields-missing', '', `A transaction had no ${missing}.`);
    if (typeof method === 'string' && !violations.some(({ place }) => place.pointer.includes('/Transaction'))) {
      ledger.confirm('response-requiredness', method, 'A transaction had every required field.');
    }
  }

  function judgeReused({ operationId, records, violations }: Seen): void {
    if (violations.length > 0 || !records.some(({ name }) => name === 'Transaction')) return;
    ledger.confirm('transaction-response-reused', operationId, `${operationId} returned the record of a transaction.`);
  }

  function judgeFilter({ query, body }: Seen): void {
    const key = query.get('reference_key');
    if (referenceKeys.get(key) === undefined) return;
    const found = listAt(body, 'data').map((item) => asObject(item).reference_key);
    const holds = found.includes(MASK) ? undefined : found.length > 0 && found.every((one) => one === key);
    const expected = 'A list filtered by reference_key has the transaction with this key and no other.';
    const variant = found.some((one) => one !== key) ? 'reference-key=filter-ignored' : undefined;
    ledger.check('reference-key', 'found', holds, expected, variant);
  }

  function judgeHistory({ body, before }: Seen): void {
    const flow = FLOW_OF.get(before?.payment_method);
    const states = listAt(body, 'data').map((entry) => asObject(entry).status);
    for (const [index, status] of states.entries()) if (flow) judgeChange(flow, states[index - 1], status);
  }

  function judgeChange(flow: RegisterKey, from: unknown, to: unknown): void {
    if (from === 'waiting_payment' && (to === 'paid' || to === 'canceled'))
      ledger.confirm(flow, to, `A waiting_payment transaction became ${to}.`);
  }

  function judgeCodes({ amount, status, pix_qr_code: pix, boleto }: JsonObject): void {
    const codes = [
      { kind: 'Pix code', text: pix, read: readPixCode },
      { kind: 'boleto line', text: asObject(boleto).barcode_line, read: readBoleto },
    ];
    for (const { kind, text, read } of codes) {
      if (typeof text !== 'string' || text === MASK) continue;
      const code = read(text);
      if (code.fault) ledger.leaveOpen(['assumed field-meanings'], `The ${kind} ${code.fault}.`);
      if (code.fault || code.amount === undefined || typeof amount !== 'number' || !UNPAID.includes(status)) continue;
      // A boleto may include a fee or interest, so only a Pix code proves the unit.
      if (code.amount === amount && kind === 'Pix code')
        ledger.confirm('amount-centavos', '', 'A Pix code has the amount in reais, and the field in centavos.');
      else if (code.amount === Math.round(amount * 100))
        ledger.refute('amount-centavos', `The ${kind} shows that the amount of the transaction is in reais.`);
      else if (code.amount !== amount)
        ledger.leaveOpen(['observed amount-centavos'], `The ${kind} has another amount than the transaction.`);
    }
  }

  function judgeSplit({ split, paid_amount: paid, amount, status }: JsonObject): void {
    const parts = listAt({ split }, 'split').map((rule) => asObject(rule).amount);
    if (parts.length === 0 || !parts.every((part) => typeof part === 'number')) return;
    const sum = parts.reduce((sum, part) => sum + part, 0);
    const variant = status === 'refunded' && sum === 0 ? 'refund-rules=keeps-paid-amount' : undefined;
    const expected = 'The amounts of a split add up to the payment.';
    // After a refund, a gateway that keeps `paid_amount` has a lower sum, as the entry says.
    const isOpen = sum < numberOf(paid) && variant === undefined;
    ledger.check('split-amounts', '', isOpen ? undefined : sum === (paid ?? amount), expected, variant);
  }

  function judgeReferenceKey({ sent, status, ok, intent, body, returned }: Seen): void {
    const { reference_key: key } = sent;
    if (typeof key !== 'string' || key === MASK) return;
    const first = referenceKeys.get(key);
    const isAnother = ok && !isSameId(body.id, first);
    // A refusal for another reason, such as a declined card, says nothing about the key.
    const isRefused = isRefusal(status) && NAMES_KEY.test(jsonOf(returned ?? ''));
    const holds = first === undefined ? undefined : isAnother ? false : isRefused || undefined;
    const expected = 'A second transaction with the same reference_key is refused.';
    ledger.check('reference-key', 'refused', holds, expected, 'reference-key=accepted-again');
    if (ok && first === undefined) referenceKeys.set(key, body.id ?? null);
    if (!intent.expects) ledger.touch(['assumed reference-key']);
  }
};
