/** The sales that every webhook handler and shop of the docs must get right. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { type SandboxServer, startSandbox } from '../../../../sandbox/src/index.js';
import { listen } from '../../../../test/listen.ts';

/** A handler of the docs, with an order that it updates. */
export interface Handler {
  onEvent(body: string): unknown;
  /** Notes the payment of the order, if the handler needs that. */
  save?(payment: Payment): unknown;
  /** The work that no event causes: the repair job. */
  reconcile?(): unknown;
  /** The handler's result for the order, to compare with one of the columns below. */
  result(payment: Payment): unknown;
}

export interface Payment {
  readonly id: number;
  readonly reference_key: string;
}

export const AMOUNT = 15990;
export const REFERENCE = 'order-1003-checkout-1';

const holder = { card_holder_name: 'ANA SOUZA', card_expiration_date: '1249', card_cvv: '123' };
const cardOf = (card_number: string) => ({ payment_method: 'credit_card', card: { ...holder, card_number } });
const card = cardOf('4111111111111111');
const pix = { payment_method: 'pix', async: true };
const customer = { name: 'Ana Souza', email: 'ana@example.com' };

interface Sale {
  readonly body: object;
  act?(gateway: Gateway, id: number): Promise<unknown>;
  readonly status: string;
  /** The state of the order in `stateOf` of the guide "Refunds and chargebacks". */
  readonly state: string;
  /** What the shop has in the end, in centavos. */
  readonly paid: number;
}

interface Gateway {
  readonly sandbox: SandboxServer;
  post(path: string, body: object): Promise<Payment>;
}

const refund = (amount: object) => (gateway: Gateway, id: number) =>
  gateway.post(`/v1/transactions/${id}/refund`, amount);

export const sales: Readonly<Record<string, Sale>> = {
  'a card at once': { body: card, status: 'paid', state: 'paid', paid: AMOUNT },
  'a card, authorized and captured': {
    body: { ...card, capture: false },
    act: ({ post }, id) => post(`/v1/transactions/${id}/capture`, { amount: AMOUNT }),
    ...{ status: 'paid', state: 'paid', paid: AMOUNT },
  },
  'a refused card': { body: cardOf('4929291898380766'), status: 'refused', state: 'open', paid: 0 },
  'a Pix': { body: pix, act: ({ sandbox }, id) => sandbox.pay(id), status: 'paid', state: 'paid', paid: AMOUNT },
  'an expired Pix': {
    body: pix,
    act: ({ sandbox }, id) => sandbox.expire(id),
    ...{ status: 'canceled', state: 'expired', paid: 0 },
  },
  'a boleto': {
    body: { payment_method: 'boleto', async: true, customer },
    act: ({ sandbox }, id) => sandbox.pay(id),
    ...{ status: 'paid', state: 'paid', paid: AMOUNT },
  },
  'a whole refund': { body: card, act: refund({}), status: 'refunded', state: 'returned', paid: 0 },
  'a partial refund': {
    body: card,
    act: refund({ amount: 300 }),
    // The shop compares `paid_amount` with the amount that it refunded. This refund comes from the back office.
    ...{ status: 'paid', state: 'wrong amount', paid: AMOUNT - 300 },
  },
  'a chargeback': {
    body: card,
    act: ({ sandbox }, id) => sandbox.chargeback(id),
    ...{ status: 'chargedback', state: 'disputed', paid: 0 },
  },
};

/** Plays each sale against a new handler, and compares its result with a column. All have the same gateway, empty for each sale. */
export async function checkSales(
  column: 'status' | 'state' | 'paid',
  handlerOf: (url: string) => Handler | Promise<Handler>,
): Promise<void> {
  await using gateway = await startGateway();
  for (const [name, sale] of Object.entries(sales)) {
    await gateway.sandbox.reset();
    const handler = await handlerOf(gateway.sandbox.url);
    gateway.receive = (body) => handler.onEvent(body);
    const payment = await gateway.post('/v1/transactions', { amount: AMOUNT, reference_key: REFERENCE, ...sale.body });
    await handler.save?.(payment);
    // The first event may have come before the payment was saved.
    await gateway.sandbox.events.settled();
    await handler.reconcile?.();
    await sale.act?.(gateway, payment.id);
    await gateway.sandbox.events.settled();
    await handler.reconcile?.();
    expect(gateway.failures, name).toEqual([]);
    expect(await handler.result(payment), name).toBe(sale[column]);
  }
}

async function startGateway() {
  const failures: unknown[] = [];
  const own = { receive: (_body: string): unknown => undefined };
  const server = createServer(async (request, response) => {
    try {
      await own.receive(await text(request));
      response.writeHead(204).end();
    } catch (error) {
      failures.push(error);
      response.writeHead(500).end();
    }
  });
  const webhook = `${await listen(server)}/hooks`;
  const sandbox = await startSandbox({ port: 0, log: 'silent', clock: 'manual', webhook });
  return Object.assign(own, {
    ...{ sandbox, failures },
    async post(path: string, body: object): Promise<Payment> {
      const headers = { authorization: 'Bearer shop', 'content-type': 'application/json' };
      const response = await fetch(sandbox.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(response.status, path).toBeLessThan(300);
      return (await response.json()) as Payment;
    },
    [Symbol.asyncDispose]: () => sandbox.close(),
  });
}
