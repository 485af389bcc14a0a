import { DAY } from 'payment-gateway-core/codes';
import { asObject, isObject, type JsonObject, listAt, numberOf, objectAt, textOf } from 'payment-gateway-core/util';
import type { RegisterKey } from 'payment-gateway-core/values';
import { MASK } from '../exchange.js';
import { printableName } from '../judge/index.js';
import { type CreateCheck, isAsync, isSameId, type Seen } from './check.js';

/** Payment methods that a buyer pays by a code, with the entry about their statuses. */
export const FLOW_OF: ReadonlyMap<unknown, RegisterKey> = new Map([
  ['pix', 'pix-flow'],
  ['boleto', 'boleto-flow'],
]);
export const UNPAID: readonly unknown[] = ['processing', 'waiting_payment'];
/** The fields that clients send with every payment method. */
const SHARED = ['payment_direct', 'async', 'capture', 'installments', 'items', 'metadata'];

/** Compares a created transaction with its request. */
export const createdPaymentCheck: CreateCheck = (ledger) => {
  return {
    judge(seen) {
      if (seen.operationId !== 'createTransaction') return;
      judgeAmountAndDates(seen);
      judgeSplitRules(seen);
      if (!seen.ok || !isObject(seen.returned)) return;
      judgeAccepted(seen);
      judgeReturned(seen);
      judgeStatus(seen);
      if (isObject(seen.sent.threeDSecure)) judge3ds(seen.sent.threeDSecure, seen);
    },
  };

  /** Checks that the gateway refuses invalid amounts and dates. */
  function judgeAmountAndDates({ sent, exchange }: Seen): void {
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
  }

  /** Checks that the gateway refuses invalid splits. Only flows can test unknown receivers. */
  function judgeSplitRules({ sent }: Seen): void {
    // A gateway that refuses a valid split says nothing about an invalid one.
    if (ledger.verdictSoFar('split-rules') === 'refuted') return;
    const amount = numberOf(sent.amount);
    const parts = listAt(sent, 'split').map((rule) => {
      const { amount: part, percentage } = asObject(rule);
      return typeof part === 'number' ? part : (amount * numberOf(percentage)) / 100;
    });
    if (parts.some((part) => part <= 0))
      ledger.expectRefusal('split-checked', 'nothing', 'A split with a rule of 0 or less');
    else if (parts.reduce((sum, part) => sum + part, 0) > amount + 1)
      ledger.expectRefusal('split-checked', 'too much', 'A split above the amount of the payment');
  }

  function judgeAccepted({ sent, body }: Seen): void {
    const method = textOf(body.payment_method);
    const accepted = `A transaction by ${printableName(method)} was accepted with`;
    if (method !== '' && method === sent.payment_method && SHARED.every((field) => field in sent))
      ledger.confirm('form-fields-shared', method, `${accepted} these fields.`);
    if (method !== 'credit_card' && sent.descriptor !== undefined)
      ledger.confirm('descriptor-shared', method, `${accepted} a descriptor.`);
    if ((method === 'pix' || method === 'credit_card') && isSameId(sent.customer_id, objectAt(body, 'customer').id))
      ledger.confirm('form-fields-shared', `${method} with customer_id`, `${accepted} customer_id.`);
    const split = listAt(sent, 'split').filter(isObject);
    const back = listAt(body, 'split').map(asObject);
    const isBack = (rule: JsonObject, index: number) =>
      Object.entries(rule).every(([name, value]) => back[index]?.[name] === value);
    if (split.length === 0 || split.length !== back.length || !split.every(isBack)) return;
    for (const part of [method, ...(split.some((rule) => 'amount' in rule) ? ['amount'] : [])])
      ledger.confirm('split-rules', part, `${accepted} a split, and came back with it.`);
  }

  function judgeReturned({ sent, body }: Seen): void {
    const { amount, payment_method: method } = sent;
    if (typeof amount === 'number' && amount !== body.amount && Math.round(numberOf(body.amount) * 100) === amount)
      ledger.refute('amount-centavos', 'The amount came back as a hundredth of the sent amount.');
    if (typeof method === 'string' && typeof body.payment_method === 'string') {
      const expected = `The payment method ${printableName(method)} comes back unchanged.`;
      ledger.check('payment-method-values', body.payment_method, method === body.payment_method, expected);
    }
    for (const field of ['customer', 'billing']) {
      if (sent[field] !== undefined || (field === 'customer' && sent.customer_id !== undefined)) continue;
      const holds = body[field] === MASK ? undefined : body[field] === undefined || body[field] === null;
      ledger.check('customer-absent', field, holds, `A transaction created without ${field} is returned without it.`);
    }
    const minutes = (timeOf(body.pix_expiration_date) - timeOf(sent.expiration_date)) / 60_000;
    // Three hours less is São Paulo: a gateway may read the time as UTC and show the local time.
    const isOpen = Number.isNaN(minutes) || Math.abs(minutes + 180) < 1;
    const isOnTime = isOpen ? undefined : Math.abs(minutes) < 1;
    ledger.check('pix-expiration', '', isOnTime, 'The code expires at the requested time in UTC.');
  }

  /** Checks the status of a new transaction, and what belongs to it. */
  function judgeStatus({ sent, body }: Seen): void {
    const { payment_method: method, status } = body;
    // The sources contradict each other about `async`, so this records each outcome.
    if (typeof sent.async === 'boolean' && typeof method === 'string' && /^[a-z_]{1,32}$/.test(textOf(status))) {
      const reason = `A transaction by ${printableName(method)} with async ${sent.async} was ${textOf(status)}.`;
      ledger.leaveOpen(['assumed async-meaning'], reason);
    }
    const flow = FLOW_OF.get(method);
    if (flow && (status === 'paid' || status === 'authorized'))
      ledger.refute(flow, `A ${method} was ${status} when it was created, before a buyer could pay it.`);
    if (method === 'pix' && typeof sent.async === 'boolean' && status === 'processing')
      ledger.refute('pix-flow', 'A Pix with async was processing.', 'pix-flow=stays-processing');
    if (method === 'boleto' && status === 'waiting_payment') {
      const line = objectAt(body, 'boleto').barcode_line;
      const digits = textOf(line).replaceAll(/\D/g, '').length;
      const holds = line === MASK ? undefined : digits === 44 || digits === 47;
      ledger.check('boleto-form', '', holds, 'A boleto has a barcode_line of 44 or 47 digits.');
    }
    if (method === 'credit_card' && !isObject(sent.threeDSecure) && !isAsync(sent.async) && status === 'processing') {
      const reason = 'The response to a card payment without 3DS and async did not show its outcome.';
      ledger.refute('status-meanings', reason, 'status-meanings=processing-first');
    }
    const hasReason = status === 'refused' ? typeof objectAt(body, 'refused_reason').reason === 'string' : undefined;
    ledger.check('refused-response', '', hasReason, 'A declined card returns 2xx with a reason.');
  }

  function judge3ds({ provider }: JsonObject, { body }: Seen): void {
    const { payment_method: method, status } = body;
    if (method === 'credit_card' && status !== 'refused')
      ledger.confirm('three-d-secure-request', '', 'A card payment with threeDSecure was accepted.');
    if (UNPAID.includes(status) && typeof objectAt(body, 'threeDSecure').url === 'string')
      ledger.refute('three-d-secure-response', `A transaction with an address for 3DS was ${textOf(status)}.`);
    if (method !== 'debit_card') return;
    const holds = status === 'request_authentication' ? true : status === 'paid' ? false : undefined;
    const variant = 'three-d-secure-flow=debit-without-authentication';
    ledger.check('three-d-secure-flow', '', holds, 'A debit payment with threeDSecure waits for 3DS.', variant);
    if (status !== 'refused' && typeof provider === 'string')
      ledger.confirm('debit-form', '', 'A debit payment with a provider of 3DS was accepted.');
  }
};

/** Returns a time in milliseconds, read as UTC if it has no zone, or NaN, which makes every comparison false. */
function timeOf(value: unknown): number {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return Number.NaN;
  const text = value.replace(' ', 'T');
  return Date.parse(text.length === 10 || /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}
