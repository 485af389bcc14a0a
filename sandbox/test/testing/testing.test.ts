import { createServer } from 'node:http';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { unwrap } from '../../../src/index.js';
import { listen } from '../../../test/listen.ts';
import { setUpSandbox, type TestAccount } from '../../src/testing/index.js';

const PIX = { amount: 15_990, payment_method: 'pix', async: true } as const;

const createPix = async ({ client }: TestAccount) => (await unwrap(client.POST('/v1/transactions', { body: PIX }))).id;

describe('setUpSandbox', () => {
  const newAccount = setUpSandbox(afterAll);

  test('removes all registrations', async () => {
    const { client } = await newAccount();
    expect((await unwrap(client.GET('/v1/webhooks'))).data).toEqual([]);
  });

  test('refuses likely mistakes in its options, and stops the clock', async () => {
    const { client, account } = await newAccount();
    const { error } = await client.POST('/v1/transactions', { body: { ...PIX, ammount: 1 } as never });
    expect(JSON.stringify(error)).toContain('ammount');
    const before = await account.clock.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await account.clock.now()).toEqual(before);
  });

  test('calls onEvent, and answers 500 if it fails', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const bodies: string[] = [];
    const one = await newAccount({
      onEvent: async (body) => {
        bodies.push(body);
        if (body.includes('"paid"')) throw new Error('no order');
      },
    });
    const id = await createPix(one);
    await expect(one.account.pay(id, { delivered: true })).rejects.toThrow(/not confirmed by its receiver \(500\)/);
    expect(JSON.parse(bodies.at(-1) ?? '')).toMatchObject({ model_id: String(id), payload: { status: 'paid' } });
    expect(logged.mock.calls.flat().join()).toContain('no order');
    logged.mockRestore();
  });

  test('lets a test choose the response status', async () => {
    const one = await newAccount();
    const id = await createPix(one);
    await one.account.events.settled();
    one.receiver.respondWith(503);
    await expect(one.account.pay(id, { delivered: true })).rejects.toThrow('(503)');
    one.receiver.respondWith();
    await one.account.clock.advance({ seconds: 1 });
    await one.account.events.settled();
    const paid = one.receiver.events.filter(({ payload }) => (payload as { status?: string }).status === 'paid');
    expect(paid).toHaveLength(2);
    expect(() => one.receiver.respondWith(Number.NaN)).toThrow('status: must be a whole number from 200 to 599');
  });

  test('also sends the events to a server of the test', async () => {
    let received = 0;
    const server = createServer((_, response) => {
      received++;
      response.end();
    });
    const one = await newAccount({ webhook: `${await listen(server)}/hooks` });
    await one.account.pay(await createPix(one), { delivered: true });
    expect(received).toBe(one.receiver.events.length);
    expect((await newAccount()).receiver.events).toEqual([]);
  });
});

describe('mistakes in a test', () => {
  test('are reported before the sandbox starts', () => {
    expect(() => setUpSandbox(undefined as never)).toThrow(/^setUpSandbox: needs a hook first; pass afterAll/);
    expect(() => setUpSandbox(() => {}, { kep: 1 } as never)).toThrow('kep: is not an option');
    expect(() => setUpSandbox(() => {}, { strict: 'yes' as never })).toThrow('strict: must be true or false');
  });

  test('in an address or a handler reject the account', async () => {
    const newAccount = setUpSandbox(afterAll, { clock: undefined as never });
    await expect(newAccount({ webhook: 'localhost:3000' })).rejects.toThrow(
      /^webhook: a receiver of events needs an address/,
    );
    await expect(newAccount({ onEvent: 'x' as never })).rejects.toThrow('onEvent: must be a function');
    await expect(newAccount({ client: null as never })).rejects.toThrow('client: must be an object');
    for (const value of [null, 1, 'x'.repeat(100_000), []]) {
      await expect(newAccount(value as never)).rejects.toThrow(/^options: must be an object$/);
      expect(() => setUpSandbox(() => {}, value as never)).toThrow(/^options: must be an object$/);
    }
  });

  test('do not keep the sandbox open, started or not', async () => {
    let close = async () => {};
    const newAccount = setUpSandbox((hook) => {
      close = hook;
    });
    await close();
    const { baseUrl, receiver } = await newAccount();
    await close();
    await expect(fetch(baseUrl)).rejects.toThrow();
    await expect(fetch(receiver.url)).rejects.toThrow();
  });
});
