/** Deviations that a real server may have, each with what a run has to refute. */
import { isObject, type JsonObject, listAt, objectAt } from '../../src/contract/json.js';
import type { Received, Reply, ServerOptions } from './deviating-server.ts';

export interface Planted {
  readonly name: string;
  /** The entry or section that a run has to refute. Undefined if the change settles nothing. */
  readonly refutes?: string;
  /** The entry whose flows show the deviation. Default: `refutes`. */
  readonly entry?: string;
  readonly server: ServerOptions;
}

type Change = (body: JsonObject) => unknown;
type IsMeant = (received: Received) => boolean;

const call =
  (method: string, path: RegExp): IsMeant =>
  (received) =>
    received.method === method && path.test(received.path.replace(/\?.*/, ''));
const isSent =
  (field: string, value: unknown): IsMeant =>
  (received) =>
    objectAt(received, 'body')[field] === value;
const below =
  (path: string): IsMeant =>
  (received) =>
    received.path.startsWith(path);
const simulated = call('POST', /tax$/);
const refunded = call('POST', /refund$/);
const paidBy = (method: string) => isSent('payment_method', method);
const withUpperCaseCpf: IsMeant = ({ body }) => /"type":"CPF"/.test(JSON.stringify(body));

/** Changes the bodies of successful responses. */
const body = (isMeant: IsMeant, change: Change): ServerOptions => ({
  change: (received, reply) =>
    reply.status < 300 && isObject(reply.body) && isMeant(received)
      ? { ...reply, body: change(reply.body) }
      : undefined,
});
const page = (change: Change) => body(call('GET', /./), (page) => ('data' in page ? change(page) : page));
/** Changes each value with a key, at any depth. An undefined value removes the key. */
const everywhere = (key: RegExp, change: (value: unknown) => unknown): ServerOptions => ({
  change: (_, reply) => ({
    ...reply,
    body: JSON.parse(JSON.stringify(reply.body), (name, value: unknown) => (key.test(name) ? change(value) : value)),
  }),
});
const errors = (change: (reply: Reply) => Partial<Reply>): ServerOptions => ({
  change: (_, reply) => (reply.status >= 400 ? { ...reply, ...change(reply) } : undefined),
});
const refuse = (isMeant: IsMeant, ...texts: string[]): ServerOptions => ({
  instead: (received) => (isMeant(received) ? { status: 422, body: { errors: texts } } : undefined),
});
/** Refuses declined cards with an error, instead of a transaction. */
const declined = (status: number): ServerOptions => ({
  change: (_, { body }) =>
    objectAt({ body }, 'body').status === 'refused'
      ? { status, body: { errors: ['The card was declined.'] } }
      : undefined,
});
const instead = (isMeant: IsMeant, reply: Reply): ServerOptions => ({
  instead: (received) => (isMeant(received) ? reply : undefined),
});
const html = (status: number): Reply => ({ status, body: '<h1>Error</h1>' });
const set =
  (fields: JsonObject): Change =>
  (value) => ({ ...value, ...fields });
const setIn =
  (field: string, fields: JsonObject): Change =>
  (value) => ({ ...value, [field]: { ...objectAt(value, field), ...fields } });
const without =
  (name: string): Change =>
  ({ [name]: _, ...rest }) =>
    rest;
const later = (days: number) => (date: unknown) =>
  new Date(Date.parse(String(date)) + days * 86_400_000).toISOString().slice(0, String(date).length);
const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value);

