import { describe, expect, onTestFinished, test } from 'vitest';
import { type SandboxServerOptions, startSandbox } from '../../src/index.js';
import { type Entered, inProcess, PIX, send } from '../entrances.ts';
import { receivers } from '../events/receiver.ts';
import { describeSharedPlaces } from '../places.ts';
import { ask } from './api.ts';

const receiverThat = receivers();
const as = (token: string) => ({ authorization: `Bearer ${token}` });

/** Returns the addresses of the receivers, without secrets. */
const listed = async (entered: Pick<Entered, 'url' | 'fetch'>, headers = {}): Promise<string[]> =>
  (await ask(entered, 'GET', 'receivers', undefined, headers)).body.receivers.map(({ url }: { url: string }) => url);

const create = (entered: Pick<Entered, 'url' | 'fetch'>, headers = {}) =>
  send(entered, 'POST', '/v1/transactions', PIX, headers);

describe('a receiver without a registration', () => {
  test('belongs to the account of its token', async () => {
    await using entered = await inProcess({ accounts: 'per-token' });
    const shop = await receiverThat();
    const nobody = await ask(entered, 'GET', 'receivers', undefined, { authorization: 'none' });
    expect([nobody.status, nobody.body.errors[0]]).toEqual([400, expect.stringContaining('bearer token')]);
    const { body } = await ask(entered, 'POST', 'receivers', { url: shop.url }, as('ana'));
    expect(await listed(entered, as('bruno'))).toEqual([]);
    expect((await ask(entered, 'DELETE', `receivers/${body.id}`, undefined, as('bruno'))).status).toBe(404);
    await create(entered, as('bruno'));
    await create(entered, as('ana'));
    await ask(entered, 'POST', 'events/settled', {}, as('ana'));
    expect(shop.requests.map(({ headers }) => headers['x-sandbox-account'])).toEqual([
      expect.stringMatching(/^token-/),
    ]);
    expect((await ask(entered, 'DELETE', `receivers/${body.id}`, undefined, as('ana'))).status).toBe(204);
    expect(await listed(entered, as('ana'))).toEqual([]);
  });

  test('gets each event once if the start options name it too, until its removal', async () => {
    const shop = await receiverThat();
    await using entered = await inProcess({ webhook: [shop.url] });
    const { body } = await ask(entered, 'POST', 'receivers', { url: shop.url });
    expect(await listed(entered)).toHaveLength(1);
    await create(entered);
    await entered.sandbox.events.settled();
    expect(shop.received).toHaveLength(1);
    await ask(entered, 'DELETE', `receivers/${body.id}`);
    expect(await listed(entered)).toEqual([]);
    await create(entered);
    await entered.sandbox.events.settled();
    expect(shop.received).toHaveLength(1);
    await ask(entered, 'POST', 'receivers', { url: shop.url });
    expect(await listed(entered)).toHaveLength(1);
  });

  test('is counted if it is a webhook: its deliveries, its last result, and since when it fails', async () => {
    let status = 500;
    const shop = await receiverThat((response) => response.writeHead(status).end());
    await using entered = await inProcess({ clock: '2026-11-20T12:00:00Z' });
    await send(entered, 'POST', '/v1/webhooks', { url: shop.url, events: ['transactions'] });
    const results = async () => (await ask(entered, 'GET', 'objects?kind=webhooks')).body.data[0].deliveries;
    expect(await results()).toBeUndefined();
    await create(entered);
    await expect.poll(results).toMatchObject({ total: 1, delivered: 0, status: 500 });
    const { failing_since: since } = await results();
    expect(Date.parse(since)).toBeGreaterThan(Date.now() - 60_000);
    status = 200;
    await create(entered);
    await expect.poll(results).toMatchObject({ total: 2, delivered: 1, status: 200 });
    expect(await results()).not.toHaveProperty('failing_since');
  });

  test('stays after a reset and a restore, and is in no snapshot', async () => {
    await using entered = await inProcess();
    const before = await entered.sandbox.snapshot();
    await ask(entered, 'POST', 'receivers', { url: 'http://127.0.0.1:9/hook?key=secret' });
    expect(JSON.stringify(await entered.sandbox.snapshot())).not.toContain('secret');
    await entered.sandbox.reset();
    await entered.sandbox.restore(before);
    expect(await listed(entered)).toEqual(['http://127.0.0.1:9/hook']);
  });

  test('is one of at most 100 of an account', async () => {
    await using entered = await inProcess();
    const add = (count: number) => ask(entered, 'POST', 'receivers', { url: `http://127.0.0.1:9/${count}` });
    for (let count = 0; count < 100; count++) expect((await add(count)).status).toBe(200);
    expect((await add(0)).status).toBe(200);
    const { status, body } = await add(100);
    expect([status, body.errors]).toEqual([422, ['url: an account takes at most 100 receivers; remove one first']]);
  });
});

describeSharedPlaces('with two sandboxes on one state', (newPlace) => {
  const started = async (options: SandboxServerOptions) => {
    const sandbox = await startSandbox({ port: 0, log: 'silent', ...options });
    onTestFinished(() => sandbox.close());
    return { url: sandbox.url, fetch, sandbox };
  };

  test('a receiver that one knows gets the events of the other, each once', async () => {
    const { state } = newPlace();
    const [shop, atStart] = [await receiverThat(), await receiverThat()];
    const one = await started({ state, webhook: [atStart.url] });
    const other = await started({ state });
    await ask(one, 'POST', 'receivers', { url: shop.url });
    // The other one knows it only from here.
    await ask(one, 'POST', 'receivers', { url: atStart.url });
    await create(other);
    await create(one);
    await other.sandbox.events.settled();
    for (const { received } of [shop, atStart])
      expect(received.map(({ event }) => event)).toEqual(['transaction.created', 'transaction.created']);
    expect(await listed(other)).toContain(shop.url.split('?')[0]);
  });
});
