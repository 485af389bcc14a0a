/** Controls accept the same names and shapes in code, on the command line and over HTTP. */
import { describe, expect, test } from 'vitest';
import { APPROVED_CARD, inProcess, overSocket, PIX, send, shared } from '../entrances.ts';
import { receivers } from '../events/receiver.ts';

const receiver = receivers();

const START = '2026-11-20T12:00:00.000Z';
const LATER = new Date('2026-12-21T12:00:00.000Z');

test('the stack of a mistake begins with the line of the test', async () => {
  await using entered = await inProcess();
  const { sandbox } = entered;
  const mistakes = [
    () => sandbox.pay(1),
    () => sandbox.clock.advance('soon'),
    () => sandbox.events.waitFor('transaction.created', { timeout: 1 }),
  ];
  for (const mistake of mistakes) {
    const error = await mistake().then(String, (thrown: Error) => thrown.stack);
    const [first] = (error ?? '').split('\n').filter((line) => line.startsWith('    at '));
    expect(first).toContain('code-controls.test.ts');
  }
});

describe('controls', async () => {
  const entered = await shared(inProcess, { clock: START });

  const post = (path: string, body: unknown) => send(entered, 'POST', `/_sandbox/${path}`, body);
  const create = () => send(entered, 'POST', '/v1/transactions', PIX);

  test.each<[card: object, ...acts: [act: string, options: object, status: string][]]>([
    [{}, ['chargeback', {}, 'chargedback'], ['setStatus', { status: 'in_protest' }, 'in_protest']],
    [{}, ['review', {}, 'pending_review'], ['approve', {}, 'paid'], ['refund', { amount: 900 }, 'refunded']],
    [{ capture: false }, ['capture', {}, 'paid'], ['review', {}, 'pending_review'], ['decline', {}, 'refused']],
    [{ capture: false }, ['cancel', {}, 'canceled']],
  ])('act on a payment with %j in code and over HTTP: %j', async (card, ...acts) => {
    const body = { amount: 900, payment_method: 'credit_card', card: APPROVED_CARD, ...card };
    const [one, other] = [
      await send(entered, 'POST', '/v1/transactions', body),
      await send(entered, 'POST', '/v1/transactions', body),
    ];
    for (const [act, options, status] of acts) {
      const changed = await entered.sandbox[act as 'refund'](one.body.id, options);
      expect(changed).toMatchObject({ id: one.body.id, status });
      expect((await post(`objects/${other.body.id}/${act}`, options)).body).toMatchObject({ status });
      const filter = { id: other.body.id, status, timeout: 60_000 };
      await entered.sandbox.events.waitFor('transaction.status_changed', filter);
    }
  });

  test.each(['31d', { days: 31 }, { by: '31d' }, { to: LATER.toISOString() }, { to: LATER }])(
    'advance the clock by %j in code and over HTTP',
    async (by) => {
      expect(await entered.sandbox.clock.advance(by)).toEqual(LATER);
      await entered.sandbox.reset();
      const body = typeof by === 'string' ? { by } : by;
      expect((await post('clock/advance', body)).body).toMatchObject({ now: LATER.toISOString(), frozen: true });
    },
  );

  test.each([
    [undefined, 'by: a duration is written like 31d'],
    [{}, 'by: a duration is written like 31d'],
    [{ by: '1d', to: START }, 'is not known here'],
    [{ day: 1 }, 'day: is not known here; did you mean days?'],
    [{ days: -1 }, 'with whole numbers, 0 or more, of years'],
    [{ by: 'soon' }, 'by: a duration is written like 31d'],
    [{ to: new Date(Number.NaN) }, 'to: must be a timestamp'],
  ])('advance refuses %j', async (by, sentence) => {
    await expect(entered.sandbox.clock.advance(by as string)).rejects.toThrow(sentence);
    expect(await entered.sandbox.clock.now()).toEqual(new Date(START));
  });

  test.each([503, '503', 'status=503', 'status=503; latency=0', ' 503 ', { fault: 503 }, { fault: 'status=503' }])(
    'fail the next request with %j',
    async (fault) => {
      const operation_id = 'createTransaction';
      await entered.sandbox.failNext(operation_id, fault);
      expect((await create()).status).toBe(503);
      const body = typeof fault === 'object' ? { operation_id, ...fault } : { operation_id, fault };
      const { faults } = (await post('faults', body)).body;
      expect(faults).toEqual([expect.objectContaining({ operation_id, fault: 503, times: 1 })]);
      expect((await create()).status).toBe(503);
      if (typeof fault === 'object') return;
      const headers = { 'x-sandbox-fault': String(fault) };
      expect((await send(entered, 'POST', '/v1/transactions', PIX, headers)).status).toBe(503);
      expect((await create()).status).toBe(200);
    },
  );

  test('read the whole fault from one string, and fields override its parts', async () => {
    await entered.sandbox.failNext('createTransaction', { fault: 'status=503; retry-after=2; after=commit', times: 2 });
    await entered.sandbox.failNext('listCards', { fault: 'reset; latency=5', latency: 1, retryAfter: 7 });
    expect(await entered.sandbox.faults()).toEqual([
      { operationId: 'createTransaction', fault: 503, times: 2, after: 'commit', retryAfter: '2' },
      { operationId: 'listCards', fault: 'reset', times: 1, latency: 1, retryAfter: 7 },
    ]);
    const { body } = await send(entered, 'GET', '/_sandbox/faults');
    expect(body.faults[0]).toMatchObject({ operation_id: 'createTransaction', retry_after: '2' });
    // Snapshots of earlier versions have this name.
    const { waiting } = JSON.parse((await entered.sandbox.snapshot()).rows.faults ?? '');
    expect(waiting[0]).toMatchObject({ operationId: 'createTransaction' });
  });

  test.each([
    [
      'operation',
      { operation: 'createTransaction', fault: 503 },
      /^operation: is not known here.*\(known: operation_id, /,
    ],
    [
      'operation_id',
      { operation_id: 'createTransactoin', fault: 503 },
      /^operation_id: .*did you mean createTransaction\?/,
    ],
    ['retry', { fault: 503, retry: 1 }, /known: operation_id, fault, after, times, skip, events, retry_after, latency/],
    ['fault', { fault: 'explode' }, /^fault: .*reset, stall, truncate/],
  ])('the error over HTTP for a wrong %s of a fault lists the accepted values', async (_, body, sentence) => {
    const { status, body: refused } = await post('faults', body);
    expect([status, refused.errors]).toEqual([400, [expect.stringMatching(sentence)]]);
  });

  test('deliver events late, twice or out of order, and refuse any other disturbance', async () => {
    const { disturb } = entered.sandbox.events;
    await disturb({ duplicates: 1, late: 1, outOfOrder: true });
    expect(JSON.parse((await entered.sandbox.snapshot()).rows.deliveries ?? '')).toMatchObject({ out_of_order: true });
    for (const wrong of [
      { duplicates: 11 },
      { duplicates: Number.NaN },
      { late: -1 },
      { outOfOrder: 1 },
      { more: 1 },
      null,
    ]) {
      const [name = 'body'] = Object.keys(wrong ?? {});
      await expect(disturb(wrong as never)).rejects.toThrow(`${name}: `);
    }
  });

  test('refuse an unknown option of an act by name, and change nothing', async () => {
    const { id } = (await create()).body;
    await entered.sandbox.pay(id);
    const refund = entered.sandbox.refund(id, { amout: 90 } as never);
    await expect(refund).rejects.toThrow(
      'amout: is not known here; did you mean amount? refund takes amount, delivered',
    );
    expect((await post(`objects/${id}/refund`, { amout: 90 })).status).toBe(400);
    expect(await entered.sandbox.retrieve(id)).toMatchObject({ status: 'paid', paid_amount: PIX.amount });
  });

  test('refuse an unknown query parameter, and list the accepted ones', async () => {
    const { status, body } = await send(entered, 'GET', '/_sandbox/events?object=1');
    expect([status, body.errors[0]]).toEqual([
      400,
      expect.stringMatching(/^query.object: is not known here \(known: id, .*per_page\)$/),
    ]);
    const list = entered.sandbox.events.list({ perpage: 1 } as never);
    await expect(list).rejects.toThrow(/^perpage: is not known here; did you mean perPage\? \(known: id, .*perPage\)$/);
  });

  test('refuse the fields of a payment that exists, and change nothing', async () => {
    const { id } = (await create()).body;
    await expect(entered.sandbox.pay(id, { installments: 2 })).rejects.toThrow('installments: only a link takes');
    for (const metadata of [Number.NaN, Symbol('x'), {}, 1n])
      await expect(entered.sandbox.pay(id, { metadata } as never)).rejects.toThrow(/^metadata: must be a string, not /);
    expect(await entered.sandbox.retrieve(id)).toMatchObject({ status: 'waiting_payment' });
  });

  const deep = (wrap: (inner: unknown) => unknown) => {
    let value: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) value = wrap(value);
    return value;
  };
  test.each<[string, unknown]>([
    ['null', null],
    ['NaN', Number.NaN],
    ['1.5', 1.5],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['100,000 characters', 'x'.repeat(100_000)],
    ['100,000 lists', deep((inner) => [inner])],
    ['100,000 objects', deep((a) => ({ a }))],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ])('refuse %s in each argument with one short line, and change nothing', async (_, value) => {
    const given = value as never;
    const { sandbox } = entered;
    const { id } = (await create()).body;
    const before = await sandbox.snapshot();
    const calls: Record<string, () => Promise<unknown>> = {
      pay: () => sandbox.pay(given),
      'pay options': () => sandbox.pay(id, given),
      'refund amount': () => sandbox.refund(id, { amount: given }),
      chargeback: () => sandbox.chargeback(id, given),
      review: () => sandbox.review(id, given),
      setStatus: () => sandbox.setStatus(id, { status: [given] as never }),
      delivered: () => sandbox.pay(id, { delivered: given }),
      retrieve: () => sandbox.retrieve(given),
      advance: () => sandbox.clock.advance({ days: [given] as never }),
      advanceTo: () => sandbox.clock.advanceTo(given),
      waitFor: () => sandbox.events.waitFor(given),
      'waitFor options': () => sandbox.events.waitFor('transaction.created', given),
      'waitFor timeout': () => sandbox.events.waitFor('transaction.created', { timeout: given }),
      list: () => sandbox.events.list(given),
      'list id': () => sandbox.events.list({ id: given }),
      settled: () => sandbox.events.settled(given),
      redeliver: () => sandbox.events.redeliver(given),
      disturb: () => sandbox.events.disturb(given),
      failNext: () => sandbox.failNext(given, 503),
      'failNext fault': () => sandbox.failNext('createTransaction', [given] as never),
      restore: () => sandbox.restore(given),
      populate: () => sandbox.populate(given),
      load: () => sandbox.load({ transactions: given }),
    };
    for (const [name, call] of Object.entries(calls)) {
      const error = await call().catch((error: unknown) => error);
      expect(error, name).toBeInstanceOf(Error);
      const { message } = error as Error;
      expect(message, name).toMatch(/^(?:[\w.[\]]+: |(?:by|to|name|days) must |There is no )/);
      expect(message.length, name).toBeLessThan(1000);
    }
    expect(await sandbox.snapshot()).toEqual(before);
  });

  test('need no content type without a body', async () => {
    const { id } = (await create()).body;
    const response = await entered.fetch(`${entered.url}/_sandbox/objects/${id}/pay`, { method: 'POST' });
    expect(await response.json()).toMatchObject({ id, status: 'paid' });
  });
});

test('an event names its account, also in the delivery to its receiver', async () => {
  const shop = await receiver();
  await using each = await overSocket({ accounts: 'per-token', webhook: shop.url });
  await send(each, 'POST', '/v1/transactions', PIX, { authorization: 'Bearer ana' });
  const { events } = each.sandbox.account('ana');
  const [event] = await events.list();
  expect(event?.account).toMatch(/^token-[0-9a-f]{16}$/);
  await events.settled();
  expect(shop.requests[0]?.headers['x-sandbox-account']).toBe(event?.account);
});
