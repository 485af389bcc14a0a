import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Entered, entrances, PIX, send } from '../entrances.ts';
import { receivers } from '../events/receiver.ts';
import { ask, operations, succeeded } from './api.ts';

const receiver = receivers();
const START = '2026-11-20T12:00:00.000Z';

describe.each(entrances)('the control API $name', ({ open }) => {
  let entered: Entered;
  beforeAll(async () => {
    entered = await open({ clock: START });
  });
  afterAll(() => entered[Symbol.asyncDispose]());
  beforeEach(async () => {
    expect((await ask(entered, 'POST', 'reset')).status).toBe(204);
  });

  const create = async (body: object = PIX) => (await send(entered, 'POST', '/v1/transactions', body)).body;

  test('says that it is ready, and serves its contract', async () => {
    expect((await ask(entered, 'GET', 'health')).body).toEqual({ status: 'ready', operations: 57, version: '1.1.0' });
    expect((await ask(entered, 'GET', 'openapi.json')).body).toMatchObject({
      info: { title: 'Control API of the sandbox' },
    });
  });

  test('tells what was asked, without tokens, and forgets it with a reset', async () => {
    await create();
    const { body } = await ask(entered, 'GET', 'requests');
    expect(body.requests).toEqual([expect.objectContaining({ operationId: 'createTransaction', status: 200 })]);
    expect(JSON.stringify(body)).not.toContain('test-token');
    await ask(entered, 'POST', 'reset');
    expect((await ask(entered, 'GET', 'requests')).body.requests).toEqual([]);
  });

  test('acts on objects by their ids alone, and shows them', async () => {
    const { id } = await create();
    expect((await ask(entered, 'POST', `objects/${id}/pay`)).body).toMatchObject({ id, status: 'paid' });
    const refund = await ask(entered, 'POST', `objects/${id}/refund`, { amount: 90 });
    expect(refund.body).toMatchObject({ id, paid_amount: 15_900 });
    expect((await ask(entered, 'GET', `objects/${id}`)).body).toEqual(refund.body);
    const link = (await send(entered, 'POST', '/v1/links', { amount: 500 })).body;
    const paid = await ask(entered, 'POST', `objects/${link.id}/pay`, { payment_method: 'pix' });
    expect(paid.body).toMatchObject({ amount: 500, status: 'paid' });
  });

  test('refuses what makes no sense, and says what would', async () => {
    const { id } = await create();
    await ask(entered, 'POST', `objects/${id}/expire`);
    const refusals: [string, string, unknown, number, RegExp][] = [
      ['POST', `objects/${id}/pay`, {}, 422, /is canceled; to pay it, it has to be/],
      ['POST', 'objects/77/pay', {}, 404, /no object 77/],
      ['POST', `objects/${id}/eat`, {}, 400, /act.*pay/],
      ['POST', 'objects/0/pay', {}, 400, /id/],
      ['POST', 'clock/advance', { by: '31 days' }, 400, /31d/],
      ['POST', 'clock/advance', { by: '9999y' }, 400, /9999/],
      ['POST', 'clock/advance', { to: '2020-01-01T00:00:00Z' }, 400, /never goes back/],
      ['POST', 'clock/advance', {}, 400, /body/],
      ['PUT', 'clock', { frozen: 'yes' }, 400, /frozen/],
      [
        'POST',
        'events/wait',
        { name: 'transaction.created', id: 77, timeout: 0 },
        408,
        /no transaction.created about 77/,
      ],
      ['GET', 'events/77', undefined, 404, /no event 77/],
      ['POST', 'events/77/redeliver', {}, 404, /no event 77/],
      ['POST', 'receivers', { url: 'http://169.254.169.254/' }, 400, /webhook/],
      ['POST', 'receivers', { url: 'http://8.8.8.8/' }, 400, /webhook/],
      ['DELETE', 'receivers/77', undefined, 404, /no receiver 77/],
      ['POST', 'faults', { fault: 'explode' }, 400, /fault/],
      ['POST', 'faults', { fault: 'reset', operation: 'nonsense' }, 400, /operationId/],
      ['PUT', 'snapshot', { format: 'other', version: 1 }, 422, /not a snapshot/],
      ['POST', 'populate', { transactions: -1 }, 400, /transactions/],
      ['GET', 'events?per_page=0', undefined, 400, /per_page/],
      ['GET', 'nothing', undefined, 404, /no operation/],
      ['DELETE', 'clock', undefined, 405, /GET, PUT/],
    ];
    for (const [method, path, body, status, sentence] of refusals) {
      const told = await ask(entered, method, path, body);
      expect([path, told.status]).toEqual([path, status]);
      expect(told.body.errors.join(' '), path).toMatch(sentence);
    }
  });

  test('stops the clock, lets it go on, and moves it', async () => {
    expect((await ask(entered, 'GET', 'clock')).body).toEqual({ now: START, frozen: true });
    const { id } = await create();
    const advanced = await ask(entered, 'POST', 'clock/advance', { by: '31d' });
    expect(advanced.body).toEqual({ now: '2026-12-21T12:00:00.000Z', frozen: true });
    expect((await ask(entered, 'GET', `objects/${id}`)).body.status).toBe('canceled');
    const to = '2027-01-01T00:00:00.000Z';
    expect((await ask(entered, 'POST', 'clock/advance', { to })).body.now).toBe(to);
    expect((await ask(entered, 'PUT', 'clock', { frozen: false })).body.frozen).toBe(false);
    expect((await ask(entered, 'PUT', 'clock', { frozen: true })).body.frozen).toBe(true);
  });

  test('sends events to receivers that are added, tells what became of them, and sends them again', async () => {
    const shop = await receiver();
    const [shown] = shop.url.split('?');
    const added = await ask(entered, 'POST', 'receivers', { url: shop.url, topics: ['transactions'] });
    expect(added.body).toMatchObject({ url: shown, topics: ['transactions'] });
    expect((await ask(entered, 'GET', 'receivers')).body.receivers).toEqual([added.body]);
    const { id } = await create();
    await ask(entered, 'POST', `objects/${id}/pay`);
    const filter = { name: 'transaction.status_changed', id, status: 'paid' };
    const event = (await ask(entered, 'POST', 'events/wait', filter)).body;
    expect((await ask(entered, 'POST', 'events/settled')).status).toBe(204);
    expect((await ask(entered, 'GET', `events/${event.id}`)).body.deliveries).toMatchObject([
      { url: shown, state: 'delivered', attempts: [{ status: 200 }] },
    ]);
    await ask(entered, 'PUT', 'deliveries', { duplicates: 1, late: 1, out_of_order: true });
    await ask(entered, 'PUT', 'deliveries', {});
    await ask(entered, 'POST', `events/${event.id}/redeliver`);
    await ask(entered, 'POST', 'events/settled', { timeout: 10_000 });
    expect(shop.received.map(({ event: name }) => name)).toEqual([
      'transaction.created',
      'transaction.status_changed',
      'transaction.status_changed',
    ]);
    const page = await ask(entered, 'GET', `events?object=${id}&page=2&per_page=1`);
    expect(page.body).toMatchObject({ total: 2, data: [{ name: 'transaction.created', object_id: id }] });
    expect((await ask(entered, 'DELETE', `receivers/${added.body.id}`)).status).toBe(204);
    await create();
    await ask(entered, 'POST', 'events/settled');
    expect(shop.received).toHaveLength(3);
  });

  test('plans faults, shows them and takes them back', async () => {
    const fault = { operation: 'createTransaction', fault: 503, after: 'commit', times: 2, retry_after: 1 };
    expect((await ask(entered, 'POST', 'faults', fault)).body).toEqual({ faults: [fault] });
    expect((await send(entered, 'POST', '/v1/transactions', PIX)).status).toBe(503);
    expect((await ask(entered, 'GET', 'faults')).body).toEqual({ faults: [{ ...fault, times: 1 }] });
    expect((await ask(entered, 'DELETE', 'faults')).status).toBe(204);
    expect((await send(entered, 'GET', '/v1/transactions')).body.total).toBe(1);
  });

  test('takes a snapshot and restores it, also one that is larger than any request', async () => {
    expect((await ask(entered, 'POST', 'populate', { transactions: 900 })).body).toMatchObject({ transactions: 900 });
    const { body: saved } = await ask(entered, 'GET', 'snapshot');
    expect(JSON.stringify(saved).length).toBeGreaterThan(1024 * 1024);
    await ask(entered, 'POST', 'reset');
    expect((await ask(entered, 'PUT', 'snapshot', saved)).status).toBe(204);
    expect((await send(entered, 'GET', '/v1/transactions')).body.total).toBe(900);
    expect((await ask(entered, 'GET', 'accounts')).body.accounts).toEqual(['default']);
  });

  test('is for an account, which the token names when each has its own', async () => {
    await using each = await open({ accounts: 'per-token' });
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    await send(each, 'POST', '/v1/transactions', PIX, as('ana'));
    expect((await ask(each, 'POST', 'objects/1001/pay', {}, as('bruno'))).status).toBe(404);
    expect((await ask(each, 'POST', 'objects/1001/pay', {}, as('ana'))).body.status).toBe('paid');
    const nobody = await ask(each, 'POST', 'reset', undefined, { authorization: 'none' });
    expect([nobody.status, nobody.body.errors[0]]).toEqual([400, expect.stringContaining('bearer token')]);
    const { accounts } = (await ask(each, 'GET', 'accounts')).body;
    expect(accounts.every((name: string) => /^token-[0-9a-f]{16}$/.test(name))).toBe(true);
  });
});

test('each operation was carried out by a test above', () => {
  expect([...succeeded].sort()).toEqual(operations.map(({ id }) => id).sort());
});

test('no page and no other machine gets in', async () => {
  const [{ open }] = entrances as [(typeof entrances)[number]];
  await using entered = await open();
  const foreign = { origin: 'http://evil.example' };
  expect((await send(entered, 'GET', '/_sandbox/snapshot', undefined, foreign)).status).toBe(403);
  expect((await send(entered, 'POST', '/_sandbox/reset', undefined, { 'content-type': 'text/plain' })).status).toBe(
    415,
  );
});
