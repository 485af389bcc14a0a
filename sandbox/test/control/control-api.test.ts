import { describe, expect, test } from 'vitest';
import { contract } from '../../../test/contract/contract.ts';
import { counts } from '../../../test/source/operations.ts';
import { inProcess, overSocket, PIX, send, shared } from '../entrances.ts';
import { receivers } from '../events/receiver.ts';
import { ask, operations, succeeded } from './api.ts';
import { hear } from './hear.ts';

const receiver = receivers();
const START = '2026-11-20T12:00:00.000Z';

describe('the control API', async () => {
  const entered = await shared(overSocket, { clock: START });

  const get = async (path: string) => (await ask(entered, 'GET', path)).body;
  const post = async (path: string, body?: object) => (await ask(entered, 'POST', path, body)).body;
  const create = async (body: object = PIX) => (await send(entered, 'POST', '/v1/transactions', body)).body;

  test('reports that it is ready, and serves its contract', async () => {
    expect(await get('health')).toEqual({
      status: 'ready',
      operations: counts.http,
      version: contract.info.version,
    });
    expect(await get('openapi.json')).toMatchObject({
      info: { title: 'Control API of the sandbox' },
    });
  });

  test('returns the number of objects of each kind', async () => {
    await ask(entered, 'POST', 'populate', { transactions: 3, links: 2 });
    await ask(entered, 'POST', 'faults', { fault: 500, operation_id: 'listCards' });
    const { body } = await ask(entered, 'GET', 'overview');
    expect(body).toMatchObject({ account: 'default', per_token: false, clock: { now: START, frozen: true } });
    expect(body).toMatchObject({ counts: { transactions: 3, links: 2, subscriptions: 0 }, faults: 1 });
    expect(body.events).toBe((await get('events')).total);
  });

  test('lists objects by page, state and search text', async () => {
    await ask(entered, 'POST', 'populate', { transactions: 16 });
    const list = (query: string) => get(`objects?kind=transactions${query}`);
    const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
    const all = await list('');
    expect([all.total, all.data.length]).toEqual([16, 16]);
    expect(ids(await list('&per_page=4&page=2'))).toEqual(ids(all).slice(4, 8));
    expect(await list('&per_page=4&page=9')).toEqual({ data: [], total: 16 });
    const paid = await list('&status=paid&per_page=3');
    const expected = all.data.filter(({ status }: { status: string }) => status === 'paid');
    expect([paid.total, ids(paid)]).toEqual([expected.length, ids({ data: expected.slice(0, 3) })]);
    expect(ids(await list('&status=paid&per_page=3&page=2'))).toEqual(ids({ data: expected.slice(3, 6) }));
    const bought = all.data.filter((object: object) => JSON.stringify(object).includes('"buyer-2"'));
    expect(bought.length).toBeGreaterThan(0);
    expect(ids(await list('&search=BUYER-2'))).toEqual(ids({ data: bought }));
    expect((await list('&search=nobody')).total).toBe(0);
    expect((await ask(entered, 'GET', 'objects?kind=everything')).status).toBe(400);
    expect((await ask(entered, 'GET', 'objects')).status).toBe(400);
    expect((await ask(entered, 'GET', 'objects?kind=links&per_page=101')).status).toBe(400);
  });

  test('sorts objects by a field across pages, and lists objects without the field last', async () => {
    for (const [amount, name] of [[300], [100, 'Bia'], [200, 'Ana'], [200, 'Élio']] as [number, string?][]) {
      await create({ ...PIX, amount, ...(name && { customer: { name } }) });
    }
    const list = async (query: string) =>
      (await get(`objects?kind=transactions&${query}`)).data.map(
        ({ amount, customer }: { amount: number; customer?: { name?: string } }) => customer?.name ?? amount,
      );
    expect(await list('sort=amount')).toEqual(['Bia', 'Élio', 'Ana', 300]);
    expect(await list('sort=-amount')).toEqual([300, 'Élio', 'Ana', 'Bia']);
    expect(await list('sort=customer.name')).toEqual(['Ana', 'Bia', 'Élio', 300]);
    expect(await list('sort=-customer.name')).toEqual(['Élio', 'Bia', 'Ana', 300]);
    expect(await list('sort=id&per_page=2&page=2')).toEqual(['Ana', 'Élio']);
    expect(await list('sort=constructor.name&per_page=1')).toEqual(['Élio']);
    expect((await ask(entered, 'GET', 'objects?kind=transactions&sort=a..b')).status).toBe(400);
  });

  test('shows headers, response and object of a request, without secrets', async () => {
    const { id } = await create();
    await send(entered, 'GET', `/v1/transactions/${id}`, undefined, { 'x-shop': 'a', cookie: 'session=the-secret' });
    await send(entered, 'POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/?key=the-secret', events: ['cards'] });
    await send(entered, 'GET', '/v1/webhooks');
    await send(entered, 'GET', '/v1/transactions/77');
    const { requests } = await get('requests');
    expect(requests.map(({ object }: { object?: unknown }) => object)).toEqual([
      { kind: 'transactions', id },
      { kind: 'transactions', id },
      { kind: 'webhooks', id: id + 1 },
      undefined,
      { kind: 'transactions', id: 77 },
    ]);
    expect(requests[1]).toMatchObject({
      headers: { 'x-shop': 'a', authorization: '[redacted]', cookie: '[redacted]' },
      response: { id, status: 'waiting_payment' },
    });
    expect(requests[4].response).toEqual({ errors: requests[4].errors });
    expect(JSON.stringify(requests)).not.toMatch(/the-secret|test-token/);
  });

  test('lists events by the state of their deliveries, and shows the response of a failed one without secrets', async () => {
    const shop = await receiver((response) => response.writeHead(410).end('Cannot POST /hook?key=secret'));
    const added = await post('receivers', { url: shop.url });
    await create();
    const list = (state: string) => get(`events?state=${state}`);
    await expect.poll(async () => (await list('pending')).data[0]?.deliveries[0].attempts).toHaveLength(1);
    expect(await list('delivered')).toEqual({ data: [], total: 0 });
    const { data, total } = await list('pending');
    const [event] = data;
    expect([total, event.deliveries[0].attempts[0]]).toMatchObject([
      1,
      { status: 410, response: 'Cannot POST /hook?[redacted]' },
    ]);
    await ask(entered, 'DELETE', `receivers/${added.id}`);
    expect(JSON.stringify(event)).not.toContain('key=secret');
  });

  test('sends an event to an open connection, and accepts its result', async () => {
    const key = 'k'.repeat(16);
    expect((await ask(entered, 'POST', `listen/${key}`, {})).status).toBe(404);
    await using heard = await hear(entered, `/_sandbox/listen?key=${key}&name=http://shop.example/hooks`);
    await expect.poll(() => heard.events[0]).toMatchObject({ name: 'ready', data: { since: 0 } });
    const { id } = await create();
    await expect.poll(() => heard.events.at(-1)?.name).toBe('due');
    const [due] = (await post(`listen/${key}`, {})).deliveries;
    expect([due.name, JSON.parse(due.body).model_id]).toEqual(['transaction.created', String(id)]);
    expect((await post(`listen/${key}`, {})).deliveries).toEqual([]);
    const attempts = [{ at: START, duration: 5, status: 204 }];
    // Another lease has no effect.
    await ask(entered, 'POST', `listen/${key}`, { results: [{ event: due.event, lease: 'other', attempts }] });
    const stateOf = async () => (await get(`events/${due.event}`)).deliveries[0].state;
    expect(await stateOf()).toBe('pending');
    await ask(entered, 'POST', `listen/${key}`, { results: [{ event: due.event, lease: due.lease, attempts }] });
    expect(await stateOf()).toBe('delivered');
    const refused = await send(entered, 'GET', `/_sandbox/listen?key=${key}&name=x&events=paid`);
    expect([refused.status, refused.body.errors[0]]).toEqual([400, expect.stringContaining('transaction.created')]);
  });

  test("shows an object's next states, related objects and timeline", async () => {
    const customer = { name: 'Ana', email: 'ana@example.com' };
    const { id } = await create({ ...PIX, customer });
    const details = (of: number) => get(`objects/${of}/details`);
    expect(await details(id)).toMatchObject({
      kind: 'transactions',
      object: { id, status: 'waiting_payment' },
      states: ['paid', 'canceled'],
      next: [
        { act: 'pay', into: ['paid'] },
        { act: 'expire', into: ['canceled'] },
      ],
      related: [{ kind: 'customers', total: 1, data: [{ name: 'Ana' }] }],
    });
    await ask(entered, 'POST', `objects/${id}/pay`);
    expect((await details(id)).next).toEqual([
      { act: 'refund', into: ['pending_refund', 'refunded'], most: PIX.amount },
      { act: 'chargeback', into: ['chargedback'], most: PIX.amount },
      { act: 'review', into: ['pending_review'] },
    ]);
    const link = (await send(entered, 'POST', '/v1/links', { amount: 500 })).body;
    await ask(entered, 'POST', `objects/${link.id}/pay`);
    await ask(entered, 'POST', `objects/${link.id}/cancel`);
    const shown = await details(link.id);
    expect(shown).toMatchObject({
      page: link.url,
      states: [],
      next: [],
      related: [{ kind: 'transactions', total: 1 }],
    });
    expect((await ask(entered, 'GET', 'objects/77/details')).status).toBe(404);
    const { items } = await get(`objects/${link.id}/timeline`);
    // Receivers of other tests may have answered by now, or be due.
    const steps = items.filter(({ name, of, method }: Record<string, unknown>) => name ?? of ?? method);
    expect(steps.map(({ name, what, of, method }: Record<string, unknown>) => name ?? method ?? [what, of])).toEqual([
      'POST',
      'link.created',
      ['paid', link.id + 1],
      'link.paid',
      'link.changed',
    ]);
  });

  test('never shows card numbers or the secrets of a receiver', async () => {
    const marked = '4532015112830366';
    await create({ ...PIX, metadata: JSON.stringify({ note: `card ${marked}` }), customer: { name: marked } });
    await send(entered, 'POST', '/v1/webhooks', {
      url: 'http://ana:pass-word@127.0.0.1:9/?key=the-secret',
      events: ['cards'],
    });
    const shown = [];
    for (const kind of ['transactions', 'customers', 'webhooks']) {
      const { body } = await ask(entered, 'GET', `objects?kind=${kind}`);
      expect(body.total).toBe(1);
      shown.push(body, await get(`objects/${body.data[0].id}/details`));
    }
    shown.push(await post('objects/1001/pay'), await get('objects/1001'));
    shown.push(await get('events'), await get('events/1'));
    shown.push(await get('requests'), await get('overview'));
    expect(JSON.stringify(shown)).not.toMatch(/4532015112830366|pass-word|the-secret|test-token/);
    expect((await get(`objects?kind=transactions&search=${marked}`)).total).toBe(0);
  });

  test('lists requests by page, with their warnings, and can list only failed ones', async () => {
    await create();
    await create({ ...PIX, custmer: {} });
    await create({ ...PIX, amount: -1 });
    const list = (query: string) => get(`requests?${query}`);
    const { requests, total } = await list('order=newest');
    expect([total, requests.map(({ status }: { status: number }) => status)]).toEqual([3, [422, 200, 200]]);
    const numbers = requests.map(({ number }: { number: number }) => number);
    expect(numbers).toEqual([numbers[2] + 2, numbers[2] + 1, numbers[2]]);
    expect((await list('order=newest&per_page=1&page=2')).requests).toEqual([requests[1]]);
    expect((await list('outcome=failed')).requests).toEqual([requests[0]]);
    expect((await list('outcome=warned')).requests[0].warnings[0]).toMatch(/custmer/);
    expect((await list('operation_id=listCards')).total).toBe(0);
    expect((await list('operation_id=createTransaction')).total).toBe(3);
    expect(await list(`number=${numbers[1]}`)).toEqual({ requests: [requests[1]], total: 1 });
  });

  test('sorts requests and events by a field, also in reverse', async () => {
    const { id } = await create({ ...PIX, amount: -1 }).then(() => create());
    await send(entered, 'GET', `/v1/transactions/${id}`);
    await ask(entered, 'POST', `objects/${id}/pay`);
    await send(entered, 'POST', '/v1/customers', { name: 'Ana', email: 'ana@example.com' });
    const requests = async (sort: string) =>
      (await get(`requests?sort=${sort}`)).requests.map(
        ({ operation_id, status }: { operation_id: string; status: number }) => `${operation_id} ${status}`,
      );
    const byName = ['createCustomer 200', 'createTransaction 422', 'createTransaction 200', 'retrieveTransaction 200'];
    expect(await requests('operation_id')).toEqual(byName);
    expect((await requests('-status'))[0]).toBe('createTransaction 422');
    expect((await requests('-number'))[0]).toBe('createCustomer 200');
    const events = async (query: string) =>
      (await get(`events?${query}`)).data.map(({ name }: { name: string }) => name);
    expect(await events('sort=id')).toEqual(['transaction.created', 'transaction.status_changed', 'customer.created']);
    expect(await events('sort=-object_id&per_page=1')).toEqual(['customer.created']);
    expect((await events('sort=-payload.status'))[0]).toBe('transaction.created');
  });

  test('refuses invalid input, and lists the valid values', async () => {
    const { id } = await create();
    await ask(entered, 'POST', `objects/${id}/expire`);
    const refusals: [string, string, unknown, number, RegExp][] = [
      ['POST', `objects/${id}/pay`, {}, 422, /is canceled; to pay it, it must be/],
      ['POST', 'objects/77/pay', {}, 404, /no object 77/],
      ['POST', `objects/${id}/eat`, {}, 400, /act.*pay/],
      ['POST', 'objects/0/pay', {}, 400, /id/],
      ['POST', 'clock/advance', { by: '9999y' }, 400, /8499/],
      ['POST', 'clock/advance', { to: '2020-01-01T00:00:00Z' }, 400, /never goes back/],
      ['PUT', 'clock', { frozen: 'yes' }, 400, /frozen/],
      ['POST', 'events/wait', { name: 'link.paid', id: 77, timeout: 0 }, 408, /no link.paid about 77/],
      ['GET', 'events/77', undefined, 404, /no event 77/],
      ['POST', 'events/77/redeliver', {}, 404, /no event 77/],
      ['POST', 'events/1/redeliver?receiver=unknown', {}, 404, /no receiver unknown of event 1/],
      ['GET', 'objects/0x1', undefined, 400, /id: must be a number in decimal digits/],
      ['GET', 'events?per_page=0x10', undefined, 400, /per_page: must be a number in decimal digits/],
      ['POST', 'receivers', { url: 'http://169.254.169.254/' }, 400, /url: only/],
      ['DELETE', 'receivers/77', undefined, 404, /no receiver 77/],
      ['POST', 'faults', { fault: 'reset', operation_id: 'nonsense' }, 400, /^operation_id: /],
      ['PUT', 'snapshot', { format: 'other', version: 1 }, 422, /^snapshot: is not from a sandbox/],
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

  test('stops, starts and moves the clock', async () => {
    expect(await get('clock')).toEqual({ now: START, frozen: true });
    const { id } = await create();
    const advanced = await ask(entered, 'POST', 'clock/advance', { by: '31d' });
    expect(advanced.body).toEqual({
      now: '2026-12-21T12:00:00.000Z',
      frozen: true,
      changes: [{ event: 'transaction.status_changed', status: 'canceled', payment_method: 'pix', count: 1 }],
    });
    expect((await get(`objects/${id}`)).status).toBe('canceled');
    const to = '2027-01-01T00:00:00.000Z';
    expect((await post('clock/advance', { to })).now).toBe(to);
    expect((await ask(entered, 'PUT', 'clock', { frozen: false })).body.frozen).toBe(false);
    expect((await ask(entered, 'PUT', 'clock', { frozen: true })).body.frozen).toBe(true);
  });

  test('sends events to added receivers, reports each delivery, and redelivers events', async () => {
    const shop = await receiver();
    const [shown] = shop.url.split('?');
    const added = await ask(entered, 'POST', 'receivers', { url: shop.url });
    expect(added.body).toMatchObject({ url: shown });
    expect((await get('receivers')).receivers).toEqual([added.body]);
    const { id } = await create();
    await ask(entered, 'POST', `objects/${id}/pay`);
    const filter = { name: 'transaction.status_changed', id, status: 'paid' };
    const event = await post('events/wait', filter);
    expect((await ask(entered, 'POST', 'events/settled')).status).toBe(204);
    expect((await get(`events/${event.id}`)).deliveries).toMatchObject([
      { url: shown, state: 'delivered', attempts: [{ status: 200 }] },
    ]);
    await ask(entered, 'PUT', 'deliveries', { duplicates: 1, late: 1, out_of_order: true });
    await ask(entered, 'PUT', 'deliveries', {});
    await ask(entered, 'POST', `events/${event.id}/redeliver`);
    await ask(entered, 'POST', 'events/settled', { timeout: 60_000 });
    expect(shop.received.map(({ event: name }) => name)).toEqual([
      'transaction.created',
      'transaction.status_changed',
      'transaction.status_changed',
    ]);
    const page = await ask(entered, 'GET', `events?id=${id}&page=2&per_page=1`);
    expect(page.body).toMatchObject({ total: 2, data: [{ name: 'transaction.created', object_id: id }] });
    expect((await ask(entered, 'DELETE', `receivers/${added.body.id}`)).status).toBe(204);
    await create();
    await ask(entered, 'POST', 'events/settled');
    expect(shop.received).toHaveLength(3);
  });

  test('switches and lists assumptions', async () => {
    const { status, body } = await ask(entered, 'PUT', 'assumptions', { 'unknown-id': 'bad-request' });
    expect([status, body.assumptions]).toEqual([
      200,
      [expect.objectContaining({ entry: 'unknown-id', variant: 'bad-request' })],
    ]);
    expect(await get('assumptions')).toEqual(body);
    expect((await ask(entered, 'PUT', 'assumptions', { 'unknown-id': 'gone' })).status).toBe(400);
    expect((await ask(entered, 'PUT', 'assumptions', { 'unknown-id': null })).body).toEqual({ assumptions: [] });
  });

  test('plans, lists and clears faults', async () => {
    const fault = { operation_id: 'createTransaction', fault: 503, after: 'commit', times: 2, retry_after: 1 };
    expect(await post('faults', fault)).toEqual({ faults: [fault] });
    expect((await send(entered, 'POST', '/v1/transactions', PIX)).status).toBe(503);
    expect(await get('faults')).toEqual({ faults: [{ ...fault, times: 1 }] });
    expect((await ask(entered, 'DELETE', 'faults')).status).toBe(204);
    expect((await send(entered, 'GET', '/v1/transactions')).body.total).toBe(1);
  });

  test('loads a scenario and exports it', async () => {
    await using entered = await inProcess();
    const scenario = { links: { order: { amount: 500 } }, transactions: { paid: { ...PIX, status: 'paid' } } };
    const loaded = await ask(entered, 'POST', 'scenario', scenario);
    expect(loaded).toMatchObject({ status: 200, body: { transactions: { paid: { status: 'paid' } } } });
    const { body: exported } = await ask(entered, 'GET', 'scenario');
    expect(Object.values(exported.transactions)).toEqual([
      expect.objectContaining({ amount: PIX.amount, payment_method: 'pix', status: 'paid' }),
    ]);
    const wrong = await ask(entered, 'POST', 'scenario', { links: { order: { amonut: 500 } } });
    expect([wrong.status, wrong.body.errors[0]]).toEqual([
      422,
      expect.stringMatching(/^links\.order\.amonut: is not known here; did you mean amount\?/),
    ]);
  });

  test('holds events, and sends them when they are released', async () => {
    const shop = await receiver();
    const added = await post('receivers', { url: shop.url });
    expect((await ask(entered, 'PUT', 'deliveries', { held: true })).status).toBe(204);
    await create();
    expect((await get('events?state=held')).total).toBe(1);
    expect((await ask(entered, 'POST', 'events/release')).status).toBe(204);
    await expect.poll(async () => (await get('events?state=delivered')).total).toBe(1);
    await ask(entered, 'DELETE', `receivers/${added.id}`);
  });

  test('takes and restores a snapshot, even one larger than the request limit', async () => {
    for (let count = 0; count < 12; count++) await create({ ...PIX, metadata: 'x'.repeat(100_000) });
    const { body: saved } = await ask(entered, 'GET', 'snapshot');
    expect(JSON.stringify(saved).length).toBeGreaterThan(1024 * 1024);
    await ask(entered, 'POST', 'reset');
    expect((await ask(entered, 'PUT', 'snapshot', saved)).status).toBe(204);
    expect((await send(entered, 'GET', '/v1/transactions')).body.total).toBe(12);
    expect((await get('accounts')).accounts).toEqual(['default']);
  });

  test('uses one account, selected by the token if each token has a separate account', async () => {
    await using each = await inProcess({ accounts: 'per-token' });
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

test('a test above called each operation', () => {
  // The tests in sandbox/test/pages call the operations of pages.
  const own = operations.filter(({ isJson, path }) => isJson && !/\/(?:pay|3ds)\//.test(path));
  expect(own.map(({ id }) => id).filter((id) => !succeeded.has(id))).toEqual([]);
});

test('pages of other origins and other machines have no access', async () => {
  await using entered = await overSocket();
  const foreign = { origin: 'http://evil.example' };
  expect((await send(entered, 'GET', '/_sandbox/snapshot', undefined, foreign)).status).toBe(403);
  expect((await send(entered, 'POST', '/_sandbox/reset', undefined, { 'content-type': 'text/plain' })).status).toBe(
    415,
  );
});
