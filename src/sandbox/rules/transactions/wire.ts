/** What a new transaction looks like on the wire: the fields of 2.2, from what was sent and what is on file. */
import { timestamp } from '../../../codes/days.js';
import type { JsonObject } from '../../json.js';
import { flag, objectOf, objectsOf, string, stringFields } from '../input.js';
import type { Wire } from '../work.js';

export interface Draft {
  readonly id: number;
  readonly amount: number;
  readonly method: string;
  readonly installments: number;
  readonly now: number;
  /** What was sent: fields that are repeated as they are. */
  readonly body: JsonObject;
  readonly customer: JsonObject | undefined;
  readonly card: JsonObject | undefined;
  readonly split: Wire['SplitRule'][] | undefined;
}

type Billing = Wire['Transaction']['billing'] & object;

/** How many ids `wireOf` takes beside that of the transaction. */
export function idsOf(body: JsonObject): number {
  return objectsOf(body.items).length + (objectOf(body.billing) === undefined ? 0 : 1);
}

export function wireOf(draft: Draft, nextId: () => number): Omit<Wire['Transaction'], 'status'> {
  const { id, amount, method, installments, body, customer, card, split } = draft;
  const now = timestamp(draft.now);
  return {
    id,
    ip_address: string(objectOf(body.threeDSecure)?.ipAddress) ?? '127.0.0.1',
    tid: card === undefined ? null : String(70_000_000 + id),
    amount,
    capture_amount: 0,
    paid_amount: null,
    payment_type: null,
    ref_id: `ref_${id}`,
    created_at: now,
    updated_at: now,
    ...(card !== undefined && { card: cardOf(card) }),
    pix_qr_code: null,
    pix_expiration_date: null,
    pix_additional_fields: null,
    installments,
    reference_key: string(body.reference_key) ?? null,
    session: body.session ?? null,
    local_time: null,
    payment_method: method,
    // Null when nobody was named.
    customer: customer ?? null,
    billing: billingOf(objectOf(body.billing), now, nextId),
    shipping: shippingOf(objectOf(body.shipping)),
    items: objectsOf(body.items).map((item) => itemOf(item, now, nextId)),
    metadata: typeof body.metadata === 'string' ? body.metadata : null,
    ...(split !== undefined && { split }),
  };
}

/** In a transaction a card has no `id` beside its `card_id`. */
function cardOf({ id: _id, ...card }: JsonObject): Wire['TransactionCard'] {
  return card;
}

function billingOf(billing: JsonObject | undefined, now: string, nextId: () => number): Billing | null {
  if (billing === undefined) return null;
  const address = objectOf(billing.address);
  return {
    id: nextId(),
    ...stringFields(billing, ['name']),
    created_at: now,
    updated_at: now,
    ...(address !== undefined && {
      address: { ...addressOf(address), complementary: string(address.complementary) ?? null },
    }),
  };
}

function shippingOf(shipping: JsonObject | undefined): Wire['Shipping'] | null {
  if (shipping === undefined) return null;
  const address = objectOf(shipping.address);
  return {
    ...stringFields(shipping, ['name', 'fee']),
    ...(address !== undefined && { address: { ...addressOf(address), ...stringFields(address, ['complementary']) } }),
  };
}

function addressOf(address: JsonObject) {
  return stringFields(address, ['street', 'street_number', 'zipcode', 'country', 'state', 'city', 'neighborhood']);
}

function itemOf(item: JsonObject, now: string, nextId: () => number): Wire['Item'] {
  const { unit_price, quantity } = item;
  return {
    id: nextId(),
    ...stringFields(item, ['external_id', 'title']),
    ...(typeof unit_price === 'number' && { unit_price: Math.round(unit_price) }),
    ...(typeof quantity === 'number' && { quantity }),
    // Sent as a boolean, and documented as an integer in responses.
    ...(flag(item.tangible) !== undefined && { tangible: Number(flag(item.tangible)) }),
    category: null,
    venue: null,
    date: null,
    created_at: now,
    updated_at: now,
  };
}
