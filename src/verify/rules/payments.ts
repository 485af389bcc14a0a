import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import { readBoleto, readPixCode } from '../judge/codes.js';
import type { JudgedContract } from '../judge/contract.js';
import { printable } from '../judge/discoveries.js';
import type { Place } from '../judge/finding.js';
import type { Ledger } from '../judge/ledger.js';
import { isSuccess, type Rule, type Seen } from './rule.js';

/** Keys of payments are remembered for so many. */
const REMEMBERED = 50_000;
const UNPAID = ['processing', 'waiting_payment'];

/** What a transaction shows beyond its schema: its unit, its codes, and what goes with its method and status. */
export function paymentRule(contract: JudgedContract): Rule {
  const transaction = objectAt(objectAt(objectAt(contract.document, 'components'), 'schemas'), 'Transaction');
  const fields = objectAt(transaction, 'properties');
  const at = (field: string): Place => contract.placeOf(objectAt(fields, field));
  const documented = Object.keys(fields).filter((field) => at(field).evidence[0]?.startsWith('documented'));

  const keys = new Set<string>();

  return {
    judge(seen, ledger) {
      for (const { name, value } of seen.records) if (name === 'Transaction') judgeRecord(value, seen, ledger);
      if (seen.operation.operationId !== 'createTransaction') return;
      judgeKey(seen, ledger);
      if (!isSuccess(seen.status)) return;
      if (isObject(seen.sent) && isObject(seen.returned)) judgeCreated(seen.sent, seen.returned, ledger);
    },
  };

  /** A second payment with the same key, while the first one was taken. */
  function judgeKey({ sent, status, intent }: Seen, ledger: Ledger): void {
    const key = isObject(sent) ? sent.reference_key : undefined;
    if (typeof key !== 'string' || key === MASK) return;
    if (keys.has(key) && isSuccess(status)) {
      ledger.refuteEntry(
        'reference-key',
        at('reference_key'),
        'A second transaction was created with the same reference_key.',
      );
    } else if (keys.has(key) && (status === 409 || status === 422 || status === 400)) {
      ledger.confirm(
        'reference-key',
        at('reference_key'),
        '',
        `A second transaction with the same reference_key was refused with ${status}.`,
      );
    }
    if (isSuccess(status) && keys.size < REMEMBERED) keys.add(key);
    if (intent.expects === undefined) ledger.touch(['assumed reference-key']);
  }

  function judgeRecord(value: JsonObject, seen: Seen, ledger: Ledger): void {
    judgeCodes(value, ledger);
    const { payment_method: method, status } = value;
    if (method === 'pix' || method === 'boleto') {
      const isAbsent = value.card === undefined || value.card === null;
      if (isAbsent) ledger.confirm('card-absent', at('card'), '', `A transaction by ${method} had no card.`);
      else if (value.card !== MASK)
        ledger.refuteEntry('card-absent', at('card'), `A transaction by ${method} had a card.`);
    }
    if (status === 'request_authentication') {
      const place = at('threeDSecure');
      if (typeof objectAt(value, 'threeDSecure').url === 'string') {
        ledger.confirm(
          'three-d-secure-response',
          place,
          '',
          'A transaction that waits for 3DS had the address for it.',
        );
      } else
        ledger.refuteEntry('three-d-secure-response', place, 'A transaction that waits for 3DS had no address for it.');
    }
    const missing = documented.find((field) => !(field in value));
    if (missing !== undefined)
      ledger.confirm('transaction-fields-missing', at(missing), '', `A transaction had no ${missing}.`);
    else ledger.touch(['observed transaction-fields-missing']);
    if (typeof method === 'string' && !seen.violations.some(({ place }) => place.pointer.includes('/Transaction'))) {
      ledger.confirm(
        'response-requiredness',
        contract.placeOf(transaction),
        method,
        'A transaction had every field that is required.',
      );
    }
  }

  function judgeCodes(value: JsonObject, ledger: Ledger): void {
    const { amount, status, pix_qr_code: pix } = value;
    const line = objectAt(value, 'boleto').barcode_line;
    const codes = [
      ...(typeof pix === 'string' && pix !== MASK
        ? [{ place: at('pix_qr_code'), kind: 'PIX code', code: readPixCode(pix) }]
        : []),
      ...(typeof line === 'string' && line !== MASK
        ? [{ place: at('boleto'), kind: 'boleto line', code: readBoleto(line) }]
        : []),
    ];
    for (const { place, kind, code } of codes) {
      if (code.fault) ledger.refuteEntry('field-meanings', place, `The ${kind} ${code.fault}.`);
      const isUnpaid = typeof status === 'string' && UNPAID.includes(status);
      if (code.fault || code.amount === undefined || typeof amount !== 'number' || !isUnpaid) continue;
      const unit = at('amount');
      if (code.amount === amount)
        ledger.confirm(
          'amount-centavos',
          unit,
          '',
          `The ${kind} carries the amount in reais, and it is a hundredth of the field.`,
        );
      else if (code.amount === Math.round(amount * 100))
        ledger.refuteEntry('amount-centavos', unit, `The ${kind} carries the same number of reais as the field.`);
      else
        ledger.leaveOpen(
          ['observed amount-centavos'],
          unit,
          `The ${kind} carries another amount than the transaction.`,
        );
    }
  }

  function judgeCreated(sent: JsonObject, returned: JsonObject, ledger: Ledger): void {
    const { amount, payment_method: method } = returned;
    if (
      typeof sent.amount === 'number' &&
      typeof amount === 'number' &&
      amount !== sent.amount &&
      Math.round(amount * 100) === sent.amount
    ) {
      ledger.refuteEntry('amount-centavos', at('amount'), 'The amount was returned as a hundredth of what was sent.');
    }
    if (typeof sent.payment_method === 'string' && typeof method === 'string') {
      const place = at('payment_method');
      if (sent.payment_method === method)
        ledger.confirm(
          'payment-method-values',
          place,
          method,
          `The payment method ${method} was returned as it was sent.`,
        );
      else
        ledger.refuteEntry(
          'payment-method-values',
          place,
          'The payment method was returned as another one than was sent.',
        );
    }
    for (const field of ['customer', 'billing']) {
      if (sent[field] !== undefined || (field === 'customer' && sent.customer_id !== undefined)) continue;
      const isAbsent = returned[field] === undefined || returned[field] === null;
      if (isAbsent)
        ledger.confirm(
          'customer-absent',
          at(field),
          '',
          `A transaction created without ${field} was returned without it.`,
        );
      else if (returned[field] !== MASK)
        ledger.refuteEntry(
          'customer-absent',
          at(field),
          `A transaction created without ${field} was returned with one.`,
        );
    }
    // Whatever it does is worth knowing: its sources contradict each other.
    if (typeof sent.async === 'boolean' && typeof method === 'string' && /^[a-z_]{1,32}$/.test(`${returned.status}`)) {
      const reason = `A transaction by ${printable(method)} with async ${sent.async} was ${String(returned.status)}.`;
      ledger.leaveOpen(['assumed async-meaning'], at('status'), reason);
    }
    judgeExpiration(sent.expiration_date, returned.pix_expiration_date, ledger);
    const code = objectAt(sent, 'card').card_cvv;
    if (typeof code === 'string' && code.startsWith('6')) {
      const refused = returned.status === 'refused';
      if (refused)
        ledger.confirm('security-code-refused', at('status'), '', 'A security code that begins with 6 was refused.');
      else
        ledger.refuteEntry(
          'security-code-refused',
          at('status'),
          'A security code that begins with 6 was not refused.',
        );
    }
    if (returned.status === 'refused') {
      const place = at('refused_reason');
      if (typeof objectAt(returned, 'refused_reason').reason === 'string') {
        ledger.confirm('refused-response', place, '', 'A declined card came back as a success with the reason.');
      } else ledger.refuteEntry('refused-response', place, 'A refused transaction had no reason.');
    }
  }

  function judgeExpiration(sent: unknown, returned: unknown, ledger: Ledger): void {
    if (typeof sent !== 'string' || typeof returned !== 'string' || sent === MASK || returned === MASK) return;
    const wanted = Date.parse(`${sent.replace(' ', 'T')}Z`);
    const text = returned.replace(' ', 'T');
    const got = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
    if (Number.isNaN(wanted) || Number.isNaN(got)) return;
    const minutes = (got - wanted) / 60_000;
    const place = at('pix_expiration_date');
    if (Math.abs(minutes) < 1)
      ledger.confirm('pix-expiration', place, '', 'The code expires at the time that was sent, read as UTC.');
    else
      ledger.refuteEntry(
        'pix-expiration',
        place,
        'The code expires at another time than the one that was sent, read as UTC.',
      );
  }
}
