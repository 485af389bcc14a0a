/**
 * The content of the source document: its groups, the tables of sections 2 and 4, the values in them, and its facts about
 * authentication, errors and versions. Nothing here comes from another source.
 */
import type { Fields } from './shape.ts';

/** Section 1: the groups, in the document's order. */
export const groups = [
  'Transactions',
  'Payment Links',
  'Customer',
  'Cards',
  'Simulate',
  'Split',
  'Recurrence',
  'Webhook',
  'Configuration',
] as const;

export type Group = (typeof groups)[number];

const cardRequest = {
  card_number: 'string',
  card_expiration_date: 'string',
  card_holder_name: 'string',
  card_cvv: 'string',
} as const satisfies Fields;

const timestamps = { created_at: 'timestamp', updated_at: 'timestamp' } as const satisfies Fields;

const transaction = {
  id: 'integer',
  ip_address: 'string',
  tid: 'nullable',
  amount: 'integer',
  capture_amount: 'integer',
  paid_amount: 'nullable',
  payment_type: 'nullable',
  ref_id: 'string',
  status: 'string',
  ...timestamps,
  card: {
    card_id: 'integer',
    card_holder_name: 'string',
    ...timestamps,
    card_first_digits: 'string',
    card_last_digits: 'string',
    brand: 'string',
    fingerprint: 'string',
    valid: 'boolean',
  },
  pix_qr_code: 'nullable',
  pix_expiration_date: 'nullable',
  pix_additional_fields: 'nullable',
  installments: 'integer',
  reference_key: 'nullable',
  session: 'nullable',
  local_time: 'nullable',
  payment_method: 'string',
  customer: {
    id: 'integer',
    external_id: 'string',
    name: 'string',
    type: 'string',
    country: 'string',
    email: 'string',
    birthday: 'nullable',
    phone_numbers: ['string'],
    ...timestamps,
    documents: [{ id: 'integer', type: 'string', number: 'string' }],
  },
  billing: {
    id: 'integer',
    name: 'string',
    ...timestamps,
    address: {
      street: 'named',
      street_number: 'named',
      zipcode: 'named',
      country: 'named',
      state: 'named',
      city: 'named',
      neighborhood: 'named',
      complementary: 'nullable',
    },
  },
  shipping: 'nullable object',
  items: [
    {
      id: 'integer',
      external_id: 'string',
      title: 'string',
      unit_price: 'integer',
      quantity: 'integer',
      tangible: 'integer',
      category: 'nullable',
      venue: 'nullable',
      date: 'nullable',
      ...timestamps,
    },
  ],
  metadata: 'nullable',
} as const satisfies Fields;

const customerRequest = {
  external_id: 'string',
  name: 'string',
  type: 'string',
  country: 'string',
  documents: [{ type: 'string', number: 'string' }],
  phone_numbers: ['string'],
  email: 'string',
} as const satisfies Fields;

const subscriptionRequest = {
  price_id: 'integer',
  metadata: 'string',
  async: 'boolean',
  payment_method: 'string',
  card: { card_number: 'named', card_holder_name: 'named', card_expiration_date: 'named', card_cvv: 'named' },
  customer: {
    external_id: 'named',
    name: 'named',
    email: 'named',
    type: 'named',
    country: 'named',
    documents: [{ type: 'named', number: 'named' }],
  },
  address: { neighborhood: 'named', street: 'named', street_number: 'named', zipcode: 'string' },
} as const satisfies Fields;

const pixRequest = {
  amount: 'integer',
  payment_method: 'string',
  billing: {
    name: 'string',
    address: {
      country: 'named',
      street: 'named',
      street_number: 'named',
      state: 'named',
      city: 'named',
      neighborhood: 'named',
    },
  },
  customer: {
    name: 'named',
    email: 'named',
    type: 'named',
    country: 'named',
    documents: [{ type: 'named', number: 'named' }],
    external_id: 'named',
  },
  shipping: {
    name: 'string',
    fee: 'string',
    address: {
      street: 'named',
      street_number: 'named',
      zipcode: 'named',
      country: 'named',
      state: 'named',
      city: 'named',
    },
  },
} as const satisfies Fields;

