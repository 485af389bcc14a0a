/** How each variant shows: what a shop observes with the assumed behavior, and with the variant. */
import type { VariantEntry, VariantOf } from '../../../generated/variants.js';
import type { SandboxFetch } from '../../../src/sandbox/index.ts';
import { byBoleto, byCard, byDebit, byPix, card, REFUSED } from '../rules/requests.ts';

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

export interface Observation {
  observe(observed: Observed): Promise<unknown>;
  readonly assumed: unknown;
  readonly varied: unknown;
}

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

async function split(observed: Observed, rule: object): Promise<unknown> {
  const { body } = await observed.send('POST', '/v1/receivers', RECEIVER);
  const { status } = await observed.send('POST', '/v1/transactions', {
    ...byCard(),
    split: [{ receiver_id: body.id, percentage: 100, ...rule }],
  });
  return status;
}

const RECEIVER = { name: 'Loja', type: 'individual', document: '11144477735', email: 'loja@example.com' };

async function webhook({ sandbox, events }: Observed, pick: (event: Any) => unknown): Promise<unknown> {
  await sandbox.events.settled({ timeout: 2000 }).catch(() => undefined);
  return events.map(pick);
}

async function list(observed: Observed, count = 12): Promise<Any> {
  for (let number = 0; number < count; number++) await create(observed, byPix());
  return (await observed.send('GET', '/v1/transactions?per_page=11')).body;
}

async function subscribed(observed: Observed): Promise<Any> {
  const { send } = observed;
  const plan = (await send('POST', '/v1/plans', { name: 'Clube', status: 'active' })).body.id;
  const price = (await send('POST', '/v1/prices', { plan_id: plan, amount: 990, interval: 'month', interval_count: 1 }))
    .body;
  const body = { price_id: price.id, customer: CUSTOMER, payment_method: 'credit_card', card: card() };
  return (await send('POST', '/v1/subscriptions', body)).body;
}

const invalid = async ({ send }: Observed) => {
  const { status, body, type } = await send('GET', '/v1/transactions/999');
  return [status, type, body];
};

const same = <Value>(one: Value) => one;

type Rows = { readonly [Entry in VariantEntry]: { readonly [Name in VariantOf<Entry>]: Observation } };