export const PLANTED: readonly Planted[] = [
  // The fee simulation
  { name: 'shifted dates', refutes: 'simulation-formula', server: everywhere(/^previsionPaymentDate$/, later(1)) },
  {
    name: 'amounts in centavos',
    refutes: 'simulation-units',
    server: everywhere(/Amount$/, (value) => Math.round(Number(value) * 100)),
  },
  {
    name: '422 for fee_responsible self',
    refutes: 'simulation-self',
    server: refuse(isSent('fee_responsible', 'self'), 'The fee is invalid.'),
  },
  {
    name: 'a wrong sum',
    refutes: 'simulation-formula',
    server: body(simulated, (one) => ({ ...one, antecipatedAmount: 300 })),
  },
  // Secrets in responses
  {
    name: 'a card number',
    refutes: 'documented 2.2',
    entry: 'card-transaction',
    server: body(paidBy('credit_card'), setIn('card', { card_number: '4111111111111111' })),
  },
  {
    name: 'a card number under another name',
    refutes: 'documented 2.2',
    entry: 'card-transaction',
    server: body(paidBy('credit_card'), setIn('card', { pan: '5555 5555 5555 4444' })),
  },
  {
    name: 'a security code',
    refutes: 'card-shape',
    server: body(call('GET', /^\/v1\/cards\/\d+$/), set({ card_cvv: '123' })),
  },
  {
    name: 'credentials of the anti-fraud provider',
    refutes: 'anti-fraud-shape',
    server: body(below('/v1/anti-fraud'), set({ credentials: { key: 'k' } })),
  },
  // Payments
  {
    name: 'debit paid without 3DS',
    refutes: 'debit-form',
    server: body(paidBy('debit_card'), set({ status: 'paid', threeDSecure: null })),
  },
  {
    name: 'no address for 3DS',
    refutes: 'three-d-secure-response',
    server: body(paidBy('debit_card'), without('threeDSecure')),
  },
  { name: 'no barcode_line', refutes: 'boleto-form', server: everywhere(/^barcode_line$/, () => undefined) },
  { name: 'a PIX that is paid at once', refutes: 'pix-flow', server: body(paidBy('pix'), set({ status: 'paid' })) },
  { name: 'lost metadata', refutes: 'metadata-everywhere', server: everywhere(/^metadata$/, () => undefined) },
  { name: 'metadata that a refund loses', refutes: 'metadata-kept', server: body(refunded, without('metadata')) },
  { name: '402 for a declined card', refutes: 'refused-response', server: declined(402) },
  { name: '422 for a declined card', refutes: 'refused-response', server: declined(422) },
  { name: 'a refund that refunds nothing', refutes: 'refund-rules', server: body(refunded, set({ status: 'paid' })) },
  {
    name: 'a partial capture of everything',
    refutes: 'capture-rules',
    server: body(call('POST', /capture$/), (one) => ({ ...one, paid_amount: one.amount })),
  },
  { name: 'upper-case statuses', refutes: 'link-shape', server: everywhere(/^status$/, upper) },
  {
    name: 'upper-case payment methods',
    refutes: 'payment-method-values',
    server: everywhere(/^payment_method$/, upper),
  },
  // Refusals of what the register says is accepted
  {
    name: '422 for an upper-case CPF',
    refutes: 'document-type-case',
    server: refuse(withUpperCaseCpf, 'The document is invalid.'),
  },
  {
    name: '422 for an upper-case CPF, without a reason',
    refutes: 'document-type-case',
    server: refuse(withUpperCaseCpf),
  },
  { name: '422 for corporation', refutes: 'customer-corporation', server: refuse(isSent('type', 'corporation')) },
  {
    name: '422 for metadata in a query',
    refutes: 'metadata-query',
    server: refuse(({ path }) => path.includes('metadata=')),
  },
  { name: '422 for a boleto', refutes: 'boleto-form', server: refuse(paidBy('boleto'), 'invalid') },
  {
    name: '422 for the descriptor of a PIX',
    refutes: 'descriptor-shared',
    server: refuse((one) => paidBy('pix')(one) && 'descriptor' in objectAt(one, 'body'), 'descriptor is unknown'),
  },
  // Lists
  {
    name: 'per_page ignored',
    refutes: 'list-envelope',
    server: page((one) => ({ ...one, data: Array(20).fill(listAt(one, 'data')).flat() })),
  },
  { name: 'another per_page', refutes: 'list-envelope', server: page(set({ per_page: 100 })) },
  {
    name: "Laravel's data, links and meta",
    refutes: 'list-envelope',
    server: page(({ data, ...meta }) => ({ data, links: {}, meta })),
  },
  { name: 'pages without total', refutes: 'list-envelope', server: page(without('total')) },
  {
    name: 'lists with the oldest first',
    refutes: 'list-order',
    server: page((one) => ({ ...one, data: listAt(one, 'data').toReversed() })),
  },
  // Events
  {
    name: 'a singular model',
    refutes: 'webhook-envelope',
    server: { event: (one) => ({ ...one, model: String(one.model).slice(0, -1) }) },
  },
  {
    name: 'another event envelope',
    refutes: 'webhook-envelope',
    server: { event: ({ event, payload }) => ({ type: event, data: { object: payload } }) },
  },
  {
    name: 'event names in upper case',
    refutes: 'webhook-events',
    server: { event: (one) => ({ ...one, event: upper(one.event) }) },
  },
  // Resources and errors
  { name: 'a link without url', refutes: 'link-shape', server: body(below('/v1/links'), without('url')) },
  {
    name: 'an update that clears a field',
    refutes: 'update-request-fields',
    server: body(call('PUT', /plans/), set({ name: 'x' })),
  },
  { name: 'an absent path', refutes: 'resource-paths', server: instead(below('/v1/plans'), html(404)) },
  {
    name: 'an absent path, as JSON',
    refutes: 'resource-paths',
    server: instead(below('/v1/plans'), { status: 404, body: { message: 'Not Found' } }),
  },
  {
    name: '405 for an update',
    refutes: 'webhook-update-method',
    server: instead(call('PUT', /webhooks/), { status: 405, body: { errors: ['no'] } }),
  },
  {
    name: '400 for an unknown id',
    refutes: 'unknown-id',
    server: errors(({ status }) => (status === 404 ? { status: 400 } : {})),
  },
  { name: 'an error object', refutes: 'error-body', server: errors(() => ({ body: { error: { message: 'no' } } })) },
  {
    name: 'problem+json',
    refutes: 'error-body',
    server: errors(({ status }) => ({ body: { type: 'about:blank', title: 'no', status } })),
  },
  // Changes that settle nothing
  { name: 'outages with a page', entry: 'resource-paths', server: instead(below('/v1/plans'), html(503)) },
  {
    name: 'outages with JSON',
    entry: 'resource-paths',
    server: instead(below('/v1/plans'), { status: 500, body: { errors: ['internal'] } }),
  },
  {
    name: 'null in optional fields',
    entry: 'transaction-path',
    server: body(call('POST', /transactions$/), (one) => ({
      boleto: null,
      split: null,
      threeDSecure: null,
      card: null,
      ...one,
    })),
  },
];
