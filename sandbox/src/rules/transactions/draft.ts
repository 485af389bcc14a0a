/** Reads a transaction request once. All code that uses a draft can rely on its values. */
import { MOST_INSTALLMENTS, PAID_AT_ONCE } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { booleanOf } from 'payment-gateway-core/util';
import { amountOf, countOf, objectsOf, optionalObject, string, stringFields } from '../input.js';
import { unprocessable } from '../refusals.js';
import { type Method, PAYMENT_METHODS, type Work } from '../work.js';

type Read = ReturnType<typeof readDraft>;

/** The values of a new transaction. A field is undefined if the request omits it. The charge of a subscription needs only a few. */
export type Draft = Pick<Read, 'amount' | 'method' | 'installments'> & Partial<Read>;

/** Fails with 422 for values that no transaction can have. Lookups check the values that depend on the state. */
export function readDraft(work: Work, body: JsonObject) {
  const method = PAYMENT_METHODS.find((known) => known === body.payment_method);
  if (method === undefined) throw unprocessable('payment_method: must be credit_card, debit_card, pix or boleto');
  return {
    amount: amountOf(body.amount, 'amount'),
    method,
    installments: installmentsOf(work, method, body),
    async: booleanOf(body.async),
    capture: booleanOf(body.capture),
    referenceKey: string(body.reference_key),
    metadata: typeof body.metadata === 'string' ? body.metadata : undefined,
    session: body.session,
    threeDSecure: optionalObject(body.threeDSecure),
    billing: billingOf(optionalObject(body.billing)),
    shipping: shippingOf(optionalObject(body.shipping)),
    items: objectsOf(body.items, 'items').map(itemOf),
  };
}

function installmentsOf(work: Work, method: Method, { installments }: JsonObject): number {
  if (!isByCard(method)) return 1;
  const count = countOf(installments, 'installments', { min: 1, max: MOST_INSTALLMENTS }, 1);
  if (count === 1 || method === 'credit_card') return count;
  work.use('debit-installments');
  throw unprocessable(`installments: ${PAID_AT_ONCE}`);
}

export const isByCard = (method: string): boolean => method === 'credit_card' || method === 'debit_card';

/** Returns a billing record with all fields of section 2.2. A text that the request omits is empty. */
export function billingOf(sent: JsonObject | undefined) {
  if (sent === undefined) return undefined;
  return {
    name: '',
    ...stringFields(sent, ['name']),
    address: { ...NO_ADDRESS, ...addressFields(optionalObject(sent.address) ?? {}) },
  };
}

function shippingOf(sent: JsonObject | undefined) {
  if (sent === undefined) return undefined;
  const address = optionalObject(sent.address);
  return {
    ...stringFields(sent, ['name', 'fee']),
    ...(address !== undefined && { address: { complementary: null, ...addressFields(address) } }),
  };
}

const addressFields = (sent: JsonObject) =>
  stringFields(sent, Object.keys(NO_ADDRESS) as readonly (keyof typeof NO_ADDRESS)[]);

const NO_ADDRESS = {
  street: '',
  street_number: '',
  complementary: null,
  zipcode: '',
  country: '',
  state: '',
  city: '',
  neighborhood: null,
};

function itemOf(item: JsonObject) {
  const { unit_price, quantity } = item;
  return {
    external_id: '',
    title: '',
    ...stringFields(item, ['external_id', 'title']),
    unit_price: typeof unit_price === 'number' ? Math.round(unit_price) : 0,
    quantity: typeof quantity === 'number' ? quantity : 1,
    // Requests send a boolean; the source document shows an integer in responses.
    tangible: Number(booleanOf(item.tangible) ?? false),
    category: null,
    venue: null,
    date: null,
  };
}
