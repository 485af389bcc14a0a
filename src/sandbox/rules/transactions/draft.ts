/** Reads a transaction request once. All code that uses a draft can rely on its values. */
import type { JsonObject } from '../../../contract/json.js';
import { amountOf, countOf, flag, objectOf, objectsOf, string, stringFields } from '../input.js';
import { unprocessable } from '../refusals.js';
import { MOST_INSTALLMENTS } from '../simulate-tax.js';
import { METHODS, type Method, rule, type Wire } from '../work.js';
import type { Split } from './split.js';

type Made<Part> = Omit<Part, 'id' | 'created_at' | 'updated_at'>;

export interface Draft {
  /** In centavos. */
  readonly amount: number;
  readonly method: Method;
  readonly installments: number;
  /** `undefined`: the request omits it. */
  readonly async?: boolean | undefined;
  readonly capture?: boolean | undefined;
  readonly referenceKey?: string | undefined;
  readonly metadata?: string | undefined;
  readonly session?: unknown;
  readonly threeDSecure?: JsonObject | undefined;
  readonly billing?: Made<NonNullable<Wire['Transaction']['billing']>> | undefined;
  readonly shipping?: Wire['Shipping'] | undefined;
  readonly items?: readonly Made<Wire['Item']>[];
  readonly split?: Split | undefined;
}

/** Fails with 422 for values that no transaction can have. Lookups check the values that depend on the state. */
export function readDraft(body: JsonObject): Draft {
  const method = METHODS.find((known) => known === body.payment_method);
  if (method === undefined) throw unprocessable(`payment_method: must be credit_card, debit_card, pix or boleto`);
  return {
    amount: amountOf(body.amount, 'amount'),
    method,
    installments: installmentsOf(method, body),
    async: flag(body.async),
    capture: flag(body.capture),
    referenceKey: string(body.reference_key),
    metadata: typeof body.metadata === 'string' ? body.metadata : undefined,
    session: body.session,
    threeDSecure: objectOf(body.threeDSecure),
    billing: billingOf(objectOf(body.billing)),
    shipping: shippingOf(objectOf(body.shipping)),
    items: objectsOf(body.items, 'items').map(itemOf),
  };
}

function installmentsOf(method: Method, { installments }: JsonObject): number {
  if (!isByCard(method)) return 1;
  const count = countOf(installments, 'installments', { min: 1, max: MOST_INSTALLMENTS }, 1);
  if (method === 'debit_card') requireOnePart(count);
  return count;
}

const requireOnePart = rule('debit-installments', (installments: number): void => {
  if (installments > 1)
    throw unprocessable('installments: a debit card pays at once; send 1, or leave installments out');
});

export const isByCard = (method: string): boolean => method === 'credit_card' || method === 'debit_card';

export function billingOf(billing: JsonObject | undefined): Draft['billing'] {
  if (billing === undefined) return undefined;
  const address = objectOf(billing.address);
  return {
    ...stringFields(billing, ['name']),
    ...(address !== undefined && {
      address: { ...addressOf(address), complementary: string(address.complementary) ?? null },
    }),
  };
}

function shippingOf(shipping: JsonObject | undefined): Wire['Shipping'] | undefined {
  if (shipping === undefined) return undefined;
  const address = objectOf(shipping.address);
  return {
    ...stringFields(shipping, ['name', 'fee']),
    ...(address !== undefined && { address: { ...addressOf(address), ...stringFields(address, ['complementary']) } }),
  };
}

function addressOf(address: JsonObject) {
  return stringFields(address, ['street', 'street_number', 'zipcode', 'country', 'state', 'city', 'neighborhood']);
}

function itemOf(item: JsonObject): Made<Wire['Item']> {
  const { unit_price, quantity } = item;
  const tangible = flag(item.tangible);
  return {
    ...stringFields(item, ['external_id', 'title']),
    ...(typeof unit_price === 'number' && { unit_price: Math.round(unit_price) }),
    ...(typeof quantity === 'number' && { quantity }),
    // Requests send a boolean; the source document shows an integer in responses.
    ...(tangible !== undefined && { tangible: Number(tangible) }),
    category: null,
    venue: null,
    date: null,
  };
}
