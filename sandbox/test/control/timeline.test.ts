import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { APPROVED_CARD, type Entered, inProcess, PIX, send } from '../entrances.ts';
import { receivers } from '../events/receiver.ts';
import { ask } from './api.ts';

const receiver = receivers();
const START = '2026-11-20T12:00:00.000Z';
const LATER = '2026-11-20T13:00:00.000Z';
const CARD = { amount: 1000, payment_method: 'credit_card', card: APPROVED_CARD };

/** An item of a timeline. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any field
type Item = Record<string, any>;

const timeline = async (entered: Entered, id: number, headers = {}): Promise<Item[]> =>
  (await ask(entered, 'GET', `objects/${id}/timeline`, undefined, headers)).body.items;

/** `request POST /v1/transactions 200`, `state paid`, `event transaction.created`, `attempt 500`, `due deliver`. */
const lineOf = ({ type, method, path, what, name, status, error }: Item): string =>
  [type, method, path, what, name, status, error].filter((part) => part !== undefined).join(' ');

const attempted = (entered: Entered, id: number, count: number) =>
  expect
    .poll(async () => (await timeline(entered, id)).filter(({ type }) => type === 'attempt').length)
    .toBeGreaterThanOrEqual(count);

describe('the timeline of a payment', () => {
  test('has requests, states, events and attempts by time, and then the due work', async () => {
    let status = 500;
    const shop = await receiver((response) => response.writeHead(status).end('database is locked'));
    await using entered = await inProcess({ clock: START, webhook: shop.url });
    const { id } = (await send(entered, 'POST', '/v1/transactions', PIX)).body;
    await attempted(entered, id, 1);
    await send(entered, 'GET', `/v1/transactions/${id}`);
    const first = await timeline(entered, id);
    expect(first.map(lineOf)).toEqual([
      'request POST /v1/transactions 200',
      'state waiting_payment',
      'event transaction.created',
      'attempt 500',
      `request GET /v1/transactions/${id} 200`,
      'due deliver',
      'due expire',
    ]);
    const [request, state, event, attempt] = first;
    expect(request).toMatchObject({ request: 1, warnings: 0 });
    expect(request?.time).toBeUndefined();
    expect(state).toMatchObject({ time: START, amount: PIX.amount });
    expect(event).toMatchObject({ time: START, request: 1, event: 1, deliveries: 1 });
    expect(attempt).toMatchObject({ event: 1, response: 'database is locked', again: true });
    expect(attempt?.time).toBeUndefined();
    // An event is never later than its attempt, for any clock of the account.
    for (const { at } of [state, event] as Item[]) expect(Date.parse(at)).toBeLessThanOrEqual(Date.parse(attempt?.at));
    expect(Date.parse(attempt?.at)).toBeGreaterThan(Date.parse(LATER) - 1e12);
    expect(first[6]).toMatchObject({ time: '2026-11-21T12:00:00.000Z' });
    expect(Date.parse(first[5]?.time)).toBeGreaterThan(Date.parse(START));

    status = 200;
    await ask(entered, 'POST', 'clock/advance', { to: LATER });
    await attempted(entered, id, 2);
    await ask(entered, 'POST', `objects/${id}/pay`);
    await attempted(entered, id, 3);
    const second = await timeline(entered, id);
    expect(second.slice(5).map(lineOf)).toEqual([
      'attempt 200',
      'state paid',
      'event transaction.status_changed',
      'attempt 200',
    ]);
    expect(second.slice(5).map(({ time }) => time)).toEqual([undefined, LATER, LATER, undefined]);
    // Only the last attempt of a delivery sends it again.
    expect(second.filter(({ type }) => type === 'attempt').map(({ again }) => again)).toEqual([false, true, true]);
  });

  test.each(['reset', 'truncate', '502'])(
    'begins with the request whose response was lost after the commit: %s',
    async (fault) => {
      await using entered = await inProcess({ clock: START });
      await ask(entered, 'POST', 'faults', { operation_id: 'createTransaction', fault, after: 'commit' });
      await send(entered, 'POST', '/v1/transactions', PIX).catch(() => {});
      const { id } = (await send(entered, 'GET', '/v1/transactions')).body.data[0];
      const [request, state] = await timeline(entered, id);
      expect(request).toMatchObject({ type: 'request', path: '/v1/transactions', request: 1 });
      expect(request?.planned).toBe(`${fault} after commit`);
      expect(state).toMatchObject({ what: 'waiting_payment' });
      const { requests } = (await ask(entered, 'GET', 'requests?number=1')).body;
      expect(requests[0].object).toEqual({ kind: 'transactions', id });
      // A request that a fault replaced created nothing.
      await ask(entered, 'POST', 'faults', { operation_id: 'createTransaction', fault: '503' });
      await send(entered, 'POST', '/v1/transactions', PIX);
      const { requests: newest } = (await ask(entered, 'GET', 'requests?order=newest&per_page=1')).body;
      expect(newest[0].object).toBeUndefined();
    },
  );

  test('puts a request before its effects, also while the clock is frozen', async () => {
    await using entered = await inProcess({ clock: START });
    const { id } = (await send(entered, 'POST', '/v1/transactions', CARD)).body;
    for (const amount of [400, 5000, 600]) await send(entered, 'POST', `/v1/transactions/${id}/refund`, { amount });
    await send(entered, 'POST', '/v1/transactions', CARD);
    const refund = `request POST /v1/transactions/${id}/refund`;
    const items = await timeline(entered, id);
    expect(items.map(lineOf)).toEqual([
      'request POST /v1/transactions 200',
      'state paid',
      'event transaction.created',
      `${refund} 200`,
      'state paid',
      `${refund} 422`,
      `${refund} 200`,
      'state refunded',
      'event transaction.status_changed',
    ]);
    expect(items.map(({ request }) => request)).toEqual([1, 1, 1, 2, 2, 3, 4, 4, 4]);
  });

  test('hides card numbers, tokens and the secrets of receivers, like the journal', async () => {
    const marked = '4532015112830366';
    const shop = await receiver((response) => response.writeHead(400).end(`no ${marked}, key=secret, test-token-2`));
    await using entered = await inProcess({ clock: START, webhook: shop.url });
    const { id } = (await send(entered, 'POST', '/v1/transactions', { ...PIX, metadata: marked })).body;
    await send(entered, 'POST', `/v1/transactions/${id}/refund?card=${marked}`, {});
    await ask(entered, 'POST', `objects/${id}/setStatus`, { status: marked });
    await attempted(entered, id, 1);
    const shown = JSON.stringify([
      await timeline(entered, id),
      (await ask(entered, 'GET', `objects/${id}/details`)).body,
    ]);
    expect(shown).toContain('[redacted]');
    expect(shown).not.toMatch(/4532015112830366|key=secret|Bearer/);
  });

  test('belongs to one account', async () => {
    await using entered = await inProcess({ clock: START, accounts: 'per-token' });
    const [ana, bia] = [{ authorization: 'Bearer ana' }, { authorization: 'Bearer bia' }];
    const { id } = (await send(entered, 'POST', '/v1/transactions', PIX, ana)).body;
    await send(entered, 'GET', `/v1/transactions/${id}`, undefined, bia);
    expect((await ask(entered, 'GET', `objects/${id}/timeline`, undefined, bia)).status).toBe(404);
    // A restored snapshot brings its ids along.
    await entered.sandbox.account('bia').restore(await entered.sandbox.account('ana').snapshot());
    const lines = async (headers: object) => (await timeline(entered, id, headers)).map(lineOf);
    expect((await lines(ana)).filter((line) => line.startsWith('request'))).toEqual([
      'request POST /v1/transactions 200',
    ]);
    expect((await lines(bia)).filter((line) => line.startsWith('request'))).toEqual([
      `request GET /v1/transactions/${id} 404`,
    ]);
  });

  test('shows deliveries on hold, and sends one again to one receiver only', async () => {
    const [one, other] = [await receiver(), await receiver()];
    await using entered = await inProcess({ clock: START, webhook: [one.url, other.url] });
    await ask(entered, 'PUT', 'deliveries', { held: true });
    const { id } = (await send(entered, 'POST', '/v1/transactions', PIX)).body;
    const held = (await timeline(entered, id)).filter(({ what }) => what === 'held');
    expect(held.map(({ url }) => url)).toEqual([one.url, other.url].map((url) => url.replace(/\?.*/, '')));
    await ask(entered, 'POST', `events/1/redeliver?receiver=${held[1]?.receiver}`);
    await attempted(entered, id, 1);
    expect([one.received.length, other.received.length]).toEqual([0, 1]);
    expect((await timeline(entered, id)).map(lineOf)).toContain('due held');
  });

  test('sends a delivery now that waits for its retry', async () => {
    let status = 500;
    const shop = await receiver((response) => response.writeHead(status).end());
    await using entered = await inProcess({ clock: START, webhook: shop.url });
    const { id } = (await send(entered, 'POST', '/v1/transactions', PIX)).body;
    await attempted(entered, id, 1);
    status = 200;
    const { body } = await ask(entered, 'POST', 'events/1/redeliver');
    expect(body.body).toEqual({
      event: 'transaction.created',
      model: 'transactions',
      model_id: String(id),
      payload: body.payload,
    });
    await attempted(entered, id, 2);
    expect((await timeline(entered, id)).map(lineOf)).not.toContain('due deliver');
  });

  test('of a snapshot from an earlier version has no real times, and still has an order', async () => {
    await using entered = await inProcess({ clock: START });
    await entered.sandbox.restore(
      JSON.parse(readFileSync('sandbox/test/variants/stored-before/snapshot.json', 'utf8')),
    );
    const items = await timeline(entered, 1001);
    expect(items.map(lineOf)).toEqual(['state paid', 'event transaction.created', 'state paid']);
    expect(items.some(({ at }) => at !== undefined)).toBe(false);
    await send(entered, 'POST', '/v1/transactions/1001/refund', {});
    expect((await timeline(entered, 1001)).slice(items.length).map(lineOf)).toEqual([
      'request POST /v1/transactions/1001/refund 200',
      'state refunded',
      'event transaction.status_changed',
    ]);
  });
});
