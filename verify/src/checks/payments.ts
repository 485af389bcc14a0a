import { DAY, readBoleto, readPixCode } from 'payment-gateway-core/codes';
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
import type { Ledger, Place } from '../judge/index.js';
import { printable } from '../judge/index.js';
import { type CreateCheck, isAsync, type Seen } from './check.js';
import { isSameId, Memory } from './memory.js';

/** Payment methods that a buyer pays by a code, with the entry about their statuses. */
const FLOW_OF: ReadonlyMap<unknown, RegisterKey> = new Map([
  ['pix', 'pix-flow'],
  ['boleto', 'boleto-flow'],
]);
/** The fields that clients send with every payment method. */
const SHARED = ['payment_direct', 'async', 'capture', 'installments', 'items', 'metadata'];
/** The message of a refusal because another transaction has the key. */
const NAMES_KEY = /reference_key|already|duplicat|em uso|já/i;
const UNPAID: readonly unknown[] = ['processing', 'waiting_payment'];

/** Checks transactions beyond their schema: the unit, the payment codes, splits, and the fields of each method and status. */
export const paymentCheck: CreateCheck = (contract) => {
  const transaction = contract.schema('Transaction');
  const fields = objectAt(transaction, 'properties');
  const at = (field: string): Place => contract.placeOf(objectAt(fields, field));
  const documented = Object.keys(fields).filter((field) => at(field).evidence[0]?.startsWith('documented'));
  /** The id of the first transaction with a key. */
  const referenceKeys = new Memory<unknown>();

  return {
    judge(seen, ledger) {
      const { operationId, ok, records, returned } = seen;
      for (const { name, value } of records) if (name === 'Transaction') judgeRecord(value, seen, ledger);
      if (ok && operationId === 'listTransactionHistory') judgeHistory(seen, ledger);
      if (ok && operationId === 'listTransactions') judgeFilter(seen, ledger);
      if (ok) judgeReused(seen, ledger);
      if (operationId !== 'createTransaction') return;
      judgeReferenceKey(seen, ledger);
      judgeRefused(seen, ledger);
      if (ok && isObject(returned)) judgeCreated(seen, ledger);
    },
  };

  function judgeRecord(value: JsonObject, { violations, resources }: Seen, ledger: Ledger): void {
    judgeCodes(value, ledger);
    judgeSplit(value, ledger);
    const { pix_expiration_date: expires } = value;
    if (typeof expires === 'string' && expires !== MASK && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(expires))
      ledger.refute('pix-response-fields', 'The expiry of a Pix has another form.', at('pix_expiration_date'));
    const { id, payment_method: method, status } = value;
    const flow = FLOW_OF.get(method);
    if (flow) {
      const hasCard = value.card !== undefined && value.card !== null;
      const holds = value.card === MASK ? undefined : !hasCard;
      ledger.check('card-absent', textOf(method), holds, `A transaction by ${method} has no card.`, at('card'));
      if (status === 'waiting_payment' && (typeof value.pix_qr_code === 'string' || isObject(value.boleto)))
        ledger.confirm(flow, 'waits', 'A payment with a code is waiting_payment.');
      judgeChange(flow, resources.latest('transactions', id)?.status, status, ledger);
    }
    if (status === 'request_authentication') {
      const hasAddress = typeof objectAt(value, 'threeDSecure').url === 'string';
      const expected = 'A transaction that waits for 3DS has threeDSecure.url.';
      ledger.check('three-d-secure-response', '', hasAddress, expected, at('threeDSecure'));
    }
    const missing = documented.find((field) => !(field in value));
    if (missing === undefined) ledger.touch(['observed transaction-fields-missing']);
    else ledger.confirm('transaction-fields-missing', '', `A transaction had no ${missing}.`, at(missing));
    if (typeof method === 'string' && !violations.some(({ place }) => place.pointer.includes('/Transaction'))) {
      const place = contract.placeOf(transaction);
      ledger.confirm('response-requiredness', method, 'A transaction had every required field.', place);
    }
  }

  /** Confirms that an operation returns the transaction that the document shows for a creation. */
  function judgeReused({ operationId, records, violations }: Seen, ledger: Ledger): void {
    if (violations.length > 0 || !records.some(({ name }) => name === 'Transaction')) return;
    const reason = `${operationId} returned the record of a transaction.`;
    ledger.confirm('transaction-response-reused', operationId, reason, contract.placeOf(transaction));
  }

  /** Checks that a list filtered by a known reference_key has only the transaction with this key. */
  function judgeFilter({ query, body }: Seen, ledger: Ledger): void {
    const key = query.get('reference_key');
    if (referenceKeys.get(key) === undefined) return;
    const found = listAt(body, 'data').map((item) => asObject(item).reference_key);
    const holds = found.includes(MASK) ? undefined : found.length > 0 && found.every((one) => one === key);
    const expected = 'A list filtered by reference_key has the transaction with this key and no other.';
    const variant = found.some((one) => one !== key) ? 'reference-key=filter-ignored' : undefined;
    ledger.check('reference-key', 'found', holds, expected, at('reference_key'), variant);
  }

  function judgeHistory({ body, before }: Seen, ledger: Ledger): void {
    const flow = FLOW_OF.get(before?.payment_method);
    const states = listAt(body, 'data').map((entry) => asObject(entry).status);
    for (const [index, status] of states.entries()) if (flow) judgeChange(flow, states[index - 1], status, ledger);
  }

  function judgeChange(flow: RegisterKey, from: unknown, to: unknown, ledger: Ledger): void {
    if (from === 'waiting_payment' && (to === 'paid' || to === 'canceled'))
      ledger.confirm(flow, to, `A waiting_payment transaction became ${to}.`);
  }

  function judgeCodes({ amount, status, pix_qr_code: pix, boleto }: JsonObject, ledger: Ledger): void {
    const codes = [
      { kind: 'Pix code', text: pix, read: readPixCode, place: at('pix_qr_code') },
      { kind: 'boleto line', text: asObject(boleto).barcode_line, read: readBoleto, place: at('boleto') },
    ];
    for (const { kind, text, read, place } of codes) {
      if (typeof text !== 'string' || text === MASK) continue;
      const code = read(text);
      if (code.fault) ledger.leaveOpen(['assumed field-meanings'], `The ${kind} ${code.fault}.`, place);
      if (code.fault || code.amount === undefined || typeof amount !== 'number' || !UNPAID.includes(status)) continue;
      const unit = at('amount');
      // A boleto may include a fee or interest, so only a Pix code proves the unit.
      if (code.amount === amount && kind === 'Pix code') {
        const reason = 'The Pix code has the amount in reais, and the field has it in centavos.';
        ledger.confirm('amount-centavos', '', reason, unit);
      } else if (code.amount === Math.round(amount * 100))
        ledger.refute(
          'amount-centavos',
          `The ${kind} has as many reais as the field has units, so the field is in reais.`,
          unit,
        );
      else if (code.amount !== amount) {
        const reason = `The ${kind} has another amount than the transaction.`;
        ledger.leaveOpen(['observed amount-centavos'], reason, unit);
      }
    }
  }

  /** Checks that a split adds up to the remaining paid amount, or to the amount due. */
  function judgeSplit({ split, paid_amount: paid, amount, status }: JsonObject, ledger: Ledger): void {
    const parts = listAt({ split }, 'split').map((rule) => asObject(rule).amount);
    if (parts.length === 0 || !parts.every((part) => typeof part === 'number')) return;
    const sum = parts.reduce((sum, part) => sum + part, 0);
    const variant = status === 'refunded' && sum === 0 ? 'refund-rules=keeps-paid-amount' : undefined;
    const expected = 'The amounts of a split add up to the payment.';
    // After a refund, a gateway that keeps `paid_amount` has a lower sum, as the entry says.
    const isOpen = sum < numberOf(paid) && variant === undefined;
    ledger.check('split-amounts', '', isOpen ? undefined : sum === (paid ?? amount), expected, undefined, variant);
  }

  /** Checks that a second payment with the same reference_key is refused. */
  function judgeReferenceKey({ sent, status, ok, intent, body, returned }: Seen, ledger: Ledger): void {
    const { reference_key: key } = sent;
    if (typeof key !== 'string' || key === MASK) return;
    const place = at('reference_key');
    const first = referenceKeys.get(key);
    const isAnother = ok && !isSameId(body.id, first);
    // A refusal for another reason, such as a declined card, says nothing about the key.
    const isRefused = isRefusal(status) && NAMES_KEY.test(jsonOf(returned ?? ''));
    const holds = first === undefined ? undefined : isAnother ? false : isRefused || undefined;
    const expected = 'A second transaction with the same reference_key is refused.';
    ledger.check('reference-key', 'refused', holds, expected, place, 'reference-key=accepted-again');
    if (ok && first === undefined) referenceKeys.set(key, body.id ?? null);
    if (!intent.expects) ledger.touch(['assumed reference-key']);
  }

  /** Checks that the gateway refuses invalid amounts, dates and splits. Only flows can test unknown receivers. */
  function judgeRefused({ sent, exchange }: Seen, ledger: Ledger): void {
    const { amount, payment_method: method, expiration_date: expires } = sent;
    if (typeof amount === 'number' && amount <= 0)
      ledger.expectRefusal('wrong-state', 'amount', `A transaction of ${amount === 0 ? '0' : 'less than 0'}`);
    // Allow a day of difference for clocks and time zones. A recording may lack the header.
    const now = Date.parse(exchange.response.headers.date ?? exchange.time ?? '');
    if (method === 'pix' && timeOf(expires) < now - DAY)
      ledger.expectRefusal('pix-flow', 'past', 'A Pix with an expiration date in the past');
    const { expiration, max_payment_date: last } = method === 'boleto' ? objectAt(sent, 'boleto') : {};
    if (timeOf(last) < timeOf(expiration))
      ledger.expectRefusal('boleto-flow', 'order', 'A boleto with a last payment date before its due date');
    else if (timeOf(last) < now - 2 * DAY)
      ledger.expectRefusal('boleto-flow', 'past', 'A boleto with a last payment date in the past');
    else if (timeOf(expiration) < now - 2 * DAY)
      ledger.expectRefusal('boleto-flow', 'past due', 'A boleto with a due date in the past');
    const parts = listAt(sent, 'split').map((rule) => {
      const { amount: part, percentage } = asObject(rule);
      return typeof part === 'number'
        ? part
        : (numberOf(amount) * (typeof percentage === 'number' ? percentage : Number.NaN)) / 100;
    });
    // A gateway that refuses a valid split says nothing about an invalid one.
    if (ledger.verdictSoFar('split-rules') === 'refuted') return;
    if (parts.some((part) => part <= 0))
      ledger.expectRefusal('split-checked', 'nothing', 'A split with a rule of 0 or less');
    else if (parts.reduce((sum, part) => sum + part, 0) > numberOf(amount) + 1)
      ledger.expectRefusal('split-checked', 'too much', 'A split above the amount of the payment');
  }

  function judgeCreated({ sent, body }: Seen, ledger: Ledger): void {
    const { amount, payment_method: method, status } = body;
    if (typeof sent.amount === 'number' && amount !== sent.amount && Math.round(numberOf(amount) * 100) === sent.amount)
      ledger.refute('amount-centavos', 'The amount came back as a hundredth of the sent amount.', at('amount'));
    if (typeof sent.payment_method === 'string' && typeof method === 'string') {
      const expected = `The payment method ${printable(sent.payment_method)} comes back unchanged.`;
      ledger.check('payment-method-values', method, sent.payment_method === method, expected, at('payment_method'));
    }
    if (typeof method === 'string' && method === sent.payment_method && SHARED.every((field) => field in sent))
      ledger.confirm(
        'form-fields-shared',
        method,
        `A transaction by ${printable(method)} was accepted with these fields.`,
      );
    if (method !== 'credit_card' && sent.descriptor !== undefined)
      ledger.confirm(
        'descriptor-shared',
        textOf(method),
        `A transaction by ${textOf(method)} was accepted with a descriptor.`,
      );
    const split = listAt(sent, 'split').filter(isObject);
    const back = listAt(body, 'split').map(asObject);
    const isBack = (rule: JsonObject, index: number) =>
      Object.entries(rule).every(([name, value]) => back[index]?.[name] === value);
    const isSplit = split.length > 0 && split.length === back.length && split.every(isBack);
    for (const part of isSplit ? [textOf(method), ...(split.some((one) => 'amount' in one) ? ['amount'] : [])] : [])
      ledger.confirm('split-rules', part, `A transaction by ${printable(textOf(method))} came back with its split.`);
    if ((method === 'pix' || method === 'credit_card') && isSameId(sent.customer_id, objectAt(body, 'customer').id))
      ledger.confirm('form-fields-shared', `${method} with customer_id`, `A ${method} was accepted with customer_id.`);
    for (const field of ['customer', 'billing']) {
      if (sent[field] !== undefined || (field === 'customer' && sent.customer_id !== undefined)) continue;
      const holds = body[field] === MASK ? undefined : body[field] === undefined || body[field] === null;
      const expected = `A transaction created without ${field} is returned without it.`;
      ledger.check('customer-absent', field, holds, expected, at(field));
    }
    // The sources contradict each other about `async`, so record each outcome.
    if (typeof sent.async === 'boolean' && typeof method === 'string' && /^[a-z_]{1,32}$/.test(textOf(status))) {
      const reason = `A transaction by ${printable(method)} with async ${sent.async} was ${textOf(status)}.`;
      ledger.leaveOpen(['assumed async-meaning'], reason, at('status'));
    }
    const flow = FLOW_OF.get(method);
    if (flow && (status === 'paid' || status === 'authorized'))
      ledger.refute(flow, `A ${method} was ${status} when it was created, before a buyer could pay it.`, at('status'));
    if (method === 'pix' && typeof sent.async === 'boolean' && status === 'processing')
      ledger.refute('pix-flow', 'A Pix with async was processing.', at('status'), 'pix-flow=stays-processing');
    const minutes = (timeOf(body.pix_expiration_date) - timeOf(sent.expiration_date)) / 60_000;
    // Three hours less is São Paulo: a gateway may read the time as UTC and show the local time.
    const isOpen = Number.isNaN(minutes) || Math.abs(minutes + 180) < 1;
    const isOnTime = isOpen ? undefined : Math.abs(minutes) < 1;
    const expected = 'The code expires at the requested time in UTC.';
    ledger.check('pix-expiration', '', isOnTime, expected, at('pix_expiration_date'));
    if (method === 'boleto' && status === 'waiting_payment') {
      const line = objectAt(body, 'boleto').barcode_line;
      const digits = typeof line === 'string' ? line.replaceAll(/\D/g, '').length : 0;
      const holds = line === MASK ? undefined : digits === 44 || digits === 47;
      ledger.check('boleto-form', '', holds, 'A boleto has a barcode_line of 44 or 47 digits.');
    }
    judgeCard(sent, body, ledger);
  }

  function judgeCard(sent: JsonObject, { status, payment_method: method, ...body }: JsonObject, ledger: Ledger): void {
    const has3ds = isObject(sent.threeDSecure);
    if (has3ds && method === 'credit_card' && status !== 'refused')
      ledger.confirm('three-d-secure-request', '', 'A card payment with threeDSecure was accepted.');
    if (has3ds && method === 'debit_card') {
      const holds = status === 'request_authentication' ? true : status === 'paid' ? false : undefined;
      const expected = 'A debit payment with threeDSecure waits for 3DS.';
      const variant = 'three-d-secure-flow=debit-without-authentication';
      ledger.check('three-d-secure-flow', '', holds, expected, undefined, variant);
      if (status !== 'refused' && typeof objectAt(sent, 'threeDSecure').provider === 'string')
        ledger.confirm('debit-form', '', 'A debit payment with a provider of 3DS was accepted.');
    }
    const isRefused = status === 'refused';
    if (has3ds && UNPAID.includes(status) && typeof objectAt(body, 'threeDSecure').url === 'string') {
      const reason = `A transaction with an address for 3DS was ${textOf(status)}.`;
      ledger.refute('three-d-secure-response', reason, at('status'));
    }
    if (method === 'credit_card' && !has3ds && !isAsync(sent.async) && status === 'processing') {
      const reason = 'The response to a card payment without 3DS and async did not show its outcome.';
      ledger.refute('status-meanings', reason, at('status'), 'status-meanings=processing-first');
    }
    const hasReason = isRefused ? typeof objectAt(body, 'refused_reason').reason === 'string' : undefined;
    const expected = 'A declined card returns 2xx with a reason.';
    ledger.check('refused-response', '', hasReason, expected, at('refused_reason'));
  }
};

/** Returns a time in milliseconds, read as UTC if it has no zone, or NaN, which makes every comparison false. */
function timeOf(value: unknown): number {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return Number.NaN;
  const text = value.replace(' ', 'T');
  return Date.parse(text.length === 10 || /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}
