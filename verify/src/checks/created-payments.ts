import { DAY } from 'payment-gateway-core/codes';
import { asObject, isObject, type JsonObject, listAt, numberOf, objectAt, textOf } from 'payment-gateway-core/util';
import type { RegisterKey } from 'payment-gateway-core/values';
import { MASK } from '../exchange.js';
import type { EvidenceLedger, Place } from '../judge/index.js';
import { printableName } from '../judge/index.js';
import { type CreateCheck, isAsync, type Seen } from './check.js';
import { isSameId } from './memory.js';

/** Payment methods that a buyer pays by a code, with the entry about their statuses. */
export const FLOW_OF: ReadonlyMap<unknown, RegisterKey> = new Map([
  ['pix', 'pix-flow'],
  ['boleto', 'boleto-flow'],
]);
export const UNPAID: readonly unknown[] = ['processing', 'waiting_payment'];
/** The fields that clients send with every payment method. */
const SHARED = ['payment_direct', 'async', 'capture', 'installments', 'items', 'metadata'];

/** A created transaction and its request. */
interface Creation {
  readonly sent: JsonObject;
  readonly body: JsonObject;
  readonly method: unknown;
  readonly status: unknown;
  readonly ledger: EvidenceLedger;
  /** Returns the place of a field of a transaction. */
  at(field: string): Place;
}

/** Compares a created transaction with its request, claim by claim. */
export const createdPaymentCheck: CreateCheck = (ledger, contract) => ({
  judge(seen) {
    if (seen.operationId !== 'createTransaction') return;
    judgeAmountAndDates(seen, ledger);
    judgeSplitRules(seen, ledger);
    const { sent, body, ok, returned } = seen;
    if (!ok || !isObject(returned)) return;
    const at = (field: string): Place => contract.placeOf(contract.field('Transaction', field));
    const creation = { sent, body, method: body.payment_method, status: body.status, ledger, at };
    for (const judgeClaim of CLAIMS) judgeClaim(creation);
  },
});

const CLAIMS: readonly ((creation: Creation) => void)[] = [
  ...[judgeUnit, judgeMethod, judgeSharedFields, judgeDescriptor, judgeSplit, judgeCustomerId, judgeAbsent],
  ...[judgeAsync, judgeFlow, judgeExpiry, judgeBoleto, judge3ds, judgeDebit, judgeOutcome],
];

