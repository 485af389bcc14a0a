/** How each variant shows: what a shop observes with the assumed behavior, and with the variant. */
import { parameters } from '../../../core/generated/parameters.js';
import type { VariantEntry, VariantOf } from '../../../core/generated/variants.js';
import type { SandboxFetch } from '../../src/index.ts';
import { untilQuiet } from '../events/quiet.ts';
import { by3ds, byBoleto, byCard, byDebit, byPix, card, REFUSED } from '../rules/requests.ts';

/** Days for which an authorization can be captured. */
const { days } = parameters['authorization-expiry'];
/** The most items of a page of the variant that ignores `per_page`. */
const { items: FEW } = parameters['list-envelope'];

// biome-ignore lint/suspicious/noExplicitAny: tests read any field
type Any = any;

/** A sandbox with a manual clock, and the bodies of the events that it sent. */
export interface Observed {
  readonly sandbox: SandboxFetch;
  readonly events: Any[];
  /** Lets the receiver fail. */
  respondWith(status: number): void;
  send(method: string, path: string, body?: unknown): Promise<{ status: number; body: Any; type: string | null }>;
}

type Look = (observed: Observed) => Promise<unknown>;

export interface Observation {
  readonly assumed: unknown;
  readonly varied: unknown;
  readonly observe: Look;
}

const shows = (assumed: unknown, varied: unknown, observe: Look): Observation => ({ assumed, varied, observe });

const CUSTOMER = { external_id: '7', name: 'Ana Souza', email: 'ana@example.com' };
const KEY = { reference_key: 'order-1001-attempt-1' };

const create = async ({ send }: Observed, body: object): Promise<Any> =>
  (await send('POST', '/v1/transactions', body)).body;
const statusAfter = async (observed: Observed, id: number): Promise<Any> =>
  (await observed.send('GET', `/v1/transactions/${id}`)).body.status;
const refund = ({ send }: Observed, id: number, body = {}) => send('POST', `/v1/transactions/${id}/refund`, body);

async function authorized(observed: Observed): Promise<Any> {
  return create(observed, byCard({ capture: false, amount: 1000 }));
}

async function partialRefund(observed: Observed): Promise<unknown> {
  const { id } = await create(observed, byCard({ amount: 1000 }));
  const { status, body } = await refund(observed, id, { amount: 300 });
  const rest = await refund(observed, id);
  return [status, body.paid_amount, rest.body.status, rest.body.paid_amount];
}

async function disputedInPart(observed: Observed): Promise<Any> {
  const { id } = await create(observed, byCard({ amount: 1000 }));
  return observed.sandbox.chargeback(id, { amount: 300 });
}

async function partialCapture(observed: Observed): Promise<unknown> {
  const { id } = await authorized(observed);
  const { status, body } = await observed.send('POST', `/v1/transactions/${id}/capture`, { amount: 400 });
  return [status, body.paid_amount];
}

async function expiry(observed: Observed, body: object): Promise<unknown> {
  const { id } = await create(observed, body);
  await observed.sandbox.clock.advance({ days: 40 });
  const expired = await statusAfter(observed, id);
  const paid = await observed.sandbox.pay(id).catch(() => ({ status: 'cannot be paid' }));
  return [expired, paid.status];
}

const pixExpiry: Look = (observed) => expiry(observed, byPix({ expiration_date: undefined }));
const boletoExpiry: Look = (observed) => expiry(observed, byBoleto({ boleto: {} }));

async function split(observed: Observed, rule: object): Promise<unknown> {
  const { body } = await observed.send('POST', '/v1/receivers', RECEIVER);
  const { status } = await observed.send('POST', '/v1/transactions', {
    ...byCard(),
    split: [{ receiver_id: body.id, percentage: 100, ...rule }],
  });
  return status;
}

const RECEIVER = { name: 'Loja', type: 'individual', document: '11144477735', email: 'loja@example.com' };

/** Returns the bodies of the events. Those about two objects come in any order. */
async function webhook({ sandbox, events }: Observed): Promise<Any[]> {
  await untilQuiet(sandbox);
  return events;
}

