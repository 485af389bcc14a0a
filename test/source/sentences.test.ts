/** The sentences of the source document about requests and responses, in its order, on each server that must follow them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, operationNamed } from '../contract/contract.ts';
import { exampleNames, exampleValue } from '../contract/values.ts';
import { type Table, tables } from './document.ts';
import { namedOperations } from './operations.ts';
import {
  createCard,
  createCustomer,
  createPix,
  createSubscription,
  deleteCustomer,
  pathsOf,
  pathsWithin,
  type Sample,
  simulateTax,
} from './samples.ts';
import { type Sent, type Served, served } from './served.ts';
import { valueDifferences, without } from './values.ts';

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

/** Sections without a sentence about a request or a response of an operation, or whose sentences are in others. */
const OTHER_SECTIONS = {
  '2.4': 'points to 4.4',
  '2.5': 'points to 4.6',
  '4.3': 'has no sentence of its own beside 2.3 and 7',
  '4': 'says what is not shown',
  '6': 'says what is not shown',
  '8': 'says what is not shown',
};
const covered = new Set(Object.keys(OTHER_SECTIONS));

describe.each(served)('the $name follows the source document', ({ name, open }) => {
  let server: Served;
  beforeAll(async () => {
    server = await open();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  /** Prism returns examples and keeps no state. */
  const isPrism = name === 'Prism';

  function sentence(section: string, says: string, holds: () => Promise<void>): void {
    covered.add(section);
    test(`${section}: ${says}`, holds);
  }

  sentence('1', 'request bodies are JSON', () =>
    refuses(server, { ...createPix, contentType: 'text/plain' }, [415, 422]),
  );
  sentence('2', 'timestamps in transaction responses have microseconds and a trailing Z', async () => {
    const { body } = await server.send(CARD_PAYMENT);
    const found = JSON.stringify(body).match(/"(?:created|updated)_at":"[^"]*"/g) ?? [];
    expect(found.length).toBeGreaterThan(8);
    for (const one of found) expect(one).toMatch(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"$/);
  });
  sentence('2', 'money in transaction requests is an integer', () =>
    refuses(server, { ...createPix, body: { ...createPix.body, amount: 159.95 } }, [400, 422]),
  );
  sentence('2', 'money in transaction responses is an integer', async () => {
    const { body } = await server.send(CARD_PAYMENT);
    const money = [body.amount, body.capture_amount, body.paid_amount ?? 0, body.items[0].unit_price];
    expect(money.filter((value) => !Number.isInteger(value))).toEqual([]);
  });
  sentence('2.1', 'a card number has digits, and the expiry date has four of them', async () => {
    for (const wrong of [{ card_number: 'four' }, { card_expiration_date: '12/2030' }]) {
      await refuses(server, { ...createCard, body: { ...createCard.body, ...wrong } }, [400, 422]);
    }
  });
  sentence('2.2', 'a transaction has these fields with these types', async () => {
    const { body } = await server.send(CARD_PAYMENT);
    expect(valueDifferences(tableOf('createTransaction', 'response').fields, body)).toEqual([]);
  });
  sentence('2.3', 'a customer is an individual with a CPF or a CNPJ', async () => {
    for (const type of ['cpf', 'cnpj']) {
      const documents = createCustomer.body.documents.filter((one) => one.type === type);
      await succeeds(server, { ...createCustomer, body: { ...createCustomer.body, documents } });
    }
  });
  sentence('3', 'the status is a string, and processing is seen on a new transaction', async () => {
    expect((await server.send(createPix)).body.status).toBe('processing');
  });
  sentence('4.1', 'creating a card requires the bearer header', () => refusesCardWithoutToken(server));
  sentence('4.2', 'deleting a customer requires the bearer header', () => refusesDeletionWithoutToken(server));
  sentence('4.4', 'a subscription takes a zip code without a hyphen, too', async () =>
    succeeds(server, createSubscription(await newPrice(server), '01001000')),
  );
  sentence('4.5', 'creating a Pix returns the transaction of 2.2', async () => {
    const { status, body } = await server.send(createPix);
    expect([status, body.payment_method]).toEqual([200, 'pix']);
    // A Pix is paid without a card; `card-absent` in the register.
    const fields = without(tableOf('createTransaction', 'response').fields, 'card');
    expect(valueDifferences(fields, body)).toEqual([]);
  });
  // Prism has 422 for each invalid request.
  sentence('4.5', 'an integration error is 400', () =>
    refuses(server, { ...createPix, body: { payment_method: 'pix' } }, [isPrism ? 422 : 400]),
  );
  sentence('4.6', 'a simulation has these fields with these types', async () => {
    const { status, body } = await server.send(simulateTax);
    expect(status).toBe(200);
    expect(valueDifferences(tableOf('simulateTax', 'response').fields, body)).toEqual([]);
  });
  sentence('4.6', 'there is a variant for the merchant, too', () =>
    succeeds(server, { ...simulateTax, body: { ...simulateTax.body, fee_responsible: 'self' } }),
  );
  sentence('4.6', 'the response lists one entry per installment requested, at positions from 1', async () => {
    // The example that Prism returns has twelve.
    for (const installments of isPrism ? [12] : [1, 2, 3, 12, 24]) {
      const { body } = await server.send({ ...simulateTax, body: { ...simulateTax.body, installments } });
      const positions = body.installments.map(({ installment }: { installment: number }) => installment);
      expect(positions).toEqual(Array.from({ length: installments }, (_, index) => index + 1));
    }
  });
  sentence('4.7', 'the named operations exist with their methods', async () => {
    for (const operationId of new Set(namedOperations.map((named) => named.operationId))) {
      // A server that does not know the operation would not get to the token.
      expect((await server.send(exampleOf(operationId))).status, operationId).toBe(401);
    }
  });
  sentence('5', 'the bearer token has the form Bearer <ACCESS_TOKEN>', async () => {
    await succeeds(server, { ...createCard, authorization: 'Bearer any-token' });
    await refuses(server, { ...createCard, authorization: 'Basic YTpi' }, [401]);
  });
  sentence('7', 'success is 200 with a JSON object, for each sample of 4.1 to 4.6', async () => {
    const samples = [createCard, await deletion(server), ...(await samplesWithoutToken(server))];
    for (const sample of samples) await succeeds(server, sample);
  });
  sentence('9', 'paths carry the prefix /v1', () => refuses(server, { ...createCard, path: '/cards' }, [404]));
});

test.each(served.filter(({ name }) => name !== 'Prism'))(
  'the $name with anonymous: true takes the samples of 4.3 to 4.6, which carry no token, and requires the header for 4.1 and 4.2',
  async ({ open }) => {
    await using server = await open({ anonymous: true });
    for (const sample of await samplesWithoutToken(server)) {
      const { status, warning } = await server.send({ ...sample, authorization: null });
      expect([status, warning], sample.section).toEqual([200, expect.stringMatching(/^authorization: is missing/)]);
    }
    await refusesCardWithoutToken(server);
    await refusesDeletionWithoutToken(server);
  },
);

test('the sentences cover every section', () => {
  expect([...covered].sort()).toEqual(Object.keys(contract['x-source-document'].sections).sort());
});

test.each([createCard, createCustomer, createSubscription(1), createPix, simulateTax])(
  'the sample of $section has exactly the fields of its table',
  ({ section, body }) => {
    const table = tables.find(({ sections, direction }) => direction === 'request' && sections.includes(section));
    expect(pathsWithin(body).sort()).toEqual(pathsOf(table?.fields ?? {}).sort());
  },
);

const refusesCardWithoutToken = (server: Served) => refuses(server, { ...createCard, authorization: null }, [401]);
const refusesDeletionWithoutToken = async (server: Served) =>
  refuses(server, { ...(await deletion(server)), authorization: null }, [401]);

/** The samples of 4.3 to 4.6, which carry no token. */
async function samplesWithoutToken(server: Served): Promise<Sample[]> {
  return [createCustomer, createSubscription(await newPrice(server)), createPix, simulateTax];
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

async function succeeds(server: Served, sent: Sent): Promise<void> {
  const { status, body, warning, contentType } = await server.send(sent);
  expect({ status, warning, errors: body?.errors }).toEqual({ status: 200, warning: null, errors: undefined });
  expect(contentType).toMatch(/^application\/json(;|$)/);
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