/** Checks that the gateway refuses invalid amounts and dates. */
function judgeAmountAndDates({ sent, exchange }: Seen, ledger: EvidenceLedger): void {
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
function judgeSplitRules({ sent }: Seen, ledger: EvidenceLedger): void {
  // A gateway that refuses a valid split says nothing about an invalid one.
  if (ledger.verdictSoFar('split-rules') === 'refuted') return;
  const amount = numberOf(sent.amount);
  const parts = listAt(sent, 'split').map((rule) => {
    const { amount: part, percentage } = asObject(rule);
    if (typeof part === 'number') return part;
    return (amount * (typeof percentage === 'number' ? percentage : Number.NaN)) / 100;
  });
  if (parts.some((part) => part <= 0))
    ledger.expectRefusal('split-checked', 'nothing', 'A split with a rule of 0 or less');
  else if (parts.reduce((sum, part) => sum + part, 0) > amount + 1)
    ledger.expectRefusal('split-checked', 'too much', 'A split above the amount of the payment');
}

function judgeUnit({ sent: { amount }, body, at, ledger }: Creation): void {
  if (typeof amount === 'number' && amount !== body.amount && Math.round(numberOf(body.amount) * 100) === amount)
    ledger.refute('amount-centavos', 'The amount came back as a hundredth of the sent amount.', at('amount'));
}

function judgeMethod({ sent: { payment_method: sent }, method, at, ledger }: Creation): void {
  if (typeof sent !== 'string' || typeof method !== 'string') return;
  const expected = `The payment method ${printableName(sent)} comes back unchanged.`;
  ledger.check('payment-method-values', method, sent === method, expected, at('payment_method'));
}

function judgeSharedFields({ sent, method, ledger }: Creation): void {
  if (typeof method !== 'string' || method !== sent.payment_method || !SHARED.every((field) => field in sent)) return;
  const reason = `A transaction by ${printableName(method)} was accepted with these fields.`;
  ledger.confirm('form-fields-shared', method, reason);
}

function judgeDescriptor({ sent, method, ledger }: Creation): void {
  if (method === 'credit_card' || sent.descriptor === undefined) return;
  const reason = `A transaction by ${textOf(method)} was accepted with a descriptor.`;
  ledger.confirm('descriptor-shared', textOf(method), reason);
}

function judgeSplit({ sent, body, method, ledger }: Creation): void {
  const split = listAt(sent, 'split').filter(isObject);
  const back = listAt(body, 'split').map(asObject);
  const isBack = (rule: JsonObject, index: number) =>
    Object.entries(rule).every(([name, value]) => back[index]?.[name] === value);
  if (split.length === 0 || split.length !== back.length || !split.every(isBack)) return;
  for (const part of [textOf(method), ...(split.some((rule) => 'amount' in rule) ? ['amount'] : [])])
    ledger.confirm('split-rules', part, `A transaction by ${printableName(textOf(method))} came back with its split.`);
}

function judgeCustomerId({ sent, body, method, ledger }: Creation): void {
  if ((method === 'pix' || method === 'credit_card') && isSameId(sent.customer_id, objectAt(body, 'customer').id))
    ledger.confirm('form-fields-shared', `${method} with customer_id`, `A ${method} was accepted with customer_id.`);
}

function judgeAbsent({ sent, body, at, ledger }: Creation): void {
  for (const field of ['customer', 'billing']) {
    if (sent[field] !== undefined || (field === 'customer' && sent.customer_id !== undefined)) continue;
    const holds = body[field] === MASK ? undefined : body[field] === undefined || body[field] === null;
    const expected = `A transaction created without ${field} is returned without it.`;
    ledger.check('customer-absent', field, holds, expected, at(field));
  }
}

/** The sources contradict each other about `async`, so this records each outcome. */
function judgeAsync({ sent, method, status, at, ledger }: Creation): void {
  if (typeof sent.async !== 'boolean' || typeof method !== 'string' || !/^[a-z_]{1,32}$/.test(textOf(status))) return;
  const reason = `A transaction by ${printableName(method)} with async ${sent.async} was ${textOf(status)}.`;
  ledger.leaveOpen(['assumed async-meaning'], reason, at('status'));
}

function judgeFlow({ sent, method, status, at, ledger }: Creation): void {
  const flow = FLOW_OF.get(method);
  if (flow && (status === 'paid' || status === 'authorized'))
    ledger.refute(flow, `A ${method} was ${status} when it was created, before a buyer could pay it.`, at('status'));
  if (method === 'pix' && typeof sent.async === 'boolean' && status === 'processing')
    ledger.refute('pix-flow', 'A Pix with async was processing.', at('status'), 'pix-flow=stays-processing');
}

function judgeExpiry({ sent, body, at, ledger }: Creation): void {
  const minutes = (timeOf(body.pix_expiration_date) - timeOf(sent.expiration_date)) / 60_000;
  // Three hours less is São Paulo: a gateway may read the time as UTC and show the local time.
  const isOpen = Number.isNaN(minutes) || Math.abs(minutes + 180) < 1;
  const isOnTime = isOpen ? undefined : Math.abs(minutes) < 1;
  const expected = 'The code expires at the requested time in UTC.';
  ledger.check('pix-expiration', '', isOnTime, expected, at('pix_expiration_date'));
}

function judgeBoleto({ body, method, status, ledger }: Creation): void {
  if (method !== 'boleto' || status !== 'waiting_payment') return;
  const line = objectAt(body, 'boleto').barcode_line;
  const digits = typeof line === 'string' ? line.replaceAll(/\D/g, '').length : 0;
  const holds = line === MASK ? undefined : digits === 44 || digits === 47;
  ledger.check('boleto-form', '', holds, 'A boleto has a barcode_line of 44 or 47 digits.');
}

function judge3ds({ sent, body, method, status, at, ledger }: Creation): void {
  if (!isObject(sent.threeDSecure)) return;
  if (method === 'credit_card' && status !== 'refused')
    ledger.confirm('three-d-secure-request', '', 'A card payment with threeDSecure was accepted.');
  if (UNPAID.includes(status) && typeof objectAt(body, 'threeDSecure').url === 'string') {
    const reason = `A transaction with an address for 3DS was ${textOf(status)}.`;
    ledger.refute('three-d-secure-response', reason, at('status'));
  }
}

function judgeDebit({ sent, method, status, ledger }: Creation): void {
  if (!isObject(sent.threeDSecure) || method !== 'debit_card') return;
  const holds = status === 'request_authentication' ? true : status === 'paid' ? false : undefined;
  const expected = 'A debit payment with threeDSecure waits for 3DS.';
  const variant = 'three-d-secure-flow=debit-without-authentication';
  ledger.check('three-d-secure-flow', '', holds, expected, undefined, variant);
  if (status !== 'refused' && typeof sent.threeDSecure.provider === 'string')
    ledger.confirm('debit-form', '', 'A debit payment with a provider of 3DS was accepted.');
}

function judgeOutcome({ sent, body, method, status, at, ledger }: Creation): void {
  if (method === 'credit_card' && !isObject(sent.threeDSecure) && !isAsync(sent.async) && status === 'processing') {
    const reason = 'The response to a card payment without 3DS and async did not show its outcome.';
    ledger.refute('status-meanings', reason, at('status'), 'status-meanings=processing-first');
  }
  const hasReason = status === 'refused' ? typeof objectAt(body, 'refused_reason').reason === 'string' : undefined;
  const expected = 'A declined card returns 2xx with a reason.';
  ledger.check('refused-response', '', hasReason, expected, at('refused_reason'));
}

/** Returns a time in milliseconds, read as UTC if it has no zone, or NaN, which makes every comparison false. */
function timeOf(value: unknown): number {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return Number.NaN;
  const text = value.replace(' ', 'T');
  return Date.parse(text.length === 10 || /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}
