import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from '../../../test/listen.ts';
import type { Engine } from '../../src/engine/engine.js';
import { addReceiver, removeReceiver } from '../../src/events/index.js';
import { DeliveryFailed } from '../../src/index.js';
import type { StoredEvent } from '../../src/state/index.js';
import { engines } from '../engines.js';
import { describePlace, describeSharedPlaces } from '../places.js';
import { type Received, receivers } from './receiver.js';

/** Retries follow the account's clock, so the clock must run. */
const RUNNING = { clock: { kind: 'system', offset: 0 } } as const;
const RETRY = { deliveryPauses: [10, 20, 30, 40, 50, 60], ...RUNNING };

/** Creates an object, then changes its status `changes` times. Emits an event for each step. */
const emit = (engine: Engine, changes = 0, kind = 'transactions'): Promise<number> =>
  engine.run('a', (work) => {
    const id = work.id();
    let object = work.create(kind, { id, value: { id, status: 'processing' } });
    work.emit('transaction.created', object);
    for (let step = 1; step <= changes; step++) {
      object = work.change(object, { value: { id, status: `step ${step}` } });
      work.emit('transaction.status_changed', object);
    }
    return id;
  });

/** Emits events, and waits for their deliveries. */
async function deliver(engine: Engine, changes = 0): Promise<number> {
  const id = await emit(engine, changes);
  await engine.events.settled('a');
  return id;
}

const register = (engine: Engine, url: string, events: readonly string[]): Promise<number> =>
  engine.run('a', (work) => {
    const id = work.id();
    return work.create('webhooks', { id, value: { id, url, events } }).id;
  });

const statusesOf = (received: readonly Received[], id: number): unknown[] =>
  received.filter(({ model_id }) => model_id === String(id)).map(({ payload }) => payload.status);

const deliveriesOf = async (engine: Engine) => (await newest(engine)).deliveries;

async function newest(engine: Engine): Promise<StoredEvent> {
  const { items } = await engine.events.list('a', { offset: 0, limit: 1 });
  if (items[0] === undefined) throw new Error('no event');
  return items[0];
}

