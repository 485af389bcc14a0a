import { aboveMost } from '../../../../../core/src/codes/amounts.ts';
import { PAID_AT_ONCE } from '../../../../../core/src/codes/installments.ts';
import { MOST_PIX } from '../../../../../core/src/codes/pix-code.ts';
import { NOT_REACHABLE } from '../../../../src/server/request/warnings/catalog.ts';

export const CARD = { card_number: '4111111111111111', card_holder_name: 'ANA LIMA', card_expiration_date: '1231' };
export const PIX = { amount: 15990, payment_method: 'pix' };
export const BOLETO = { amount: 15990, payment_method: 'boleto', customer: { name: 'Ana Lima' } };
export const CREDIT = { amount: 15990, payment_method: 'credit_card', card: CARD };

const SAYS = 'contains a card number: free text is stored as sent, so send it in card_number only';
const PAN = '4532015112830366';
/** A request to another operation than createTransaction. */
export interface Asked {
  readonly operationId: string;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
}
const sentTo = (operationId: string, body: object): Asked => ({ operationId, body });
const askedOf = (operationId: string, query: Record<string, string>): Asked => ({ operationId, query });

export type Case = [rule: string, given: object, ...says: string[]];

/** Requests by the rule that they break, with the warnings they get when the contract's examples were created. */
export const CASES: readonly Case[] = [
  [
    'card number in free text',
    {
      ...PIX,
      metadata: `paid with ${PAN}`,
      reference_key: `order ${PAN}`,
      items: [{ title: `x 4532%200151-1283 0366` }],
    },
    `metadata: ${SAYS}`,
    `reference_key: ${SAYS}`,
    `items[0].title: ${SAYS}`,
  ],
  [
    'card number in free text',
    { ...PIX, metadata: 'test card 4111111111111111', reference_key: 'order-20261122102030' },
  ],
  [
    'boleto without a payer',
    { amount: 15990, payment_method: 'boleto' },
    'body: needs customer or customer_id; a boleto names its payer',
  ],
  ['boleto without a payer', { amount: 15990, payment_method: 'boleto', customer_id: 7 }],
  ['installments without a credit card', { ...PIX, installments: 2 }, `installments: ${PAID_AT_ONCE}`],
  ['installments without a credit card', { ...PIX, installments: 1 }],
  ['amount beyond its code', { ...PIX, amount: MOST_PIX + 1 }, `amount: ${aboveMost('pix', MOST_PIX + 1)}`],
  ['amount beyond its code', { ...PIX, amount: MOST_PIX }],
  ['unknown field', sentTo('refundTransaction', { ammount: 100 }), 'ammount: is not known; did you mean amount?'],
  [
    'unknown field',
    { ...CREDIT, card: { ...CARD, cardHolderName: 'ANA', x: 1 } },
    'card.cardHolderName: is not known; did you mean card_holder_name?',
    'card.x: is not known',
  ],
  [
    'field of another form',
    { ...PIX, boleto: { expiration: '2027-01-01' } },
    'boleto: is not a field of this payment_method',
  ],
  [
    'unknown parameter',
    askedOf('listCustomers', { per_pag: '1', 'x-y': '2' }),
    'query.per_pag: is not known; did you mean per_page?',
    'query.x-y: is not known',
  ],
  ['page before the first', askedOf('listCards', { page: '0' }), 'query.page: must be 1 or more'],
  [
    'unknown value',
    sentTo('createPaymentLink', { amount: 100, notify: 'whatsap' }),
    'notify: is not one of the known values whatsapp; did you mean whatsapp?',
  ],
  [
    'unknown value',
    sentTo('createWebhook', { url: 'https://shop.example/', events: ['transactions', 'refunds'] }),
    'events[1]: is not one of the known values transactions, links, customers, cards',
  ],
  ['amount of zero', { ...PIX, amount: 0 }, 'amount: is zero'],
  ['negative amount', { ...PIX, amount: -15990 }, 'amount: is negative'],
  ['amount beyond 2^53', { ...PIX, amount: 2 ** 53 }, 'amount: is above 2^53, where JSON numbers lose centavos'],
  ['too many installments', { ...CREDIT, installments: 0 }, 'installments: must be from 1 to 99'],
  [
    'mistyped card number',
    { ...CREDIT, card: { ...CARD, card_number: '4111111111111112' } },
    'card.card_number: is not a valid card number; check its digits',
  ],
  [
    'expiry month of a card',
    { ...CREDIT, card: { ...CARD, card_expiration_date: '1330' } },
    'card.card_expiration_date: has a month that does not exist; its shape is MMYY',
  ],
  [
    'expiry month of a card',
    { ...CREDIT, card: { ...CARD, card_expiration_date: '1026' } },
    'card.card_expiration_date: is in the past: the card has expired',
  ],
  ['card and card_id together', { ...CREDIT, card_id: 501 }, 'body: has card and card_id; send one of them'],
  [
    'card payment without a card',
    { amount: 1, payment_method: 'credit_card' },
    'body: has no card and no card_id, and is a payment by card',
  ],
  [
    'document number with wrong check digits',
    {
      ...PIX,
      customer: { documents: [{ type: 'CPF', number: '529.982.247-26' }, { number: '11222333000180' }] },
    },
    'customer.documents[0].number: is not a CPF; a CPF has 11 digits, and the last two are check digits',
    'customer.documents[1].number: is not a CNPJ; a CNPJ has 14 places, and the last two are check digits',
  ],
  [
    'split above 100 %',
    {
      ...PIX,
      split: [
        { receiver_id: 1, percentage: 70 },
        { receiver_id: 2, percentage: 30.1 },
      ],
    },
    'split: adds up to more than 100 %',
  ],
  [
    'split above 100 %',
    {
      ...PIX,
      split: [
        { receiver_id: 1, amount: 15990 },
        { receiver_id: 2, amount: 1 },
      ],
    },
    'split: adds up to more than the amount of the payment',
  ],
  [
    'split without a receiver',
    { ...PIX, split: [{ percentage: 10 }] },
    'split[0]: needs a receiver_id; without one, no receiver gets this part',
  ],
  ['split rule without a share', { ...PIX, split: [{ receiver_id: 1 }] }, 'split[0]: needs percentage or amount'],
  ['day in the past', { ...BOLETO, boleto: { expiration: '2026-11-19' } }, 'boleto.expiration: is in the past'],
  [
    'last payment date before the due date',
    { ...BOLETO, boleto: { expiration: '2026-12-10', max_payment_date: '2026-12-09' } },
    'boleto.max_payment_date: is before expiration; the boleto could not be paid on its due date',
  ],
  [
    'time in another format or in the past',
    { ...PIX, expiration_date: '2026-11-20T14:05:41Z' },
    'expiration_date: must be shaped YYYY-MM-DD HH:MM:SS, in UTC, as 2026-11-20 14:05:41',
  ],
  [
    'time in another format or in the past',
    { ...PIX, expiration_date: '2026-11-20 13:05:41' },
    'expiration_date: is in the past (it is read as UTC)',
  ],
  ['invalid e-mail address', sentTo('findCustomer', { email: 'maria.example.com' }), 'email: is not an e-mail address'],
  [
    'invalid web address',
    sentTo('createWebhook', { url: 'shop.example/hook', events: [] }),
    'url: is not a web address such as https://shop.example/',
  ],
  [
    'invalid web address',
    sentTo('createWebhook', { url: 'http://0.0.0.0:3000/hook', events: [] }),
    `url: ${NOT_REACHABLE}`,
  ],
  [
    'invalid IP address',
    { ...CREDIT, threeDSecure: { ipAddress: '203.0.113.256' } },
    'threeDSecure.ipAddress: is not an IP address',
  ],
  [
    'invalid postal code',
    { ...PIX, billing: { address: { zipcode: '1001-000' } } },
    'billing.address.zipcode: is not a CEP; a CEP has 8 digits, with or without a hyphen',
  ],
  [
    'phone number in another format',
    { ...PIX, customer: { phone_numbers: ['11 99999-8888', ''] } },
    ...[0, 1].map(
      (index) =>
        `customer.phone_numbers[${index}]: is not an international phone number, with a leading +, such as +5511987654321`,
    ),
  ],
  [
    'country in another format',
    { ...PIX, customer: { country: 'Brasil' } },
    'customer.country: is not a country code of two letters, such as br',
  ],
  [
    'empty name or address',
    { ...PIX, customer: { name: '' }, billing: { name: ' ', address: { street: '', street_number: '' } } },
    ...['customer.name', 'billing.name', 'billing.address.street', 'billing.address.street_number'].map(
      (field) => `${field}: is empty`,
    ),
  ],
];

/** Returns the request of a case. A body alone is sent to createTransaction. */
export const askedBy = (given: object): Asked =>
  'operationId' in given ? (given as Asked) : sentTo('createTransaction', given);
