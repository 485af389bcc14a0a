/** The sentences of the source document about requests and responses, in its order, each with its check on a server. */
import { expect } from 'vitest';
import { operationNamed } from '../contract/contract.ts';
import { exampleNames, exampleValue } from '../contract/values.ts';
import { type Table, tables } from './document.ts';
import { namedOperations } from './operations.ts';
import {
  createCard,
  createCustomer,
  createPix,
  createSubscription,
  deleteCustomer,
  type Sample,
  simulateTax,
} from './samples.ts';
import type { Sent, Served } from './served.ts';
import { valueDifferences, without } from './values.ts';

export interface Sentence {
  readonly section: string;
  readonly says: string;
  /** Why Prism, which returns examples and keeps no state, cannot follow the sentence. */
  readonly notPrism?: string;
  holds(server: Served): Promise<void>;
}

const CARD_PAYMENT: Sent = {
  method: 'POST',
  path: '/v1/transactions',
  body: {
    ...createPix.body,
    payment_method: 'credit_card',
    card: createCard.body,
    installments: 3,
    items: [{ external_id: 'sku-1', title: 'Camiseta', unit_price: 15_990, quantity: 1, tangible: true }],
  },
  example: 'credit_card',
};

export const sentences: readonly Sentence[] = [
  {
    section: '1',
    says: 'response bodies are JSON',
    async holds(server) {
      for (const sample of await samplesFor(server)) {
        expect((await server.send(sample)).contentType, sample.section).toMatch(/^application\/json(;|$)/);
      }
    },
  },
  {
    section: '1',
    says: 'request bodies are JSON',
    async holds(server) {
      await refuses(server, { ...createPix, contentType: 'text/plain' }, [415, 422]);
    },
  },
  {
    section: '2',
    says: 'timestamps in transaction responses have microseconds and a trailing Z',
    async holds(server) {
      const { body } = await server.send(CARD_PAYMENT);
      const found = JSON.stringify(body).match(/"(?:created|updated)_at":"[^"]*"/g) ?? [];
      expect(found.length).toBeGreaterThan(8);
      for (const one of found) expect(one).toMatch(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"$/);
    },
  },
  {
    section: '2',
    says: 'money in transaction requests is an integer',
    async holds(server) {
      await refuses(server, { ...createPix, body: { ...createPix.body, amount: 159.95 } }, [400, 422]);
    },
  },
  {
    section: '2',
    says: 'money in transaction responses is an integer',
    async holds(server) {
      const { body } = await server.send(CARD_PAYMENT);
      const money = [body.amount, body.capture_amount, body.paid_amount ?? 0, body.items[0].unit_price];
      expect(money.filter((value) => !Number.isInteger(value))).toEqual([]);
    },
  },
  {
    section: '2.1',
    says: 'a card number has digits, and the expiry date has four of them',
    async holds(server) {
      for (const wrong of [{ card_number: 'four' }, { card_expiration_date: '12/2030' }]) {
        await refuses(server, { ...createCard, body: { ...createCard.body, ...wrong } }, [400, 422]);
      }
    },
  },
  {
    section: '2.2',
    says: 'a transaction has these fields with these types',
    async holds(server) {
      const { body } = await server.send(CARD_PAYMENT);
      expect(valueDifferences(tableOf('createTransaction', 'response').fields, body)).toEqual([]);
    },
  },
  {
    section: '2.3',
    says: 'a customer is an individual with a CPF or a CNPJ',
    async holds(server) {
      for (const type of ['cpf', 'cnpj']) {
        const documents = createCustomer.body.documents.filter((one) => one.type === type);
        await succeeds(server, { ...createCustomer, body: { ...createCustomer.body, documents } });
      }
    },
  },
  {
    section: '3',
    says: 'the status is a string, and processing is seen on a new transaction',
    async holds(server) {
      const { body } = await server.send(createPix);
      expect(body.status).toBe('processing');
    },
  },
  {
    section: '4.1',
    says: 'creating a card requires the bearer header',
    holds: (server) => refuses(server, { ...createCard, authorization: null }, [401]),
  },
  {
    section: '4.1',
    says: 'creating a card is 200 with a JSON object',
    holds: (server) => succeeds(server, createCard),
  },
  {
    section: '4.2',
    says: 'deleting a customer requires the bearer header',
    holds: async (server) => refuses(server, { ...(await deletion(server)), authorization: null }, [401]),
  },
  {
    section: '4.2',
    says: 'deleting a customer takes the id in the path and no body, and is 200 with a JSON object',
    holds: async (server) => succeeds(server, await deletion(server)),
  },
  {
    section: '4.3',
    says: 'creating a customer is 200 with a JSON object',
    holds: (server) => succeeds(server, createCustomer),
  },
  {
    section: '4.4',
    says: 'creating a subscription is 200 with a JSON object, for a zip code with and without a hyphen',
    async holds(server) {
      const price = await newPrice(server);
      for (const zipcode of ['01001-000', '01001000']) await succeeds(server, createSubscription(price, zipcode));
    },
  },
  {
    section: '4.5',
    says: 'creating a PIX is 200 with the transaction of 2.2',
    async holds(server) {
      const { status, body } = await server.send(createPix);
      expect(status).toBe(200);
      // A PIX is paid without a card; `card-absent` in the register.
      const fields = without(tableOf('createTransaction', 'response').fields, 'card');
      expect(valueDifferences(fields, body)).toEqual([]);
      expect(body.payment_method).toBe('pix');
    },
  },
  {
    section: '4.5',
    says: 'an integration error is 400',
    notPrism: 'it has 422 for each invalid request',
    holds: (server) => refuses(server, { ...createPix, body: { payment_method: 'pix' } }, [400]),
  },
  {
    section: '4.6',
    says: 'a simulation has these fields with these types',
    async holds(server) {
      const { status, body } = await server.send(simulateTax);
      expect(status).toBe(200);
      expect(valueDifferences(tableOf('simulateTax', 'response').fields, body)).toEqual([]);
    },
  },
  {
    section: '4.6',
    says: 'there is a variant for the merchant, too',
    holds: (server) => succeeds(server, { ...simulateTax, body: { ...simulateTax.body, fee_responsible: 'self' } }),
  },
  {
    section: '4.6',
    says: 'the response lists one entry per installment requested, at positions from 1',
    async holds(server) {
      expect(await positions(server, 12)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    },
  },
  {
    section: '4.6',
    says: 'the response lists one entry per installment requested, for any number of them',
    notPrism: 'its example has twelve',
    async holds(server) {
      for (const count of [1, 2, 3, 24]) {
        expect(await positions(server, count)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      }
    },
  },
  {
    section: '4.7',
    says: 'the named operations exist with their methods',
    async holds(server) {
      for (const operationId of new Set(namedOperations.map((named) => named.operationId))) {
        // A server that does not know the operation would not get to the token.
        expect((await server.send(exampleOf(operationId))).status, operationId).toBe(401);
      }
    },
  },
  {
    section: '5',
    says: 'the bearer token has the form Bearer <ACCESS_TOKEN>',
    async holds(server) {
      await succeeds(server, { ...createCard, authorization: 'Bearer any-token' });
      await refuses(server, { ...createCard, authorization: 'Basic YTpi' }, [401]);
    },
  },
  {
    section: '7',
    says: 'success is 200',
    async holds(server) {
      for (const sample of await samplesFor(server)) await succeeds(server, sample);
    },
  },
  {
    section: '9',
    says: 'paths carry the prefix /v1',
    holds: (server) => refuses(server, { ...createCard, path: '/cards' }, [404]),
  },
];

/** Sections without a sentence about a request or a response of an operation, or whose sentences are in others. */
export const otherSections: Readonly<Record<string, string>> = {
  '2.4': 'points to 4.4',
  '2.5': 'points to 4.6',
  '4': 'says what is not shown',
  '6': 'says what is not shown',
  '8': 'says what is not shown',
};

/** The samples of 4.3 to 4.6, which carry no token. */
export async function samplesWithoutToken(server: Served): Promise<Sample[]> {
  return [createCustomer, createSubscription(await newPrice(server)), createPix, simulateTax];
}

async function samplesFor(server: Served): Promise<Sample[]> {
  return [createCard, await deletion(server), ...(await samplesWithoutToken(server))];
}

async function deletion(server: Served): Promise<Sample> {
  const { body } = await server.send(createCustomer);
  return deleteCustomer(body.id);
}

/** Returns the id of a new price. */
async function newPrice(server: Served): Promise<unknown> {
  const plan = await server.send({ ...exampleOf('createPlan'), authorization: 'Bearer token' });
  const price = exampleOf('createPrice');
  const body = { ...(price.body as object), plan_id: plan.body.id };
  return (await server.send({ ...price, body, authorization: 'Bearer token' })).body.id;
}

async function positions(server: Served, installments: number): Promise<number[]> {
  const { body } = await server.send({ ...simulateTax, body: { ...simulateTax.body, installments } });
  return body.installments.map(({ installment }: { installment: number }) => installment);
}

async function succeeds(server: Served, sent: Sent): Promise<void> {
  const { status, body, warning } = await server.send(sent);
  expect({ status, warning, errors: body?.errors }).toEqual({ status: 200, warning: null, errors: undefined });
  expect(body).toBeTypeOf('object');
  expect(body).not.toBeInstanceOf(Array);
}

async function refuses(server: Served, sent: Sent, statuses: readonly number[]): Promise<void> {
  const { status } = await server.send(sent);
  expect(statuses).toContain(status);
}

function tableOf(operationId: string, direction: Table['direction']): Table {
  const found = tables.find((table) => table.operationId === operationId && table.direction === direction);
  if (!found) throw new Error(`The document has no table for the ${direction} of ${operationId}.`);
  return found;
}

/** The first example of an operation, without a token. */
function exampleOf(operationId: string): Sent {
  const one = operationNamed(operationId);
  const [name = ''] = exampleNames(one, 'request');
  const path = one.path.replaceAll(/\{\w+\}/g, '1');
  return { method: one.method, path, body: exampleValue(one, 'request', name), authorization: null };
}
