/** Judges one recorded run again and again, each time with a deviation that a server may have. */
import { beforeAll, describe, expect, test } from 'vitest';
import { isObject, type JsonObject, objectAt } from '../../../core/src/util/json.js';
import { some } from '../../../test/property-runs.ts';
import { type Exchange, judgeExchanges } from '../../src/index.js';
import { example, exchange } from '../exchanges.ts';
import { judge, type Recorded, recordRun } from '../recorded-run.ts';

let recorded: readonly Recorded[];
let before: Set<string>;
beforeAll(async () => {
  recorded = await recordRun();
  before = new Set(findings(recorded).map(({ key }) => key));
});

type Change = (one: Exchange) => Exchange;
type ChangeBody = (body: JsonObject) => unknown;

/** Returns each refutation with its evidence, and each discovery with its kind. */
function findings(exchanges: readonly Recorded[]): { key: string; evidence: string }[] {
  const { findings: all, discoveries } = judge(exchanges);
  const refuted = all.filter(({ verdict }) => verdict === 'refuted');
  return [...refuted, ...discoveries.map((one) => ({ ...one, evidence: one.kind }))].map((one) => ({
    key: `${one.evidence} ${one.reason} ${one.place}`,
    evidence: one.evidence.replace(/^(assumed|observed) /, ''),
  }));
}

/** Returns what the change adds to the findings. */
function added(change: Change): string[] {
  const changed = recorded.map((one) => ({ ...one, exchange: change(one.exchange) }));
  return findings(changed).flatMap(({ key, evidence }) => (before.has(key) ? [] : [evidence]));
}

const isEvent = ({ request }: Exchange) => request.url.includes('receiver.invalid');
const isError = ({ response }: Exchange) => response.status >= 400;
const isPage = ({ response }: Exchange) => isObject(response.body) && 'current_page' in response.body;
const isCall = (method: string, path: RegExp) => (one: Exchange) =>
  one.request.method === method && one.response.status === 200 && path.test(new URL(one.request.url).pathname);
const isPayment = isCall('POST', /\/transactions$/);
const isRetrieval = ({ request }: Exchange) => request.method === 'GET' && /[05]$/.test(new URL(request.url).pathname);

const response =
  (isMeant: (one: Exchange) => boolean, other: Partial<Exchange['response']>): Change =>
  (one) =>
    isMeant(one) ? { ...one, response: { ...one.response, ...other } } : one;
const body =
  (isMeant: (one: Exchange) => boolean, change: ChangeBody): Change =>
  (one) =>
    isMeant(one) && isObject(one.response.body) ? response(isMeant, { body: change(one.response.body) })(one) : one;
const error = (change: ChangeBody) => body(isError, change);
const page = (change: ChangeBody) => body(isPage, change);
const without =
  (name: string): ChangeBody =>
  ({ [name]: _, ...rest }) =>
    rest;
/** Changes each value of the responses with a key, at any depth. */
const everywhere = (key: RegExp, change: (value: unknown) => unknown): Change =>
  body(
    () => true,
    (whole) => JSON.parse(JSON.stringify(whole), (name, value: unknown) => (key.test(name) ? change(value) : value)),
  );
const isSent =
  (name: string, value?: unknown) =>
  ({ request }: Exchange) =>
    isObject(request.body) && name in request.body && (value === undefined || request.body[name] === value);
const isPaidBy = (method: string) => isSent('payment_method', method);
const isRefund = isCall('POST', /\/refund$/);
const refused = (isMeant: (one: Exchange) => boolean, ...errors: string[]) =>
  response(isMeant, { status: 422, body: { errors } });
const event =
  (change: ChangeBody): Change =>
  (one) =>
    isEvent(one) && isObject(one.request.body)
      ? { ...one, request: { ...one.request, body: change(one.request.body) } }
      : one;

