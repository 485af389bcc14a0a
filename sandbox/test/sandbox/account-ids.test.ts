/** Each account has ids of its own, so that a shop that mixes up its tokens gets a 404 instead of the payment of another store. */
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../../../src/index.js';
import { startSandbox } from '../../src/index.js';
import { idsAfter } from '../../src/state/model.js';
import { setUpSandbox } from '../../src/testing/index.js';
import { PIX, send as sendTo } from '../entrances.ts';
import { describeEachPlace } from '../places.js';

async function sandboxOn(state: string | undefined) {
  const log: string[] = [];
  const sandbox = await startSandbox({
    port: 0,
    accounts: 'per-token',
    clock: 'manual',
    log: ({ errors }) => void log.push(...errors),
    ...(state !== undefined && { state }),
  });
  onTestFinished(() => sandbox.close());
  const send = (token: string, method: string, path: string, body?: object) =>
    sendTo({ url: sandbox.url, fetch }, method, path, body, { authorization: `Bearer ${token}` });
  const pay = async (token: string) => (await send(token, 'POST', '/v1/transactions', PIX)).body.id;
  return { sandbox, log, send, pay };
}

describeEachPlace('the ids of accounts', (newPlace) => {
  test('an id of one token is a 404 with another, and the log says whose it is not', async () => {
    const { log, send, pay, sandbox } = await sandboxOn(newPlace().state);
    expect([await pay('ana'), await pay('bia'), await pay('ana'), await pay('bia')]).toEqual([
      1001, 1_001_001, 1002, 1_001_002,
    ]);
    const says = 'There is no transaction 1001 in this account: 1001 belongs to another account';
    expect(await send('bia', 'GET', '/v1/transactions/1001')).toMatchObject({ status: 404, body: { errors: [says] } });
    expect((await send('ana', 'POST', '/v1/transactions/1001001/refund', {})).status).toBe(404);
    expect(log).toEqual([says, 'There is no transaction 1001001 in this account: 1001001 belongs to another account']);
    await expect(sandbox.account('bia').pay(1001)).rejects.toThrow('1001 belongs to another account');
    // Nobody has this one.
    expect((await send('bia', 'GET', '/v1/transactions/1003')).body.errors).toEqual(['There is no transaction 1003']);
    expect((await send('ana', 'GET', '/v1/transactions/1001')).status).toBe(200);
  });

  test('an account begins with the same id after a reset', async () => {
    const { pay, sandbox } = await sandboxOn(newPlace().state);
    const before = [await pay('ana'), await pay('bia')];
    await sandbox.account('bia').reset();
    expect([await pay('ana'), await pay('bia')]).toEqual([1002, before[1]]);
  });

  test('two processes at the same time give an account the same ids', async () => {
    const place = newPlace();
    if (place.state === undefined) return;
    const [one, other] = [await sandboxOn(place.state), await sandboxOn(place.state)];
    const tokens = ['ana', 'bia', 'caio'];
    const ids = await Promise.all(tokens.flatMap((token) => [one.pay(token), other.pay(token)]));
    const ranges = ids.map((id) => Math.floor(id / 1_000_000));
    expect(new Set(ids).size).toBe(6);
    expect(new Set(ranges).size).toBe(3);
    for (const index of [0, 2, 4]) expect(ranges[index]).toBe(ranges[index + 1]);
    expect((await other.send('bia', 'GET', `/v1/transactions/${ids[0]}`)).status).toBe(404);
  });
});

test('all ids fit into 32 bits, and the first range is never used again', () => {
  const firsts = Array.from({ length: 4000 }, (_, index) => idsAfter(index + 1));
  expect(new Set(firsts.slice(0, 2000)).size).toBe(2000);
  expect(firsts.lastIndexOf(1000)).toBe(0);
  expect(Math.max(...firsts) + 1_000_000).toBeLessThan(2 ** 31);
});

const newAccount = setUpSandbox(afterAll);

test('the accounts of one test have different ids', async () => {
  const [ana, bia] = [await newAccount(), await newAccount()];
  const { id } = await unwrap(ana.client.POST('/v1/transactions', { body: PIX }));
  const { response, error } = await bia.client.GET('/v1/transactions/{id}', { params: { path: { id } } });
  expect([response.status, JSON.stringify(error)]).toEqual([404, expect.stringContaining('to another account')]);
});