describePlace('events', (newPlace) => {
  const engineOn = engines();
  const receiverThat = receivers();

  test('reach the receivers from the options and those registered for their topic', async () => {
    const [started, registered, other] = [await receiverThat(), await receiverThat(), await receiverThat()];
    const engine = await engineOn(newPlace(), { receivers: [started.url] });
    await register(engine, registered.url, ['transactions', 'links']);
    await register(engine, other.url, ['customers']);
    const id = await deliver(engine);
    const event = {
      event: 'transaction.created',
      model: 'transactions',
      model_id: String(id),
      payload: { id, status: 'processing' },
    };
    expect(started.received).toEqual([event]);
    expect(registered.received).toEqual([event]);
    expect(other.received).toEqual([]);
    expect(started.requests[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
    const deliveries = await deliveriesOf(engine);
    expect(deliveries).toHaveLength(2);
    expect(deliveries).toMatchObject([{ state: 'delivered', attempts: [{ status: 200 }] }, { state: 'delivered' }]);
    expect(deliveries.map(({ receiver }) => receiver).join()).not.toContain('secret');
  });

  test('are left to the process that holds their lease', async () => {
    let answer = (): void => {};
    const receiver = await receiverThat((response) => {
      answer = () => void response.end();
    });
    const engine = await engineOn(newPlace(), { receivers: [receiver.url] });
    await emit(engine);
    while (receiver.received.length < 1) await sleep(2);
    const [taken] = await deliveriesOf(engine);
    if (taken === undefined) throw new Error('no delivery');
    await engine.run('a', (unit) => unit.setDelivery({ ...taken, by: 'another process' }));
    answer();
    await sleep(100);
    expect(await deliveriesOf(engine)).toMatchObject([{ state: 'pending', attempts: [], by: 'another process' }]);
  });

  test('are retried until a receiver accepts them, and each attempt is recorded', async () => {
    const statuses = [500, 302, 404, 204];
    const receiver = await receiverThat((response, _, count) => {
      response.writeHead(statuses[count - 1] ?? 200, { location: 'http://127.0.0.1:1/' }).end();
    });
    const engine = await engineOn(newPlace(), { receivers: [receiver.url], ...RETRY });
    await deliver(engine);
    const [delivery] = await deliveriesOf(engine);
    expect(delivery?.attempts.map(({ status }) => status)).toEqual(statuses);
    expect(delivery?.state).toBe('delivered');
    const times = delivery?.attempts.map(({ at }) => at) ?? [];
    for (const [index, pause] of [10, 20, 30].entries()) {
      expect((times[index + 1] ?? 0) - (times[index] ?? 0)).toBeGreaterThanOrEqual(pause);
    }
  });

  test('fail after six retries, and can be redelivered by hand', async () => {
    let broken = true;
    const receiver = await receiverThat((response) => response.writeHead(broken ? 500 : 200).end());
    const engine = await engineOn(newPlace(), { receivers: [receiver.url], ...RETRY });
    await deliver(engine);
    const failed = await newest(engine);
    expect(failed.deliveries).toMatchObject([{ state: 'failed', tries: 7 }]);
    expect(receiver.received).toHaveLength(7);
    broken = false;
    await engine.events.redeliver('a', failed.id);
    await engine.events.settled('a');
    expect(await deliveriesOf(engine)).toMatchObject([{ state: 'delivered', tries: 1 }]);
    expect((await deliveriesOf(engine))[0]?.attempts).toHaveLength(8);
    expect(await engine.events.redeliver('a', 99)).toBeUndefined();
    expect(await engine.events.redeliver('a', Number.NaN)).toBeUndefined();
  });

  test('arrive in order for each object, even if some are retried', async () => {
    const failures = new Map<string, number>();
    const receiver = await receiverThat((response, { model_id, payload }) => {
      const key = `${model_id} ${String(payload.status)}`;
      const tries = (failures.get(key) ?? 0) + 1;
      failures.set(key, tries);
      response.writeHead(Number(model_id) % 3 === 0 && tries < 3 ? 500 : 200).end();
    });
    const engine = await engineOn(newPlace(), {
      receivers: [receiver.url],
      deliveryPauses: [2, 2, 2, 2, 2, 2],
      ...RUNNING,
    });
    const ids = await Promise.all(Array.from({ length: 20 }, () => emit(engine, 4)));
    await engine.events.settled('a');
    for (const id of ids) {
      const seen = statusesOf(receiver.received, id).filter((status, index, all) => status !== all[index - 1]);
      expect(seen).toEqual(['processing', 'step 1', 'step 2', 'step 3', 'step 4']);
    }
  });

  test('to a receiver that hangs do not delay others, and end after the time-out', async () => {
    const [hanging, prompt] = [await receiverThat(() => {}), await receiverThat()];
    const urls = [hanging.url, prompt.url];
    const waiting = await engineOn(newPlace(), { receivers: urls });
    await Promise.all(Array.from({ length: 30 }, () => emit(waiting)));
    while (prompt.received.length < 30) await sleep(5);
    expect(await deliveriesOf(waiting)).toContainEqual(expect.objectContaining({ state: 'pending' }));
    const engine = await engineOn(newPlace(), { receivers: urls, deliveryTimeout: 100, deliveryPauses: [] });
    await deliver(engine);
    expect(await deliveriesOf(engine)).toContainEqual(
      expect.objectContaining({
        state: 'failed',
        attempts: [expect.objectContaining({ error: 'no response within 100 ms' })],
      }),
    );
  });

  test('fail at once at forbidden addresses, without naming the address', async () => {
    const engine = await engineOn(newPlace(), RETRY);
    for (const host of ['169.254.169.254', '[::ffff:169.254.169.254]', '8.8.8.8', '2852039166']) {
      await register(engine, `http://${host}/?key=secret`, ['transactions']);
    }
    await register(engine, 'file:///etc/passwd', ['transactions']);
    await register(engine, 'no address', ['transactions']);
    await deliver(engine);
    const deliveries = await deliveriesOf(engine);
    expect(deliveries).toHaveLength(6);
    for (const { state, attempts } of deliveries) {
      expect([state, attempts.length]).toEqual(['failed', 1]);
      expect(attempts[0]?.error).toMatch(
        /^(only loopback and private addresses|a receiver of events needs an address)/,
      );
      expect(attempts[0]?.error).not.toMatch(/secret|169|8\.8/);
    }
  });

  test('use the current registration, and skip a removed one', async () => {
    const [before, after] = [await receiverThat((response) => response.writeHead(500).end()), await receiverThat()];
    const engine = await engineOn(newPlace(), { deliveryPauses: [60_000] });
    const [changed, removed] = [
      await register(engine, before.url, ['transactions']),
      await register(engine, before.url, ['transactions']),
    ];
    await emit(engine);
    const tries = async () => (await deliveriesOf(engine)).map(({ attempts }) => attempts.length);
    await expect.poll(tries).toEqual([1, 1]);
    await engine.run('a', (work) => {
      const [one, two] = [work.get('webhooks', changed), work.get('webhooks', removed)];
      if (one === undefined || two === undefined) throw new Error('not there');
      work.change(one, { value: { ...one.value, url: after.url } });
      work.remove(two);
    });
    await engine.clocks.advance('a', { milliseconds: 60_000 });
    await engine.events.settled('a');
    expect(after.received).toHaveLength(1);
    expect(before.received).toHaveLength(2);
    expect(await deliveriesOf(engine)).toMatchObject([
      {
        receiver: `webhook:${removed}`,
        state: 'failed',
        attempts: [{ status: 500 }, { error: 'the registration was removed' }],
      },
      { receiver: `webhook:${changed}`, state: 'delivered' },
    ]);
  });

  test('are sent twice, late or out of order on demand', async () => {
    const receiver = await receiverThat();
    const engine = await engineOn(newPlace(), { receivers: [receiver.url] });
    await engine.disturb('a', { duplicates: 2 });
    const twice = await deliver(engine);
    expect(statusesOf(receiver.received, twice)).toEqual(['processing', 'processing', 'processing']);
    await engine.disturb('a', { late: 150 });
    const started = performance.now();
    await deliver(engine);
    expect(performance.now() - started).toBeGreaterThanOrEqual(149);
    await engine.disturb('a', { out_of_order: true });
    const mixed = await deliver(engine, 2);
    expect(statusesOf(receiver.received, mixed)).toEqual(['step 2', 'step 1', 'processing']);
    await engine.disturb('a', {});
    const again = await deliver(engine, 2);
    expect(statusesOf(receiver.received, again)).toEqual(['processing', 'step 1', 'step 2']);
  });

  test('on hold reach a receiver that was removed meanwhile, as other waiting events do', async () => {
    const { url, received } = await receiverThat();
    const engine = await engineOn(newPlace());
    const { id } = await engine.run('a', (unit) => addReceiver(unit, url));
    await engine.disturb('a', { held: true });
    await emit(engine);
    await engine.run('a', (unit) => removeReceiver(unit, [], id));
    await engine.events.release('a');
    await engine.events.settled('a');
    expect([received.length, (await deliveriesOf(engine))[0]?.state]).toEqual([1, 'delivered']);
  });

  test('wait on hold until they are released, in their order', async () => {
    const { url, received } = await receiverThat();
    const engine = await engineOn(newPlace(), { receivers: [url] });
    await engine.disturb('a', { held: true });
    const id = await emit(engine, 2);
    const held = await newest(engine);
    await engine.events.settled('a');
    expect([received, held.deliveries[0]?.state]).toEqual([[], 'held']);
    await expect(engine.events.waitFor('a', 'transaction.created', { id, delivered: true })).rejects.toThrow(
      /is on hold; release it first/,
    );
    await engine.events.redeliver('a', held.id);
    await engine.events.settled('a');
    expect(statusesOf(received, id)).toEqual(['step 2']);
    await engine.events.release('a');
    await engine.events.settled('a');
    const later = await deliver(engine);
    expect(received.map(({ payload }) => [payload.id, payload.status])).toEqual([
      [id, 'step 2'],
      [id, 'processing'],
      [id, 'step 1'],
      [later, 'processing'],
    ]);
  });

  test('are lost on demand, and can be redelivered by hand', async () => {
    const { url, received } = await receiverThat();
    const engine = await engineOn(newPlace(), { receivers: [url] });
    await engine.disturb('a', { lost: true });
    const id = await deliver(engine);
    expect(received).toEqual([]);
    await expect(engine.events.waitFor('a', 'transaction.created', { id, delivered: true })).rejects.toThrow(
      /\(the sandbox lost the event, as planned\); the sandbox does not retry it; redeliver the event$/,
    );
    await engine.events.redeliver('a', (await newest(engine)).id);
    await engine.events.settled('a');
    expect(statusesOf(received, id)).toEqual(['processing']);
  });

  test('survive receivers that send nonsense, close the connection, or never end their response', {
    tags: 'long',
  }, async () => {
    const replies = [
      '',
      'nonsense\r\n\r\n',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      `HTTP/1.1 500 ${'x'.repeat(100_000)}\r\n\r\n`,
    ];
    const sockets: Socket[] = [];
    const urls = await Promise.all(
      [...replies, 'endless'].map(async (reply) => {
        const server = createServer((socket) => {
          sockets.push(socket);
          socket.on('error', () => {});
          socket.once('data', () => {
            if (reply !== 'endless') return socket.end(reply);
            socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
            const pour = () => {
              if (!socket.destroyed) socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`, () => setImmediate(pour));
            };
            pour();
          });
        });
        return `${await listen(server)}/`;
      }),
    );
    // The endless response ends after the time-out. On a busy machine, its status takes longer than the first one.
    let deliveries: StoredEvent['deliveries'] = [];
    for (const deliveryTimeout of [500, 20_000]) {
      const engine = await engineOn(newPlace(), { receivers: urls, deliveryPauses: [], deliveryTimeout });
      await deliver(engine);
      deliveries = await deliveriesOf(engine);
      if (deliveries.at(-1)?.state === 'delivered') break;
    }
    expect(deliveries.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'failed', 'delivered']);
    for (const { attempts } of deliveries.slice(0, 4)) expect(attempts[0]?.error).toMatch(/^[^\n]{1,100}$/);
    await expect.poll(() => sockets.at(-1)?.destroyed).toBe(true);
  });
});

describeSharedPlaces('events', (newPlace) => {
  const engineOn = engines();
  const receiverThat = receivers();

  test('that wait when an engine closes are sent by the next engine, without loss', async () => {
    const place = newPlace();
    const hanging = await receiverThat((response, _, count) => void (count > 5 && response.end()));
    const first = await engineOn(place, { receivers: [hanging.url] });
    const ids = await Promise.all(Array.from({ length: 5 }, () => emit(first)));
    while (hanging.received.length < 5) await sleep(2);
    await first.close();
    const second = await engineOn(place, { receivers: [hanging.url] });
    await second.events.settled('a');
    expect(new Set(hanging.received.slice(5).map(({ model_id }) => Number(model_id)))).toEqual(new Set(ids));
  });
});

describePlace('waiting for events', (newPlace) => {
  const engineOn = engines();
  const refusing = receivers();

  test('returns the first match, past or future', async () => {
    const engine = await engineOn(newPlace());
    const id = await emit(engine, 2);
    const { events } = engine;
    expect(await events.waitFor('a', 'transaction.created', { id })).toMatchObject({
      object: id,
      payload: { status: 'processing' },
    });
    expect(await events.waitFor('a', 'transaction.status_changed', { id })).toMatchObject({
      payload: { status: 'step 1' },
    });
    expect(await events.waitFor('a', 'transaction.status_changed', { status: 'step 2' })).toMatchObject({ object: id });
    const waiting = events.waitFor('a', 'transaction.created', { id: id + 1 });
    expect(await emit(engine)).toBe(id + 1);
    expect(await waiting).toMatchObject({ object: id + 1 });
  });

  test('rejects with the recorded events after the time-out', async () => {
    const engine = await engineOn(newPlace());
    const id = await emit(engine);
    await expect(
      engine.events.waitFor('a', 'transaction.status_changed', { id, status: 'paid', timeout: 50 }),
    ).rejects.toThrow(
      `no transaction.status_changed about ${id} with status paid within 50 ms; recorded, newest first: transaction.created processing`,
    );
    await expect(engine.events.waitFor('b', 'link.paid', { timeout: 0 })).rejects.toThrow(
      'recorded, newest first: nothing',
    );
  });

  test('for all deliveries resolves when no delivery waits, or rejects with the number of waiting ones', async () => {
    const options = { receivers: ['http://127.0.0.1:1/'], deliveryPauses: [60_000] };
    const engine = await engineOn(newPlace(), { ...options, ...RUNNING });
    await engine.events.settled('a');
    await emit(engine);
    await expect(engine.events.settled('a', { timeout: 60 })).rejects.toThrow('1 deliveries still wait after 60 ms');
  });

  test('for all deliveries rejects with the refused events if the rest waits for a frozen clock', async () => {
    const receiver = await refusing((response, { model_id }) => {
      response.writeHead(model_id === '1001' ? 500 : 204).end();
    });
    const engine = await engineOn(newPlace(), { receivers: [receiver.url], deliveryPauses: [60_000] });
    await emit(engine);
    await emit(engine);
    await expect.poll(async () => (await deliveriesOf(engine))[0]?.state).toBe('delivered');
    await expect
      .poll(() => engine.events.settled('a', { timeout: 0 }).catch((error: Error) => error.message))
      .toMatch(
        /^transaction\.created about 1001 \(event 1\) was not confirmed by its receiver \(500\); the next retry waits for the clock[^;]*frozen; advance it by 60000 ms, or redeliver the event$/,
      );
    await engine.clocks.freeze('a');
    await expect(engine.events.settled('a', { timeout: 0 })).rejects.toBeInstanceOf(DeliveryFailed);
  });
});