export const OBSERVATIONS: Rows = {
  'reference-key': {
    'accepted-again': {
      async observe(observed) {
        await create(observed, byPix(KEY));
        const { status } = await observed.send('POST', '/v1/transactions', byPix(KEY));
        const { body } = await observed.send('GET', `/v1/transactions?reference_key=${KEY.reference_key}`);
        return [status, body.data.length];
      },
      assumed: [422, 1],
      varied: [200, 2],
    },
  },
  'refund-rules': {
    'keeps-paid-amount': {
      observe: partialRefund,
      assumed: [200, 700, 'refunded', 0],
      varied: [200, 1000, 'refunded', 1000],
    },
    'refuses-partial': {
      observe: partialRefund,
      assumed: [200, 700, 'refunded', 0],
      varied: [422, undefined, 'refunded', 0],
    },
    'pending-for-cards': {
      async observe(observed) {
        const { id } = await create(observed, byCard());
        const { body } = await refund(observed, id);
        await observed.sandbox.clock.advance('1s');
        return [body.status, await statusAfter(observed, id)];
      },
      assumed: ['refunded', 'refunded'],
      varied: ['pending_refund', 'refunded'],
    },
  },
  'refund-void': {
    refused: {
      async observe(observed) {
        const { id } = await authorized(observed);
        const { status } = await refund(observed, id);
        await observed.sandbox.clock.advance({ days: 6 });
        return [status, await statusAfter(observed, id)];
      },
      assumed: [200, 'canceled'],
      varied: [422, 'canceled'],
    },
  },
  'capture-rules': {
    'refuses-partial': { observe: partialCapture, assumed: [200, 400], varied: [422, undefined] },
    'captures-everything': { observe: partialCapture, assumed: [200, 400], varied: [200, 1000] },
  },
  'authorization-expiry': {
    'cancels-itself': {
      async observe(observed) {
        const { id } = await authorized(observed);
        await observed.sandbox.clock.advance({ days: 6 });
        const names = await webhook(observed, ({ event }) => event);
        return [await statusAfter(observed, id), names];
      },
      assumed: ['authorized', ['customer.created', 'transaction.created']],
      varied: ['canceled', ['customer.created', 'transaction.created', 'transaction.status_changed']],
    },
  },
  'pix-flow': {
    'stays-processing': {
      async observe(observed) {
        const { id, status } = await create(observed, byPix());
        return [status, await statusAfter(observed, id), (await observed.sandbox.pay(id)).status];
      },
      assumed: ['processing', 'waiting_payment', 'paid'],
      varied: ['processing', 'processing', 'paid'],
    },
    'stays-open': {
      observe: (observed) => expiry(observed, byPix({ expiration_date: undefined })),
      assumed: ['canceled', 'cannot be paid'],
      varied: ['waiting_payment', 'paid'],
    },
  },
  'boleto-flow': {
    'stays-open': {
      observe: (observed) => expiry(observed, byBoleto({ boleto: {} })),
      assumed: ['canceled', 'cannot be paid'],
      varied: ['waiting_payment', 'paid'],
    },
  },
  'refused-response': {
    'status-402': declined(402),
    'status-422': declined(422),
  },
  'status-meanings': {
    'processing-first': {
      async observe(observed) {
        const { id, status } = await create(observed, byCard());
        await observed.sandbox.clock.advance('1s');
        return [status, await statusAfter(observed, id)];
      },
      assumed: ['paid', 'paid'],
      varied: ['processing', 'paid'],
    },
  },
  'three-d-secure-flow': {
    'debit-without-authentication': {
      observe: async (observed) => (await create(observed, byDebit())).status,
      assumed: 'request_authentication',
      varied: 'paid',
    },
  },
  'split-fee': {
    'not-required': { observe: (observed) => split(observed, { liable: true }), assumed: 422, varied: 200 },
  },
  'split-liable': {
    'not-required': {
      observe: (observed) => split(observed, { charge_processing_fee: true }),
      assumed: 422,
      varied: 200,
    },
  },
  'customer-lookup': {
    'not-found': {
      observe: async ({ send }) => (await send('POST', '/v1/customers/find', { email: 'none@example.com' })).status,
      assumed: 200,
      varied: 404,
    },
  },
  'update-request-fields': {
    'clears-others': {
      async observe({ send }) {
        const { body } = await send('POST', '/v1/customers', CUSTOMER);
        const updated = await send('PUT', `/v1/customers/${body.id}`, { name: 'Ana Lima' });
        return [updated.body.id, updated.body.name, updated.body.email].map((one) => typeof one);
      },
      assumed: ['number', 'string', 'string'],
      varied: ['number', 'string', 'undefined'],
    },
  },
  'unknown-id': {
    'bad-request': { observe: async (observed) => (await invalid(observed))[0], assumed: 404, varied: 400 },
    'empty-object': {
      observe: async ({ send }) => {
        const { status, body } = await send('GET', '/v1/customers/999');
        return [status, Object.keys(body)];
      },
      assumed: [404, ['errors']],
      varied: [200, []],
    },
  },
  'list-order': {
    'oldest-first': {
      async observe(observed) {
        const { data } = await list(observed);
        const next = await observed.send('GET', '/v1/transactions?per_page=11&page=2');
        const ids = [...data, ...next.body.data].map(({ id }: Any) => id);
        return [ids.length, ids[0] < ids[1], ids[10] < ids[11]];
      },
      assumed: [12, false, false],
      varied: [12, true, true],
    },
  },
  'list-envelope': {
    'no-total': { observe: async (observed) => 'total' in (await list(observed, 0)), assumed: true, varied: false },
    'data-links-meta': {
      observe: async (observed) => Object.keys(await list(observed, 0)),
      assumed: ['data', 'current_page', 'last_page', 'per_page', 'total'],
      varied: ['data', 'links', 'meta'],
    },
    'ten-per-page': { observe: async (observed) => (await list(observed)).data.length, assumed: 11, varied: 10 },
  },
  'response-ids': {
    strings: {
      async observe(observed) {
        const { id, metadata } = await create(observed, { ...byPix(), metadata: '{"id":1}' });
        const found = await observed.send('GET', `/v1/transactions/${id}`);
        const page = await list(observed, 0);
        const [sent] = await webhook(observed, ({ payload }) => typeof payload.id).then((all) => all as string[]);
        return [typeof id, typeof found.body.id, typeof page.data[0].id, sent, metadata];
      },
      assumed: ['number', 'number', 'number', 'number', '{"id":1}'],
      varied: ['string', 'string', 'string', 'string', '{"id":1}'],
    },
  },
  'simulation-units': {
    centavos: {
      async observe({ send }) {
        const body = { amount: 19_000, installments: 1, brand: 'visa', fee_responsible: 'customer' };
        return (await send('POST', '/v1/simulate/tax', body)).body.netAmount;
      },
      assumed: 190,
      varied: 19_000,
    },
  },
  'error-body': {
    'lists-per-field': {
      observe: invalid,
      assumed: [404, 'application/json', { errors: ['There is no transaction 999'] }],
      varied: [404, 'application/json', { message: 'Not Found', errors: { base: ['There is no transaction 999'] } }],
    },
    'message-only': {
      observe: invalid,
      assumed: [404, 'application/json', { errors: ['There is no transaction 999'] }],
      varied: [404, 'application/json', { message: 'There is no transaction 999' }],
    },
    'problem-json': {
      observe: invalid,
      assumed: [404, 'application/json', { errors: ['There is no transaction 999'] }],
      varied: [
        404,
        'application/problem+json',
        { type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is no transaction 999' },
      ],
    },
  },
  'webhook-events': {
    'none-for-creation': {
      async observe(observed) {
        const { id } = await create(observed, byPix());
        await observed.sandbox.pay(id);
        const names = (await webhook(observed, ({ event }) => event)) as string[];
        return [names.some((name) => name.endsWith('.created')), names.includes('transaction.status_changed')];
      },
      assumed: [true, true],
      varied: [false, true],
    },
    'none-for-refund': {
      async observe(observed) {
        const { id } = await create(observed, byCard());
        await refund(observed, id);
        const statuses = (await webhook(observed, ({ payload }) => payload.status)) as string[];
        return statuses.includes('refunded');
      },
      assumed: true,
      varied: false,
    },
  },
  'webhook-response': {
    'not-repeated': {
      async observe(observed) {
        observed.respondWith(500);
        await create(observed, { ...byPix(), customer: undefined });
        await webhook(observed, same);
        await observed.sandbox.clock.advance({ minutes: 5 });
        const sent = (await webhook(observed, ({ event }) => event)) as string[];
        return sent.filter((event) => event === 'transaction.created').length > 1;
      },
      assumed: true,
      varied: false,
    },
    'any-status-confirms': {
      async observe(observed) {
        observed.respondWith(500);
        await create(observed, byPix());
        await webhook(observed, same);
        const events = await observed.sandbox.events.list();
        return events.flatMap(({ deliveries }) => deliveries).every(({ state }) => state === 'delivered');
      },
      assumed: false,
      varied: true,
    },
  },
  'webhook-envelope': {
    'singular-model': {
      async observe(observed) {
        await create(observed, { ...byPix(), customer: undefined });
        return ((await webhook(observed, ({ model }) => model)) as string[])[0];
      },
      assumed: 'transactions',
      varied: 'transaction',
    },
  },
  'event-payload-fields': {
    'id-only': {
      async observe(observed) {
        await create(observed, byPix());
        const sizes = await webhook(observed, ({ payload }) => Object.keys(payload).length);
        return (sizes as number[])[0] === 1;
      },
      assumed: false,
      varied: true,
    },
  },
  'deletion-effects': {
    'keeps-subscriptions': {
      async observe(observed) {
        const { id, customer } = await subscribed(observed);
        const { status } = await observed.send('DELETE', `/v1/customers/${customer.id}`);
        await observed.sandbox.clock.advance({ days: 32 });
        return [status, (await observed.send('GET', `/v1/subscriptions/${id}`)).body.status];
      },
      assumed: [422, 'paid'],
      varied: [200, 'paid'],
    },
  },
  'subscription-cycle': {
    'not-retried': {
      async observe(observed) {
        const { id } = await subscribed(observed);
        await observed.sandbox.fail(id);
        await observed.sandbox.clock.advance({ days: 32 });
        return (await observed.send('GET', `/v1/subscriptions/${id}`)).body.status;
      },
      assumed: 'pending_payment',
      varied: 'unpaid',
    },
  },
};

function declined(status: number): Observation {
  return {
    async observe({ send }) {
      const response = await send('POST', '/v1/transactions', byCard({ card: card(REFUSED) }));
      return [response.status, Object.keys(response.body).includes('errors')];
    },
    assumed: [200, false],
    varied: [status, true],
  };
}