async function list(observed: Observed, count = FEW + 2): Promise<Any> {
  for (let number = 0; number < count; number++) await create(observed, byPix());
  return (await observed.send('GET', `/v1/transactions?per_page=${FEW + 1}`)).body;
}

async function subscribed(observed: Observed): Promise<Any> {
  const { send } = observed;
  const { id: plan_id } = (await send('POST', '/v1/plans', { name: 'Clube' })).body;
  const { id: price_id } = (await send('POST', '/v1/prices', { plan_id, amount: 990, interval: 'month' })).body;
  const body = { price_id, customer: CUSTOMER, payment_method: 'credit_card', card: card() };
  return (await send('POST', '/v1/subscriptions', body)).body;
}

const UNKNOWN = 'There is no transaction 999';

function errorBody(varied: object, contentType = 'application/json'): Observation {
  const assumed = [404, 'application/json', { errors: [UNKNOWN] }];
  return shows(assumed, [404, contentType, varied], async ({ send }) => {
    const { status, body, type } = await send('GET', '/v1/transactions/999');
    return [status, type, body];
  });
}

const declined = (status: number): Observation =>
  shows([200, false], [status, true], async ({ send }) => {
    const response = await send('POST', '/v1/transactions', byCard({ card: card(REFUSED) }));
    return [response.status, Object.keys(response.body).includes('errors')];
  });

/** Refunds a part, and shows the payment at once and after the refund has settled. */
async function settledPart(observed: Observed) {
  const { id } = await create(observed, byCard({ amount: 1000 }));
  const { body } = await refund(observed, id, { amount: 300 });
  await observed.sandbox.clock.advance('1s');
  const after = (await observed.send('GET', `/v1/transactions/${id}`)).body;
  return [body.status, body.paid_amount, after.status, after.paid_amount];
}

type Rows = { readonly [Entry in VariantEntry]: { readonly [Name in VariantOf<Entry>]: Observation } };

