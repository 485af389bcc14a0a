import { DAY } from 'payment-gateway-core/codes';
import { asObject, isObject, type JsonObject, listAt, numberOf, objectAt, textOf } from 'payment-gateway-core/util';
import type { RegisterKey } from 'payment-gateway-core/values';
import { MASK } from '../exchange.js';
import { timeOf } from '../gateway-clock.js';
import { type EvidenceLedger, printableName } from '../judge/index.js';
import { type CreateCheck, dateOf, isAsync, isSameId, type Seen } from './check.js';

/** Payment methods that a buyer pays by a code, with the entry about their statuses. */
export const FLOW_OF: ReadonlyMap<unknown, RegisterKey> = new Map([
  ['pix', 'pix-flow'],
  ['boleto', 'boleto-flow'],
]);
export const UNPAID: readonly unknown[] = ['processing', 'waiting_payment'];
/** The fields that clients send with every payment method. */
const SHARED = ['payment_direct', 'async', 'capture', 'installments', 'items', 'metadata'];

/** Compares a created transaction with its request, claim by claim. */
export const createdPaymentCheck: CreateCheck = (ledger) => ({
  judge(seen) {
    if (seen.operationId !== 'createTransaction') return;
    for (const judgeClaim of OF_REQUESTS) judgeClaim(seen, ledger);
    if (seen.ok && isObject(seen.returned)) for (const judgeClaim of OF_PAYMENTS) judgeClaim(seen, ledger);
  },
});

/** Claims that a refusal can confirm, and those about the created payment. */
const OF_REQUESTS = [judgeWrongState, judgePixFlow, judgeBoletoFlow, judgeSplitChecked];
const OF_PAYMENTS = [
  ...[judgeFormFieldsShared, judgeDescriptorShared, judgeSplitRules, judgeAmountCentavos, judgePaymentMethodValues],
  ...[judgeCustomerAbsent, judgePixExpiration, judgeAsyncMeaning, judgeUnpaid, judgeBoletoForm, judgeStatusMeanings],
  ...[judgeRefusedResponse, judge3dsRequest, judge3dsResponse, judge3dsFlow, judgeDebitForm],
];

function judgeWrongState({ sent: { amount } }: Seen, ledger: EvidenceLedger): void {
  if (typeof amount === 'number' && amount <= 0)
    ledger.expectRefusal('wrong-state', 'amount', `A transaction of ${amount === 0 ? '0' : 'less than 0'}`);
}

/** Returns the time of a request in milliseconds. NaN, which makes every comparison false, if a recording lacks it. */
const sentAt = ({ exchange: { time, response } }: Seen): number => Date.parse(response.headers.date ?? time ?? '');

function judgePixFlow(seen: Seen, ledger: EvidenceLedger): void {
  const { sent, ok, body } = seen;
  // Allow a day of difference for clocks and time zones.
  if (sent.payment_method === 'pix' && timeOf(sent.expiration_date) < sentAt(seen) - DAY)
    ledger.expectRefusal('pix-flow', 'past', 'A Pix with an expiration date in the past');
  if (ok && body.payment_method === 'pix' && typeof sent.async === 'boolean' && body.status === 'processing')
    ledger.refute('pix-flow', 'A Pix with async was processing.', 'pix-flow=stays-processing');
}

function judgeBoletoFlow(seen: Seen, ledger: EvidenceLedger): void {
  if (seen.sent.payment_method !== 'boleto') return;
  const { expiration, max_payment_date: last } = objectAt(seen.sent, 'boleto');
  const past = sentAt(seen) - 2 * DAY;
  if (dateOf(last) < dateOf(expiration))
    ledger.expectRefusal('boleto-flow', 'order', 'A boleto with a last payment date before its due date');
  else if (dateOf(last) < past)
    ledger.expectRefusal('boleto-flow', 'past', 'A boleto with a last payment date in the past');
  else if (dateOf(expiration) < past)
    ledger.expectRefusal('boleto-flow', 'past due', 'A boleto with a due date in the past');
}

