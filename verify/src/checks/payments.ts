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
import type { EvidenceLedger, JudgedContract } from '../judge/index.js';
import { type Check, type CreateCheck, isSameId, Memory, type Seen } from './check.js';
import { FLOW_OF, UNPAID } from './created-payments.js';

/** The message of a refusal because another transaction has the key. */
const NAMES_KEY = /reference_key|already|duplicat|em uso|já/i;

/** Checks transactions beyond their schema: the unit, the payment codes, splits, and the fields of each method and status. */
export const paymentCheck: CreateCheck = (ledger, contract) => new PaymentCheck(ledger, contract);

class PaymentCheck implements Check {
  readonly #ledger: EvidenceLedger;
  /** The fields that the source document shows. */
  readonly #documented: readonly string[];
  /** The id of the first transaction with a key. */
  readonly #referenceKeys = new Memory<unknown>();

  constructor(ledger: EvidenceLedger, contract: JudgedContract) {
    this.#ledger = ledger;
    this.#documented = Object.entries(objectAt(contract.schema('Transaction'), 'properties')).flatMap(
      ([name, field]) =>
        isObject(field) && contract.placeOf(field).evidence[0]?.startsWith('documented') ? [name] : [],
    );
  }

  judge(seen: Seen): void {
    const { operationId, ok, records } = seen;
    for (const { name, value } of records) if (name === 'Transaction') this.#judgeRecord(value, seen);
    if (ok && operationId === 'listTransactionHistory') this.#judgeHistory(seen);
    if (ok && operationId === 'listTransactions') this.#judgeFilter(seen);
    if (ok) this.#judgeReused(seen);
    if (operationId === 'createTransaction') this.#judgeReferenceKey(seen);
  }

  #judgeRecord(value: JsonObject, { violations, resources }: Seen): void {
    this.#judgeCodes(value);
    this.#judgeSplit(value);
    const { pix_expiration_date: expires } = value;
    if (typeof expires === 'string' && expires !== MASK && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(expires))
      this.#ledger.refute('pix-response-fields', 'The expiry of a Pix has another form.');
    const { id, payment_method: method, status } = value;
    const flow = FLOW_OF.get(method);
    if (flow) {
      const hasCard = value.card !== undefined && value.card !== null;
      const holds = value.card === MASK ? undefined : !hasCard;
      this.#ledger.check('card-absent', textOf(method), holds, `A transaction by ${method} has no card.`);
      if (status === 'waiting_payment' && (typeof value.pix_qr_code === 'string' || isObject(value.boleto)))
        this.#ledger.confirm(flow, 'waits', 'A payment with a code is waiting_payment.');
      this.#judgeChange(flow, resources.latest('transactions', id)?.status, status);
    }
    if (status === 'request_authentication') {
      const hasAddress = typeof objectAt(value, 'threeDSecure').url === 'string';
      this.#ledger.check(
        'three-d-secure-response',
        '',
        hasAddress,
        'A transaction that waits for 3DS has threeDSecure.url.',
      );
    }
    const missing = this.#documented.find((field) => !(field in value));
    if (missing === undefined) this.#ledger.touch(['observed transaction-fields-missing']);
    else this.#ledger.confirm('transaction-fields-missing', '', `A transaction had no ${missing}.`);
    if (typeof method === 'string' && !violations.some(({ place }) => place.pointer.includes('/Transaction'))) {
      this.#ledger.confirm('response-requiredness', method, 'A transaction had every required field.');
    }
  }

  #judgeReused({ operationId, records, violations }: Seen): void {
    if (violations.length > 0 || !records.some(({ name }) => name === 'Transaction')) return;
    this.#ledger.confirm(
      'transaction-response-reused',
      operationId,
      `${operationId} returned the record of a transaction.`,
    );
  }

  #judgeFilter({ query, body }: Seen): void {
    const key = query.get('reference_key');
    if (this.#referenceKeys.get(key) === undefined) return;
    const found = listAt(body, 'data').map((item) => asObject(item).reference_key);
    const holds = found.includes(MASK) ? undefined : found.length > 0 && found.every((one) => one === key);
    const expected = 'A list filtered by reference_key has the transaction with this key and no other.';
    const variant = found.some((one) => one !== key) ? 'reference-key=filter-ignored' : undefined;
    this.#ledger.check('reference-key', 'found', holds, expected, variant);
  }

  #judgeHistory({ body, before }: Seen): void {
    const flow = FLOW_OF.get(before?.payment_method);
    const states = listAt(body, 'data').map((entry) => asObject(entry).status);
    for (const [index, status] of states.entries()) if (flow) this.#judgeChange(flow, states[index - 1], status);
  }

  #judgeChange(flow: RegisterKey, from: unknown, to: unknown): void {
    if (from === 'waiting_payment' && (to === 'paid' || to === 'canceled'))
      this.#ledger.confirm(flow, to, `A waiting_payment transaction became ${to}.`);
  }

  #judgeCodes({ amount, status, pix_qr_code: pix, boleto }: JsonObject): void {
    const codes = [
      { kind: 'Pix code', text: pix, read: readPixCode },
      { kind: 'boleto line', text: asObject(boleto).barcode_line, read: readBoleto },
    ];
    for (const { kind, text, read } of codes) {
      if (typeof text !== 'string' || text === MASK) continue;
      const code = read(text);
      if (code.fault) this.#ledger.leaveOpen(['assumed field-meanings'], `The ${kind} ${code.fault}.`);
      if (code.fault || code.amount === undefined || typeof amount !== 'number' || !UNPAID.includes(status)) continue;
      // A boleto may include a fee or interest, so only a Pix code proves the unit.
      if (code.amount === amount && kind === 'Pix code')
        this.#ledger.confirm('amount-centavos', '', 'A Pix code has the amount in reais, and the field in centavos.');
      else if (code.amount === Math.round(amount * 100))
        this.#ledger.refute('amount-centavos', `The ${kind} shows that the amount of the transaction is in reais.`);
      else if (code.amount !== amount)
        this.#ledger.leaveOpen(['observed amount-centavos'], `The ${kind} has another amount than the transaction.`);
    }
  }

  #judgeSplit({ split, paid_amount: paid, amount, status }: JsonObject): void {
    const parts = listAt({ split }, 'split').map((rule) => asObject(rule).amount);
    if (parts.length === 0 || !parts.every((part) => typeof part === 'number')) return;
    const sum = parts.reduce((sum, part) => sum + part, 0);
    const variant = status === 'refunded' && sum === 0 ? 'refund-rules=keeps-paid-amount' : undefined;
    const expected = 'The amounts of a split add up to the payment.';
    // After a refund, a gateway that keeps `paid_amount` has a lower sum, as the entry says.
    const isOpen = sum < numberOf(paid) && variant === undefined;
    this.#ledger.check('split-amounts', '', isOpen ? undefined : sum === (paid ?? amount), expected, variant);
  }

  #judgeReferenceKey({ sent, status, ok, intent, body, returned }: Seen): void {
    const { reference_key: key } = sent;
    if (typeof key !== 'string' || key === MASK) return;
    const first = this.#referenceKeys.get(key);
    const isAnother = ok && !isSameId(body.id, first);
    // A refusal for another reason, such as a declined card, says nothing about the key.
    const isRefused = isRefusal(status) && NAMES_KEY.test(jsonOf(returned ?? ''));
    const holds = first === undefined ? undefined : isAnother ? false : isRefused || undefined;
    const expected = 'A second transaction with the same reference_key is refused.';
    this.#ledger.check('reference-key', 'refused', holds, expected, 'reference-key=accepted-again');
    if (ok && first === undefined) this.#referenceKeys.set(key, body.id ?? null);
    if (!intent.expects) this.#ledger.touch(['assumed reference-key']);
  }
}