export const OBSERVATIONS: Rows = {
  'reference-key': {
    'accepted-again': shows([422, 1], [200, 2], async (observed) => {
      await create(observed, byPix(KEY));
      const { status } = await observed.send('POST', '/v1/transactions', byPix(KEY));
      const { body } = await observed.send('GET', `/v1/transactions?reference_key=${KEY.reference_key}`);
      return [status, body.data.length];
    }),
    'filter-ignored': shows([1, 0], [2, 2], async (observed) => {
      await create(observed, byPix(KEY));
      await create(observed, byPix());
      const found = async (key: string) =>
        (await observed.send('GET', `/v1/transactions?reference_key=${key}`)).body.total;
      return [await found(KEY.reference_key), await found('unknown')];
    }),
  },
  'refund-rules': {
    'keeps-paid-amount': shows([200, 700, 'refunded', 0], [200, 1000, 'refunded', 1000], partialRefund),
    'refuses-partial': shows([200, 700, 'refunded', 0], [422, undefined, 'refunded', 0], partialRefund),
    'pending-for-cards': shows(['refunded', 'refunded'], ['pending_refund', 'refunded'], async (observed) => {
      const { id } = await create(observed, byCard());
      const { body } = await refund(observed, id);
      await observed.sandbox.clock.advance('1s');
      return [body.status, await statusAfter(observed, id)];
    }),
    'partial-sends-event': shows([700], [700, 700], async (observed) => {
      const { id } = await create(observed, byCard({ amount: 1000 }));
      const { body } = await refund(observed, id, { amount: 300 });
      const amounts = (await webhook(observed)).map(({ payload }) => payload.paid_amount);
      return [body.paid_amount, ...amounts.filter((amount) => amount === 700)];
    }),
    'partial-is-pending': shows(['paid', 700, 'paid', 700], ['pending_refund', 1000, 'paid', 700], settledPart),
    'pending-keeps-paid-amount': shows(['paid', 700, 'paid', 700], ['pending_refund', 1000, 'paid', 1000], settledPart),
    'refused-when-old': shows([200, 200], [200, 422], async (observed) => {
      const { id } = await create(observed, byCard({ amount: 1000 }));
      const early = await refund(observed, id, { amount: 300 });
      await observed.sandbox.clock.advance({ days: parameters['refund-rules'].days + 1 });
      return [early.status, (await refund(observed, id)).status];
    }),
  },
  'refund-void': {
    refused: shows([200, 'canceled'], [422, 'canceled'], async (observed) => {
      const { id } = await authorized(observed);
      const { status } = await refund(observed, id);
      await observed.sandbox.clock.advance({ days: days + 1 });
      return [status, await statusAfter(observed, id)];
    }),
  },
  'partial-chargeback': {
    'keeps-paid-amount': shows([700, 422], [1000, 422], async (observed) => {
      const { id, paid_amount } = await disputedInPart(observed);
      return [paid_amount, (await refund(observed, id, { amount: 701 })).status];
    }),
    'sends-event': shows([], [700], async (observed) => {
      await disputedInPart(observed);
      const amounts = (await webhook(observed)).map(({ payload }) => payload.paid_amount);
      return amounts.filter((amount) => amount === 700);
    }),
  },
  'amount-left-out': {
    refused: shows([200, 200], [422, 422], async (observed) => {
      const held = await authorized(observed);
      const paid = await create(observed, byCard());
      const captured = await observed.send('POST', `/v1/transactions/${held.id}/capture`, {});
      return [captured.status, (await refund(observed, paid.id)).status];
    }),
  },
  'capture-rules': {
    'refuses-partial': shows([200, 400], [422, undefined], partialCapture),
    'captures-everything': shows([200, 400], [200, 1000], partialCapture),
  },
  'authorization-expiry': {
    'cancels-itself': shows(
      ['authorized', ['customer.created', 'transaction.created']],
      ['canceled', ['customer.created', 'transaction.created', 'transaction.status_changed']],
      async (observed) => {
        const { id } = await authorized(observed);
        await observed.sandbox.clock.advance({ days: days + 1 });
        const names = (await webhook(observed)).map(({ event }) => event).sort();
        return [await statusAfter(observed, id), names];
      },
    ),
  },
  'pix-flow': {
    'stays-processing': shows(
      ['processing', 'waiting_payment', 'paid', 'canceled'],
      ['processing', 'processing', 'paid', 'canceled'],
      async (observed) => {
        const { id, status } = await create(observed, byPix());
        const now = await statusAfter(observed, id);
        const other = await create(observed, byPix());
        const { pay, expire } = observed.sandbox;
        return [status, now, (await pay(id)).status, (await expire(other.id)).status];
      },
    ),
    'stays-open': shows(['canceled', 'cannot be paid'], ['waiting_payment', 'paid'], pixExpiry),
    'paid-after-cancel': shows(['canceled', 'cannot be paid'], ['canceled', 'paid'], pixExpiry),
  },
  'boleto-flow': {
    'stays-open': shows(['canceled', 'cannot be paid'], ['waiting_payment', 'paid'], boletoExpiry),
    'paid-after-cancel': shows(['canceled', 'cannot be paid'], ['canceled', 'paid'], boletoExpiry),
    'ends-on-last-day': shows('waiting_payment', 'canceled', async (observed) => {
      const sunday = { expiration: '2026-12-10', max_payment_date: '2026-12-13' };
      const { id } = await create(observed, byBoleto({ boleto: sunday }));
      await observed.sandbox.clock.advanceTo('2026-12-14T12:00:00Z');
      return statusAfter(observed, id);
    }),
  },
  'paid-other-amount': {
    refused: shows(['paid', 500], 'amount: pay exactly the 1000 of transaction 1001', async (observed) => {
      const { id } = await create(observed, byPix({ amount: 1000, customer: undefined }));
      return observed.sandbox.pay(id, { amount: 500 }).then(
        ({ status, paid_amount }: Any) => [status, paid_amount],
        (error: Any) => error.errors[0],
      );
    }),
  },
  'refused-response': {
    'status-402': declined(402),
    'status-422': declined(422),
  },
  'status-meanings': {
    'processing-first': shows(['paid', 'paid'], ['processing', 'paid'], async (observed) => {
      const { id, status } = await create(observed, byCard());
      await observed.sandbox.clock.advance('1s');
      return [status, await statusAfter(observed, id)];
    }),
  },
  'three-d-secure-flow': {
    'debit-without-authentication': shows(
      'request_authentication',
      'paid',
      async (observed) => (await create(observed, byDebit())).status,
    ),
    'stays-open': shows(['refused', 'cannot be approved'], ['request_authentication', 'paid'], async (observed) => {
      const { id } = await create(observed, by3ds());
      await observed.sandbox.clock.advance({ days: 40 });
      const abandoned = await statusAfter(observed, id);
      const approved = observed.sandbox.authenticate(id, { outcome: 'approved' });
      return [abandoned, (await approved.catch(() => ({ status: 'cannot be approved' }))).status];
    }),
  },
  'split-fee': {
    'not-required': shows(422, 200, (observed) => split(observed, { liable: true })),
  },
  'split-liable': {
    'not-required': shows(422, 200, (observed) => split(observed, { charge_processing_fee: true })),
  },
  'customer-lookup': {
    'not-found': shows(
      200,
      404,
      async ({ send }) => (await send('POST', '/v1/customers/find', { email: 'none@example.com' })).status,
    ),
  },
  'update-request-fields': {
    'clears-others': shows(['number', 'string', 'string'], ['number', 'string', 'undefined'], async ({ send }) => {
      const { body } = await send('POST', '/v1/customers', CUSTOMER);
      const updated = await send('PUT', `/v1/customers/${body.id}`, { name: 'Ana Lima' });
      return [updated.body.id, updated.body.name, updated.body.email].map((one) => typeof one);
    }),
  },
  'unknown-id': {
    'bad-request': shows([404, 200], [400, 200], async (observed) => {
      const { id } = await create(observed, byPix());
      const statusOf = async (id: number) => (await observed.send('GET', `/v1/transactions/${id}`)).status;
      return [await statusOf(999), await statusOf(id)];
    }),
    'empty-object': shows([404, ['errors']], [200, []], async ({ send }) => {
      const { status, body } = await send('GET', '/v1/customers/999');
      return [status, Object.keys(body)];
    }),
  },
  'list-order': {
    'oldest-first': shows([FEW + 2, false, false], [FEW + 2, true, true], async (observed) => {
      const { data } = await list(observed);
      const next = await observed.send('GET', `/v1/transactions?per_page=${FEW + 1}&page=2`);
      const ids = [...data, ...next.body.data].map(({ id }: Any) => id);
      return [ids.length, ids[0] < ids[1], ids[FEW] < ids[FEW + 1]];
    }),
  },
  'list-envelope': {
    'no-total': shows(true, false, async (observed) => 'total' in (await list(observed, 0))),
    'data-links-meta': shows(
      ['data', 'current_page', 'last_page', 'per_page', 'total'],
      ['data', 'links', 'meta'],
      async (observed) => Object.keys(await list(observed, 0)),
    ),
    'few-per-page': shows(FEW + 1, FEW, async (observed) => (await list(observed)).data.length),
  },
  'response-ids': {
    strings: shows(
      ['number', 'number', 'number', 'number', '{"id":1}'],
      ['string', 'string', 'string', 'string', '{"id":1}'],
      async (observed) => {
        const { id, metadata } = await create(observed, { ...byPix(), metadata: '{"id":1}' });
        const found = await observed.send('GET', `/v1/transactions/${id}`);
        const page = await list(observed, 0);
        const [sent] = await webhook(observed);
        return [typeof id, typeof found.body.id, typeof page.data[0].id, typeof sent.payload.id, metadata];
      },
    ),
  },
  'simulation-units': {
    centavos: shows(190, 19_000, async ({ send }) => {
      const body = { amount: 19_000, installments: 1, brand: 'visa', fee_responsible: 'customer' };
      return (await send('POST', '/v1/simulate/tax', body)).body.netAmount;
    }),
  },
  'error-body': {
    'lists-per-field': errorBody({ message: 'Not Found', errors: { base: [UNKNOWN] } }),
    'message-only': errorBody({ message: UNKNOWN }),
    'error-object': errorBody({ error: { message: UNKNOWN } }),
    'problem-json': errorBody(
      { type: 'about:blank', title: 'Not Found', status: 404, detail: UNKNOWN },
      'application/problem+json',
    ),
  },
  'webhook-events': {
    'none-for-creation': shows([true, true], [false, true], async (observed) => {
      const { id } = await create(observed, byPix());
      await observed.sandbox.pay(id);
      const names: string[] = (await webhook(observed)).map(({ event }) => event);
      return [names.some((name) => name.endsWith('.created')), names.includes('transaction.status_changed')];
    }),
    'none-for-refund': shows(true, false, async (observed) => {
      const { id } = await create(observed, byCard());
      await refund(observed, id);
      return (await webhook(observed)).some(({ payload }) => payload.status === 'refunded');
    }),
  },
  'webhook-response': {
    'not-repeated': shows(true, false, async (observed) => {
      observed.respondWith(500);
      await create(observed, { ...byPix(), customer: undefined });
      await webhook(observed);
      await observed.sandbox.clock.advance({ minutes: 5 });
      return (await webhook(observed)).filter(({ event }) => event === 'transaction.created').length > 1;
    }),
    'any-status-confirms': shows(false, true, async (observed) => {
      observed.respondWith(500);
      await create(observed, byPix());
      await webhook(observed);
      const events = await observed.sandbox.events.list();
      return events.flatMap(({ deliveries }) => deliveries).every(({ state }) => state === 'delivered');
    }),
  },
  'webhook-envelope': {
    'singular-model': shows('transactions', 'transaction', async (observed) => {
      await create(observed, { ...byPix(), customer: undefined });
      return (await webhook(observed))[0].model;
    }),
  },
  'event-payload-fields': {
    'id-only': shows(false, true, async (observed) => {
      await create(observed, byPix());
      const [{ payload }] = (await webhook(observed)) as [Any];
      return Object.keys(payload).length === 1;
    }),
  },
  'deletion-effects': {
    'keeps-subscriptions': shows([422, 'paid'], [200, 'paid'], async (observed) => {
      const { id, customer } = await subscribed(observed);
      const { status } = await observed.send('DELETE', `/v1/customers/${customer.id}`);
      await observed.sandbox.clock.advance({ days: 32 });
      return [status, (await observed.send('GET', `/v1/subscriptions/${id}`)).body.status];
    }),
  },
  'card-owner': {
    refused: shows([200, 200], [200, 422], async (observed) => {
      const { card: stored } = await create(observed, byCard({ customer: CUSTOMER }));
      const { card: _card, ...body } = byCard({ card_id: stored.card_id });
      const payAs = async (customer: object) =>
        (await observed.send('POST', '/v1/transactions', { ...body, customer })).status;
      return [await payAs(CUSTOMER), await payAs({ ...CUSTOMER, external_id: '8', email: 'b@example.com' })];
    }),
  },
  'subscription-arrears': {
    'charges-all': shows(1, 3, async (observed) => {
      const { id } = await subscribed(observed);
      const { sandbox, send } = observed;
      await sandbox.fail(id);
      await sandbox.clock.advance({ days: 100 });
      await send('PUT', `/v1/subscriptions/${id}`, { card: card('5555555555554444') });
      await sandbox.pay(id);
      await sandbox.clock.advance({ minutes: 1 });
      const { body } = await send('GET', '/v1/transactions');
      return body.data.filter(({ card }: Any) => card.brand === 'mastercard').length;
    }),
  },
  'subscription-cycle': {
    'not-retried': shows('pending_payment', 'unpaid', async (observed) => {
      const { id } = await subscribed(observed);
      await observed.sandbox.fail(id);
      await observed.sandbox.clock.advance({ days: 32 });
      return (await observed.send('GET', `/v1/subscriptions/${id}`)).body.status;
    }),
  },
};