/** Checks that the gateway refuses invalid splits. Only flows can test unknown receivers. */
function judgeSplitChecked({ sent }: Seen, ledger: EvidenceLedger): void {
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

/** Begins the reason of a claim about accepted fields. */
const accepted = (method: string): string => `A transaction by ${printableName(method)} was accepted with`;

function judgeFormFieldsShared({ sent, body }: Seen, ledger: EvidenceLedger): void {
  const method = textOf(body.payment_method);
  if (method !== '' && method === sent.payment_method && SHARED.every((field) => field in sent))
    ledger.confirm('form-fields-shared', method, `${accepted(method)} these fields.`);
  if ((method === 'pix' || method === 'credit_card') && isSameId(sent.customer_id, objectAt(body, 'customer').id))
    ledger.confirm('form-fields-shared', `${method} with customer_id`, `${accepted(method)} customer_id.`);
}

function judgeDescriptorShared({ sent, body }: Seen, ledger: EvidenceLedger): void {
  const method = textOf(body.payment_method);
  if (method !== 'credit_card' && sent.descriptor !== undefined)
    ledger.confirm('descriptor-shared', method, `${accepted(method)} a descriptor.`);
}

function judgeSplitRules({ sent, body }: Seen, ledger: EvidenceLedger): void {
  const method = textOf(body.payment_method);
  const split = listAt(sent, 'split').filter(isObject);
  const back = listAt(body, 'split').map(asObject);
  const isBack = (rule: JsonObject, index: number) =>
    Object.entries(rule).every(([name, value]) => back[index]?.[name] === value);
  if (split.length === 0 || split.length !== back.length || !split.every(isBack)) return;
  for (const part of [method, ...(split.some((rule) => 'amount' in rule) ? ['amount'] : [])])
    ledger.confirm('split-rules', part, `${accepted(method)} a split, and came back with it.`);
}

function judgeAmountCentavos({ sent: { amount }, body }: Seen, ledger: EvidenceLedger): void {
  if (typeof amount === 'number' && amount !== body.amount && Math.round(numberOf(body.amount) * 100) === amount)
    ledger.refute('amount-centavos', 'The amount came back as a hundredth of the sent amount.');
}

function judgePaymentMethodValues({ sent: { payment_method: sent }, body }: Seen, ledger: EvidenceLedger): void {
  const { payment_method: method } = body;
  if (typeof sent !== 'string' || typeof method !== 'string') return;
  const expected = `The payment method ${printableName(sent)} comes back unchanged.`;
  ledger.check('payment-method-values', method, sent === method, expected);
}

function judgeCustomerAbsent({ sent, body }: Seen, ledger: EvidenceLedger): void {
  for (const field of ['customer', 'billing']) {
    if (sent[field] !== undefined || (field === 'customer' && sent.customer_id !== undefined)) continue;
    const holds = body[field] === MASK ? undefined : body[field] === undefined || body[field] === null;
    ledger.check('customer-absent', field, holds, `A transaction created without ${field} is returned without it.`);
  }
}

function judgePixExpiration({ sent, body }: Seen, ledger: EvidenceLedger): void {
  const minutes = (timeOf(body.pix_expiration_date) - timeOf(sent.expiration_date)) / 60_000;
  // Three hours less is São Paulo: a gateway may read the time as UTC and show the local time.
  const isOpen = Number.isNaN(minutes) || Math.abs(minutes + 180) < 1;
  const isOnTime = isOpen ? undefined : Math.abs(minutes) < 1;
  ledger.check('pix-expiration', '', isOnTime, 'The code expires at the requested time in UTC.');
}

/** The sources contradict each other about `async`, so this records each outcome. */
function judgeAsyncMeaning({ sent, body: { payment_method: method, status } }: Seen, ledger: EvidenceLedger): void {
  if (typeof sent.async !== 'boolean' || typeof method !== 'string' || !/^[a-z_]{1,32}$/.test(textOf(status))) return;
  const reason = `A transaction by ${printableName(method)} with async ${sent.async} was ${textOf(status)}.`;
  ledger.leaveOpen(['assumed async-meaning'], reason);
}

/** Checks both claims about codes: nobody has paid yet. */
function judgeUnpaid({ body: { payment_method: method, status } }: Seen, ledger: EvidenceLedger): void {
  const flow = FLOW_OF.get(method);
  if (flow && (status === 'paid' || status === 'authorized'))
    ledger.refute(flow, `A ${method} was ${status} when it was created, before a buyer could pay it.`);
}

function judgeBoletoForm({ body }: Seen, ledger: EvidenceLedger): void {
  if (body.payment_method !== 'boleto' || body.status !== 'waiting_payment') return;
  const line = objectAt(body, 'boleto').barcode_line;
  const digits = textOf(line).replaceAll(/\D/g, '').length;
  const holds = line === MASK ? undefined : digits === 44 || digits === 47;
  ledger.check('boleto-form', '', holds, 'A boleto has a barcode_line of 44 or 47 digits.');
}

function judgeStatusMeanings({ sent, body }: Seen, ledger: EvidenceLedger): void {
  if (body.payment_method !== 'credit_card' || isObject(sent.threeDSecure) || isAsync(sent.async)) return;
  if (body.status !== 'processing') return;
  const reason = 'The response to a card payment without 3DS and async did not show its outcome.';
  ledger.refute('status-meanings', reason, 'status-meanings=processing-first');
}

function judgeRefusedResponse({ body }: Seen, ledger: EvidenceLedger): void {
  if (body.status !== 'refused') return;
  const hasReason = typeof objectAt(body, 'refused_reason').reason === 'string';
  ledger.check('refused-response', '', hasReason, 'A declined card returns 2xx with a reason.');
}

function judge3dsRequest({ sent, body }: Seen, ledger: EvidenceLedger): void {
  if (isObject(sent.threeDSecure) && body.payment_method === 'credit_card' && body.status !== 'refused')
    ledger.confirm('three-d-secure-request', '', 'A card payment with threeDSecure was accepted.');
}

function judge3dsResponse({ sent, body }: Seen, ledger: EvidenceLedger): void {
  const hasAddress = isObject(sent.threeDSecure) && typeof objectAt(body, 'threeDSecure').url === 'string';
  if (hasAddress && UNPAID.includes(body.status))
    ledger.refute('three-d-secure-response', `A transaction with an address for 3DS was ${textOf(body.status)}.`);
}

function judge3dsFlow({ sent, body: { payment_method: method, status } }: Seen, ledger: EvidenceLedger): void {
  if (!isObject(sent.threeDSecure) || method !== 'debit_card') return;
  const holds = status === 'request_authentication' ? true : status === 'paid' ? false : undefined;
  const variant = 'three-d-secure-flow=debit-without-authentication';
  ledger.check('three-d-secure-flow', '', holds, 'A debit payment with threeDSecure waits for 3DS.', variant);
}

function judgeDebitForm({ sent, body }: Seen, ledger: EvidenceLedger): void {
  const hasProvider = typeof objectAt(sent, 'threeDSecure').provider === 'string';
  if (hasProvider && body.payment_method === 'debit_card' && body.status !== 'refused')
    ledger.confirm('debit-form', '', 'A debit payment with a provider of 3DS was accepted.');
}