const simulateTaxRequest = {
  brand: 'string',
  installments: 'integer',
  amount: 'integer',
  fee_responsible: 'string',
} as const satisfies Fields;

const feeSimulation = {
  brand: 'string',
  product: 'string',
  plataformType: 'string',
  grossAmount: 'number',
  netAmount: 'number',
  mdr: 'number',
  antecipationRate: 'number',
  antecipatedAmount: 'number',
  installments: [
    {
      previsionPaymentDate: 'datetime without zone',
      grossAmount: 'number',
      netAmount: 'number',
      installment: 'integer',
      antecipationRate: 'number',
      antecipatedAmount: 'number',
    },
  ],
  saleTypeCode: 'string',
  fees: 'string',
} as const satisfies Fields;

export type Direction = 'request' | 'response';

export interface Table {
  readonly title: string;
  /** The section that holds the table, and the sections that point to it. */
  readonly sections: readonly string[];
  readonly operationId: string;
  readonly direction: Direction;
  /** Which form of the request the table describes, where the contract has several. */
  readonly form?: { readonly payment_method: string };
  readonly fields: Fields;
}

/** Sections 2 and 4: what each operation takes and gives, as far as the document shows it. */
export const tables: readonly Table[] = [
  {
    title: '2.1 Card',
    sections: ['2.1', '4.1'],
    operationId: 'createCard',
    direction: 'request',
    fields: cardRequest,
  },
  {
    title: '2.2 Transaction',
    sections: ['2.2', '4.5'],
    operationId: 'createTransaction',
    direction: 'response',
    fields: transaction,
  },
  {
    title: '2.3 Customer',
    sections: ['2.3', '4.3'],
    operationId: 'createCustomer',
    direction: 'request',
    fields: customerRequest,
  },
  {
    title: '4.4 Create subscription',
    sections: ['4.4', '2.4'],
    operationId: 'createSubscription',
    direction: 'request',
    fields: subscriptionRequest,
  },
  {
    title: '4.5 Create transaction (PIX)',
    sections: ['4.5'],
    operationId: 'createTransaction',
    direction: 'request',
    form: { payment_method: 'pix' },
    fields: pixRequest,
  },
  {
    title: '4.6 Simulate tax',
    sections: ['4.6'],
    operationId: 'simulateTax',
    direction: 'request',
    fields: simulateTaxRequest,
  },
  {
    title: '2.5 Fee simulation',
    sections: ['4.6', '2.5'],
    operationId: 'simulateTax',
    direction: 'response',
    fields: feeSimulation,
  },
  {
    title: '3 Transaction state',
    sections: ['3'],
    operationId: 'createTransaction',
    direction: 'response',
    fields: { status: 'string' },
  },
];

/** Values that the document shows for a field of a table in this section. */
export const values = [
  { section: '3', field: 'status', value: 'processing' },
  { section: '2.3', field: 'type', value: 'individual' },
  { section: '2.3', field: 'documents[].type', value: 'cpf' },
  { section: '2.3', field: 'documents[].type', value: 'cnpj' },
  { section: '4.4', field: 'payment_method', value: 'credit_card' },
  { section: '4.5', field: 'payment_method', value: 'pix' },
  { section: '4.6', field: 'brand', value: 'mastercard' },
  { section: '4.6', field: 'fee_responsible', value: 'customer' },
] as const;

/** Section 5.2: the operations whose samples show the `Authorization` header, and the section of each. */
export const bearerShown: Readonly<Record<string, string>> = { createCard: '4.1', deleteCustomer: '4.2' };

/** Section 7: the statuses, and the operation for which each is shown. 200 is shown for all of 4.1 to 4.6. */
export const success = '200';
export const badRequest = { status: '400', operationId: 'createTransaction', sections: ['4.5', '7'] } as const;

/** Section 9: the prefix of all paths, and the documentation versions. */
export const pathPrefix = '/v1/';
export const documentationVersions = ['1.0.0', '1.1.0'] as const;