describe('a recording with a deviation refutes its entry, or shows a discovery', () => {
  test.each<[name: string, evidence: string, Change]>(
    some([
      // Values
      ['ids as strings', 'response-ids', everywhere(/^id$/, String)],
      ['amounts in reais', 'amount-centavos', everywhere(/amount$/, (amount) => Number(amount) / 100)],
      ['dates without a zone', 'documented 2', everywhere(/_at$/, (date) => String(date).replace(/Z$/, ''))],
      ['an unlisted status', 'value', everywhere(/^status$/, () => 'under_review')],
      ['a field more', 'field', body(isPayment, (payment) => ({ ...payment, nsu: '000123' }))],
      ['a required field less', 'response-requiredness', body(isPayment, without('created_at'))],
      ['a status in upper case', 'link-shape', everywhere(/^status$/, (value) => String(value).toUpperCase())],
      ['a boleto without its line', 'boleto-form', everywhere(/^barcode_line$/, () => undefined)],
      ['a brand under another name', 'card-brand-shape', body(isCall('POST', /brand$/), () => ({ name: 'visa' }))],
      ['a link without url', 'link-shape', body(isCall('POST', /links$/), without('url'))],
      ['a security code', 'card-shape', body(isCall('GET', /\/cards\/\d+$/), (card) => ({ ...card, card_cvv: '1' }))],
      [
        'a wrong sum of fees',
        'simulation-formula',
        body(isCall('POST', /tax$/), (one) => ({ ...one, antecipatedAmount: 3 })),
      ],
      // Payments
      [
        'a card number',
        'documented 2.2',
        body(isPaidBy('credit_card'), (one) => ({ ...one, pan: '4111111111111111' })),
      ],
      ['3DS without its address', 'three-d-secure-response', body(isPaidBy('debit_card'), without('threeDSecure'))],
      ['a Pix that is paid at once', 'pix-flow', body(isPaidBy('pix'), (one) => ({ ...one, status: 'paid' }))],
      [
        'an upper-case method',
        'payment-method-values',
        everywhere(/^payment_method$/, (one) => String(one).toUpperCase()),
      ],
      [
        'an expiry in ISO 8601',
        'pix-response-fields',
        everywhere(/^pix_expiration_date$/, () => '2030-01-01T00:00:00Z'),
      ],
      [
        'a key that finds nothing',
        'reference-key',
        body(isCall('GET', /transactions$/), (one) => ({ ...one, data: [] })),
      ],
      [
        'a list that ignores the filter by key',
        'reference-key',
        body(isCall('GET', /transactions$/), (one) => ({
          ...one,
          data: [one.data].flat().map((item) => ({ ...objectAt({ item }, 'item'), reference_key: 'another' })),
        })),
      ],
      ['a refund that loses metadata', 'metadata-kept', body(isRefund, without('metadata'))],
      ['a refund that refunds nothing', 'refund-rules', body(isRefund, (one) => ({ ...one, status: 'paid' }))],
      [
        'credentials',
        'anti-fraud-shape',
        body(
          ({ request }) => request.url.includes('/anti-fraud'),
          (one) => ({ ...one, credentials: { a: 'k' } }),
        ),
      ],
      // Refusals of what the register says is accepted
      ['422 for the fee of the merchant', 'simulation-self', refused(isSent('fee_responsible', 'self'))],
      ['422 for a boleto', 'boleto-form', refused(isPaidBy('boleto'))],
      ['422 for a corporation', 'customer-corporation', refused(isSent('type', 'corporation'))],
      [
        '422 for capture with a Pix',
        'form-fields-shared',
        refused((one) => isPaidBy('pix')(one) && isSent('capture')(one), 'capture is for cards'),
      ],
      [
        '422 for a descriptor',
        'descriptor-shared',
        refused((one) => isPaidBy('pix')(one) && isSent('descriptor')(one), 'descriptor is unknown'),
      ],
      ['422 for every split', 'split-rules', refused(isSent('split'))],
      ['422 for CPF', 'document-type-case', refused(({ request }) => /"CPF"/.test(JSON.stringify(request.body ?? '')))],
      ['405 for an update', 'webhook-update-method', response(isCall('PUT', /webhooks/), { status: 405, body: {} })],
      // Errors
      ['an error object', 'error-body', error(() => ({ error: { code: 'invalid', message: 'no' } }))],
      ['problem+json', 'error-body', error(() => ({ type: 'about:blank', title: 'no', status: 422 }))],
      ['an error text', 'error-body', error(() => ({ error: 'no' }))],
      ['a map of errors', 'error-body', error(() => ({ errors: { amount: ['no'] } }))],
      ['one text as errors', 'error-body', error(() => ({ errors: 'no' }))],
      ['objects as errors', 'error-body', error(() => ({ errors: [{ detail: 'no' }] }))],
      ['a bare list of errors', 'error-body', error(() => ['no'])],
      // Lists
      ['data and meta', 'list-envelope', page(({ data, ...meta }) => ({ data, meta }))],
      ['a bare array', 'list-envelope', page(({ data }) => data)],
      ['items', 'list-envelope', page(({ data, ...meta }) => ({ items: data, ...meta }))],
      ['a total as text', 'list-envelope', page((one) => ({ ...one, total: String(one.total) }))],
      ['no total', 'list-envelope', page(without('total'))],
      ['no last_page', 'list-envelope', page(without('last_page'))],
      ['per_page ignored', 'list-envelope', page((one) => ({ ...one, per_page: 100 }))],
      ['page ignored', 'list-envelope', page((one) => ({ ...one, current_page: 7 }))],
      // Events
      ['model_id as a number', 'webhook-envelope', event((one) => ({ ...one, model_id: Number(one.model_id) }))],
      ['another id', 'webhook-envelope', event((one) => ({ ...one, model_id: '1' }))],
      ['an event without model', 'webhook-envelope', event(without('model'))],
      ['type and data', 'webhook-envelope', event(({ event, payload }) => ({ type: event, data: payload }))],
      ['a list of events', 'webhook-envelope', event((one) => ({ events: [one] }))],
      ['an upper-case event', 'webhook-events', event((one) => ({ ...one, event: String(one.event).toUpperCase() }))],
      [
        'a payload without its id',
        'webhook-envelope',
        event((one) => ({ ...one, payload: { status: objectAt(one, 'payload').status } })),
      ],
      // Statuses
      ['202', 'documented 4.5', response(isPayment, { status: 202 })],
      ['a redirect', 'resource-paths', response(isCall('GET', /\/plans$/), { status: 302, body: undefined })],
      ['405', 'resource-paths', response(isCall('GET', /\/plans$/), { status: 405, body: { message: 'no' } })],
      ['an empty body', 'resource-paths', response(isCall('GET', /\/plans$/), { body: undefined })],
      ['an absent path', 'resource-paths', response(isCall('GET', /\/plans$/), { status: 404, body: undefined })],
    ]),
  )('%s: %s', (_, evidence, change) => {
    expect(added(change)).toContain(evidence);
  });
});

describe('a recording shows no deviation because of', () => {
  const missing = { boleto: null, split: null, threeDSecure: null, card: null, refused_reason: null, shipping: null };
  const html = { 'content-type': 'text/html' };

  test.each<[name: string, Change]>(
    some([
      ['null for what a payment does not have', body(isPayment, (payment) => ({ ...missing, ...payment }))],
      ['a message beside the errors', error((one) => ({ message: 'no', ...one }))],
      ['a message alone', error(() => ({ message: 'no' }))],
      ['failures now and then', response(isRetrieval, { status: 503, headers: html, body: undefined })],
      ['a cached response', response(isRetrieval, { status: 304, headers: {}, body: undefined })],
    ]),
  )('%s', (_, change) => {
    expect(added(change)).toEqual([]);
  });

  test('requests without a token, because browsers omit the header', async () => {
    const one = exchange('GET', '/v1/plans', 200, example('listPlans.first_page.response'));
    const { summary } = await judgeExchanges([{ ...one, request: { ...one.request, headers: {} } }]);
    expect(summary).toMatchObject({ refuted: 0, deviations: 0, discoveries: 0 });
  });
});
