// @ts-check
/** @import { Diagram } from './types.ts' */
import { sequence } from './diagrams.js';

// Short pieces of the labels are on lines of their own, so that a drawing fits the page's middle column.
/** @type {Diagram[]} */
export const flows = [
  sequence('card-3ds', 'Card with 3DS', [
    { from: 1, to: 2, label: 'POST /v1/transactions\nwith threeDSecure', evidence: 'observed three-d-secure-request' },
    {
      from: 2,
      to: 1,
      label: 'request_authentication\nand threeDSecure.url',
      evidence: 'observed three-d-secure-response',
    },
    { from: 1, to: 0, label: 'redirect to\nthreeDSecure.url', evidence: 'observed three-d-secure-response' },
    { from: 0, to: 2, label: 'answers the\ncard issuer', evidence: 'assumed transaction-transitions' },
    { from: 2, to: 0, label: 'redirect to urlSuccess\nor urlFail', evidence: 'observed three-d-secure-request' },
    { from: 0, to: 1, label: 'comes back', evidence: 'observed three-d-secure-request' },
    { from: 1, to: 2, label: 'GET /v1/transactions/{id}', evidence: 'observed transaction-path' },
    { from: 2, to: 1, label: 'paid, authorized\nor refused', evidence: 'assumed transaction-transitions' },
  ]),
  sequence('pix', 'PIX', [
    { from: 1, to: 2, label: 'POST /v1/transactions\npayment_method: pix', evidence: 'documented 4.5' },
    { from: 2, to: 1, label: 'processing\nand pix_qr_code', evidence: 'documented 4.5' },
    { from: 1, to: 0, label: 'shows the code', evidence: 'documented 2.2' },
    { from: 0, to: 2, label: 'pays the code\nin the app of a bank', evidence: 'assumed transaction-transitions' },
    { from: 2, to: 1, label: 'event transaction.\nstatus_changed', evidence: 'observed webhook-events' },
    { from: 1, to: 2, label: 'GET /v1/transactions/{id}', evidence: 'observed transaction-path' },
    { from: 2, to: 1, label: 'paid', evidence: 'assumed transaction-transitions' },
  ]),
  sequence('webhook', 'An event, confirmed', [
    { from: 1, to: 2, label: 'POST /v1/webhooks\nurl and events', evidence: 'observed webhook-registration' },
    { from: 2, to: 1, label: 'event, model, model_id,\npayload', evidence: 'observed webhook-envelope' },
    { from: 1, to: 2, label: '2xx at once', evidence: 'assumed webhook-response' },
    { from: 1, to: 2, label: 'GET the object\nby model_id', evidence: 'observed webhook-envelope' },
    { from: 2, to: 1, label: 'the object:\nact on this', evidence: 'observed webhook-envelope' },
  ]),
];
