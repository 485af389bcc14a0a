import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import { readBoleto, readPixCode } from '../judge/codes.js';
import type { JudgedContract } from '../judge/contract.js';
import { printable } from '../judge/discoveries.js';
import type { Place } from '../judge/finding.js';
import type { Ledger } from '../judge/ledger.js';
import { isSuccess, type Rule, type Seen } from './rule.js';

/** The most reference keys to remember. */
const REMEMBERED = 50_000;
const UNPAID = ['processing', 'waiting_payment'];

/** Checks transactions beyond their schema: the unit, the payment codes, and the fields of each method and status. */
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

  /** Checks that a second payment with the same reference_key is refused. */
  function judgeKey({ sent, status, intent }: Seen, ledger: Ledger): void {
    const key = isObject(sent) ? sent.reference_key : undefined;
    if (typeof key !== 'string' || key === MASK) return;
    if (keys.has(key) && isSuccess(status)) {
      ledger.refute(
        'reference-key',
        'A second transaction was created with the same reference_key.',
        at('reference_key'),
      );
    } else if (keys.has(key) && (status === 409 || status === 422 || status === 400)) {
      ledger.confirm(
        'reference-key',
        '',
        `A second transaction with the same reference_key was refused with ${status}.`,
        at('reference_key'),
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
      if (isAbsent) ledger.confirm('card-absent', '', `A transaction by ${method} had no card.`, at('card'));
      else if (value.card !== MASK) ledger.refute('card-absent', `A transaction by ${method} had a card.`, at('card'));
    }
    if (status === 'request_authentication') {
      const place = at('threeDSecure');
      ledger.check(
        'three-d-secure-response',
        '',
        typeof objectAt(value, 'threeDSecure').url === 'string',
        'A transaction that waits for 3DS had the address for it.',
        'A transaction that waits for 3DS had no address for it.',
        place,
      );
    }
    const missing = documented.find((field) => !(field in value));
    if (missing !== undefined)
      ledger.confirm('transaction-fields-missing', '', `A transaction had no ${missing}.`, at(missing));
    else ledger.touch(['observed transaction-fields-missing']);
    if (typeof method === 'string' && !seen.violations.some(({ place }) => place.pointer.includes('/Transaction'))) {
      ledger.confirm(
        'response-requiredness',
        method,
        'A transaction had every field that is required.',
        contract.placeOf(transaction),
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
      if (code.fault) ledger.refute('field-meanings', `The ${kind} ${code.fault}.`, place);
      const isUnpaid = typeof status === 'string' && UNPAID.includes(status);
      if (code.fault || code.amount === undefined || typeof amount !== 'number' || !isUnpaid) continue;
      const unit = at('amount');
      // A boleto may include a fee or interest, so only a PIX code proves the unit.
      if (code.amount === amount && kind === 'PIX code')
        ledger.confirm(
          'amount-centavos',
          '',
          'The PIX code carries the amount in reais, a hundredth of the field.',
          unit,
        );
      else if (code.amount === Math.round(amount * 100))
        ledger.refute('amount-centavos', `The ${kind} carries the same number of reais as the field.`, unit);
      else if (code.amount !== amount)
        ledger.leaveOpen(
          ['observed amount-centavos'],
          `The ${kind} carries another amount than the transaction.`,
          unit,
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
      ledger.refute('amount-centavos', 'The amount was returned as a hundredth of what was sent.', at('amount'));
    }
    if (typeof sent.payment_method === 'string' && typeof method === 'string') {
      const place = at('payment_method');
      ledger.check(
        'payment-method-values',
        method,
        sent.payment_method === method,
        `The payment method ${method} was returned as it was sent.`,
        'The payment method was returned as another one than was sent.',
        place,
      );
    }
    for (const field of ['customer', 'billing']) {
      if (sent[field] !== undefined || (field === 'customer' && sent.customer_id !== undefined)) continue;
      const isAbsent = returned[field] === undefined || returned[field] === null;
      if (isAbsent)
        ledger.confirm(
          'customer-absent',
          '',
          `A transaction created without ${field} was returned without it.`,
          at(field),
        );
      else if (returned[field] !== MASK)
        ledger.refute('customer-absent', `A transaction created without ${field} was returned with one.`, at(field));
    }
    // The sources contradict each other about `async`, so record each outcome.
    if (typeof sent.async === 'boolean' && typeof method === 'string' && /^[a-z_]{1,32}$/.test(`${returned.status}`)) {
      const reason = `A transaction by ${printable(method)} with async ${sent.async} was ${String(returned.status)}.`;
      ledger.leaveOpen(['assumed async-meaning'], reason, at('status'));
    }
    judgeExpiration(sent.expiration_date, returned.pix_expiration_date, ledger);
    const code = objectAt(sent, 'card').card_cvv;
    if (typeof code === 'string' && code.startsWith('6')) {
      const refused = returned.status === 'refused';
      ledger.check(
        'security-code-refused',
        '',
        refused,
        'A security code that begins with 6 was refused.',
        'A security code that begins with 6 was not refused.',
        at('status'),
      );
    }
    if (returned.status === 'refused') {
      const place = at('refused_reason');
      ledger.check(
        'refused-response',
        '',
        typeof objectAt(returned, 'refused_reason').reason === 'string',
        'A declined card came back as a success with the reason.',
        'A refused transaction had no reason.',
        place,
      );
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
    ledger.check(
      'pix-expiration',
      '',
      Math.abs(minutes) < 1,
      'The code expires at the time that was sent, read as UTC.',
      'The code expires at another time than the one that was sent, read as UTC.',
      place,
    );
  }
}
