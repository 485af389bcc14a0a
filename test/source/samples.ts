/** A request for each of sections 4.1 to 4.6, with exactly the fields that the section shows. The values are ours. */
import { type Fields, rows } from './document.ts';

export interface Sample {
  readonly section: string;
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

const card = {
  card_number: '4111111111111111',
  card_expiration_date: '1245',
  card_holder_name: 'MARIA SOUZA',
  card_cvv: '123',
};

const documents = [
  { type: 'cpf', number: '52998224725' },
  { type: 'cnpj', number: '11222333000181' },
];

const person = {
  external_id: 'customer-77',
  name: 'Maria Souza',
  type: 'individual',
  country: 'br',
  documents,
  email: 'maria.souza@example.com',
};

const street = { street: 'Rua das Flores', street_number: '100' };
const place = { country: 'br', ...street, state: 'SP', city: 'São Paulo' };

export const createCard = { section: '4.1', method: 'POST', path: '/v1/cards', body: card } as const;

export const deleteCustomer = (id: unknown): Sample => ({
  section: '4.2',
  method: 'DELETE',
  path: `/v1/customers/${id}`,
});

export const createCustomer = {
  section: '4.3',
  method: 'POST',
  path: '/v1/customers',
  body: { ...person, phone_numbers: ['+5511912345678'] },
} as const;

export const createSubscription = (price_id: unknown, zipcode = '01001-000'): Sample => ({
  section: '4.4',
  method: 'POST',
  path: '/v1/subscriptions',
  body: {
    price_id,
    metadata: '{"order":"1001"}',
    async: false,
    payment_method: 'credit_card',
    card,
    customer: person,
    address: { neighborhood: 'Centro', ...street, zipcode },
  },
});

export const createPix = {
  section: '4.5',
  method: 'POST',
  path: '/v1/transactions',
  body: {
    amount: 15_990,
    payment_method: 'pix',
    billing: { name: 'Maria Souza', address: { ...place, neighborhood: 'Centro' } },
    customer: person,
    shipping: { name: 'Maria Souza', fee: '1590', address: { ...place, zipcode: '01001-000' } },
  },
} as const;

export const simulateTax = {
  section: '4.6',
  method: 'POST',
  path: '/v1/simulate/tax',
  body: { brand: 'mastercard', installments: 12, amount: 19_000, fee_responsible: 'customer' },
} as const;

/** The paths of all fields in a body, sorted. A list counts once. */
export function pathsWithin(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return unique(value.flatMap((item) => pathsWithin(item, `${path}[]`)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [at, ...pathsWithin(inner, at)];
  });
}

/** The paths of all fields in a table of the document. */
export function pathsOf(fields: Fields): string[] {
  return unique(rows(fields).map(({ path }) => path)).filter((path) => !path.endsWith('[]'));
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
