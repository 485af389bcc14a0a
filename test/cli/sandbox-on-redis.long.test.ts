import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { forgetState } from '../../src/sandbox/stores/index.ts';
import { freePort } from '../free-port.ts';
import { programPath } from '../programs.ts';
import { describeRedis, type RedisServer, redisServers } from '../sandbox/stores/redis-server.ts';
import { cli, startWith } from './compiled.ts';

const SECRET = 'marked-password';
const HEADERS = { authorization: 'Bearer any-token', 'content-type': 'application/json' };
const PIX = { amount: 15_990, payment_method: 'pix', async: true };
const CARD = {
  card_number: '4111111111111111',
  card_holder_name: 'ANA SOUZA',
  card_expiration_date: '1239',
  card_cvv: '123',
};

type Running = Awaited<ReturnType<typeof startWith>>;

describeRedis('sandboxes on one Redis', () => {
  const servers = redisServers();
  const shops: Server[] = [];
  afterEach(() => {
    for (const shop of shops.splice(0)) {
      shop.closeAllConnections();
      shop.close();
    }
  });

  /** Starts three sandboxes, and a receiver that records its requests. */
  const startThree = async (...args: string[]) => {
    const server = await servers.start(['--appendonly', 'yes', '--appendfsync', 'always', '--requirepass', SECRET]);
    const shop = await startShop();
    const state = `redis://:${SECRET}@127.0.0.1:${server.port}?prefix=three`;
    const start = () =>
      startWith({ GATEWAY_STATE: state }, 'sandbox', '--port', '0', '--log', 'json', '--webhook', shop.url, ...args);
    const sandboxes = await Promise.all([start(), start(), start()]);
    return { server, shop, sandboxes, start, state };
  };

  async function startShop() {
    const received: { event: string; id: string; status: unknown }[] = [];
    const busy = new Set<string>();
    const overlaps: string[] = [];
    const shop = createServer(async (request, response) => {
      const { event, model_id, payload } = JSON.parse(await text(request));
      if (busy.has(model_id)) overlaps.push(model_id);
      busy.add(model_id);
      await sleep(5);
      busy.delete(model_id);
      received.push({ event, id: model_id, status: payload.status });
      response.end();
    }).listen(0, '127.0.0.1');
    shops.push(shop);
    await new Promise((ready) => shop.once('listening', ready));
    return { url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`, received, overlaps };
  }

  const call = async ({ url }: Running, method: string, path: string, body?: unknown) => {
    const init = { method, headers: HEADERS, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(30_000) });
    // biome-ignore lint/suspicious/noExplicitAny: tests read any field
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };

  /** Creates PIX on all sandboxes until it is stopped. Records the acknowledged ids and all other responses. */
  const load = (sandboxes: readonly Running[]) => {
    const acknowledged: number[] = [];
    const refused: Awaited<ReturnType<typeof call>>[] = [];
    let stopped = false;
    const worker = async (sandbox: Running): Promise<void> => {
      while (!stopped) {
        try {
          const response = await call(sandbox, 'POST', '/v1/transactions', PIX);
          if (response.status === 200) acknowledged.push(response.body.id);
          else refused.push(response);
        } catch {
          await sleep(20); // the process was killed
        }
      }
    };
    const done = Promise.all(sandboxes.flatMap((sandbox) => [worker(sandbox), worker(sandbox)]));
    return {
      acknowledged,
      refused,
      stop: async () => {
        stopped = true;
        await done;
      },
    };
  };

  const expectNoSecret = (sandboxes: readonly Running[]): void => {
    for (const { output } of sandboxes) expect(output.stdout + output.stderr).not.toContain(SECRET);
  };

  test('behave as one: one of 100 parallel refunds succeeds, ids are unique, lists and totals agree', {
    timeout: 180_000,
  }, async () => {
    const { sandboxes, shop } = await startThree();
    const [one, two, three] = sandboxes as [Running, Running, Running];
    const card = { amount: 15_990, payment_method: 'credit_card', card: CARD };
    const paid = await call(one, 'POST', '/v1/transactions', card);
    expect(paid.body.status).toBe('paid');
    const { id } = paid.body;
    const at = (index: number): Running => sandboxes[index % 3] ?? one;
    const refunds = await Promise.all(
      Array.from({ length: 100 }, (_, index) => call(at(index), 'POST', `/v1/transactions/${id}/refund`, {})),
    );
    expect(refunds.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refunds.filter(({ status }) => status === 422)).toHaveLength(99);
    for (const sandbox of sandboxes) {
      expect((await call(sandbox, 'GET', `/v1/transactions/${id}`)).body.status).toBe('refunded');
    }
    const created = await Promise.all(
      Array.from({ length: 150 }, (_, index) => call(at(index), 'POST', '/v1/transactions', PIX)),
    );
    expect(created.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(150);
    const lists = await Promise.all(
      [one, two, three].map((sandbox) => call(sandbox, 'GET', '/v1/transactions?page=2&per_page=50')),
    );
    expect(lists[0]?.body.total).toBe(151);
    expect(lists[1]?.body).toEqual(lists[0]?.body);
    expect(lists[2]?.body).toEqual(lists[0]?.body);
    await expect.poll(() => shop.received.filter(({ status }) => status === 'refunded').length).toBe(1);
    await expect
      .poll(() => new Set(shop.received.map(({ id }) => id)).size, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(151);
    expect(shop.overlaps).toEqual([]);
    const journal = await fetch(`${one.url}/_sandbox/requests`, { headers: HEADERS });
    expect(await journal.text()).not.toContain(SECRET);
    expectNoSecret(sandboxes);
  });

  test('lose nothing if one is killed under load, and the others take over its leases', {
    timeout: 180_000,
  }, async () => {
    const { sandboxes, shop } = await startThree('--pix-paid-after', '2s');
    const [one, two] = sandboxes as [Running, Running, Running];
    const loading = load(sandboxes);
    await expect.poll(() => loading.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(100);
    one.child.kill('SIGKILL');
    const atDeath = loading.acknowledged.length;
    await expect.poll(() => loading.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(atDeath + 100);
    await loading.stop();
    const { acknowledged } = loading;
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    for (const id of acknowledged) expect((await call(two, 'GET', `/v1/transactions/${id}`)).status).toBe(200);
    const { total } = (await call(two, 'GET', '/v1/transactions')).body;
    expect(total).toBeGreaterThanOrEqual(acknowledged.length);
    // Each PIX is paid once and each event arrives. Events that the killed sandbox had leased arrive after at most 12
    // s.
    const paid = () => shop.received.filter(({ status }) => status === 'paid').map(({ id }) => Number(id));
    await expect.poll(() => new Set(paid()).size, { timeout: 90_000, interval: 500 }).toBe(total);
    const createdEvents = new Set(
      shop.received.filter(({ event }) => event === 'transaction.created').map(({ id }) => id),
    );
    expect(acknowledged.filter((id) => !createdEvents.has(String(id)))).toEqual([]);
    const events = await call(two, 'GET', `/_sandbox/events?per_page=1`);
    expect(events.body.total).toBe(2 * total);
    expect(shop.overlaps).toEqual([]);
  });

  test('answer 503 while the server is down, and continue when it is back', async () => {
    const { server, sandboxes, start } = await startThree();
    const [, two] = sandboxes as [Running, Running, Running];
    const loading = load(sandboxes);
    await expect.poll(() => loading.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(100);
    await server.kill();
    await expect.poll(() => loading.refused.length, { timeout: 20_000 }).toBeGreaterThan(5);
    for (const { status, headers, body } of loading.refused) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('1');
      expect(body.errors).toEqual([
        expect.stringMatching(
          /^the sandbox cannot use its store: the Redis server redis:\/\/127.0.0.1:\d+ cannot be used: /,
        ),
      ]);
    }
    await server.start();
    const before = loading.acknowledged.length;
    await expect.poll(() => loading.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 100);
    await loading.stop();
    const { acknowledged } = loading;
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(Math.max(...acknowledged)).toBeLessThan(1e9); // nothing was lost, so ids continue
    for (const id of acknowledged) expect((await call(two, 'GET', `/v1/transactions/${id}`)).status).toBe(200);
    const later = await start();
    expect((await call(later, 'GET', '/v1/transactions')).body.total).toBeGreaterThanOrEqual(acknowledged.length);
    expectNoSecret(sandboxes);
  });

  test('detect a server that restarts empty: ids do not start over', async () => {
    const server = await servers.start([]);
    const start = () => startWith({ GATEWAY_STATE: server.address }, 'sandbox', '--port', '0', '--log', 'silent');
    const sandboxes = await Promise.all([start(), start()]);
    const [one, two] = sandboxes as [Running, Running];
    const ids: number[] = [];
    const create = async (sandbox: Running): Promise<number> => {
      const { status, body } = await call(sandbox, 'POST', '/v1/transactions', PIX);
      if (status === 200) ids.push(body.id);
      return status;
    };
    for (let round = 0; round < 5; round++) await create(one);
    for (let round = 0; round < 5; round++) await create(two);
    await server.kill();
    await server.start();
    // The worst case: the first process to connect does not know the earlier ids.
    const fresh = await start();
    for (const sandbox of [fresh, one, two]) {
      for (let round = 0; round < 3; round++) await expect.poll(() => create(sandbox)).toBe(200);
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(one.output.stderr).toMatch(/the store has lost data/);
    expect((await call(one, 'GET', '/v1/transactions/1001')).status).toBe(404);
  });

  test('connect over TLS only to a server with a trusted certificate', {
    tags: 'openssl',
    timeout: 180_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    execFileSync(
      programPath('openssl'),
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject],
      { stdio: 'ignore' },
    );
    const port = await freePort();
    await servers.start([
      '--tls-port',
      String(port),
      '--tls-cert-file',
      cert,
      '--tls-key-file',
      key,
      '--tls-ca-cert-file',
      cert,
      '--tls-auth-clients',
      'no',
      '--requirepass',
      SECRET,
    ]);
    const state = `rediss://:${SECRET}@localhost:${port}`;
    const trusting = await startWith({ GATEWAY_STATE: state, NODE_EXTRA_CA_CERTS: cert }, 'sandbox', '--port', '0');
    expect((await call(trusting, 'POST', '/v1/transactions', PIX)).body.id).toBe(1001);
    expectNoSecret([trusting]);
    const { code, stderr } = await cli('sandbox', '--port', '0', '--state', state);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /cannot be used: the connection failed with (?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED\w*)\n$/,
    );
    expect(stderr).toContain('warning: --state: other users of this machine can read its password');
    expect(stderr).not.toContain(SECRET);
    rmSync(folder, { recursive: true, force: true });
  });

  test('leave nothing on the server after --forget', async () => {
    const server: RedisServer = await servers.start();
    await server.command('SET', 'of-somebody-else', '1');
    const state = `${server.address}?prefix=mine`;
    const sandbox = await startWith({ GATEWAY_STATE: state }, 'sandbox', '--port', '0');
    await call(sandbox, 'POST', '/v1/transactions', PIX);
    sandbox.child.kill('SIGTERM');
    await new Promise((ended) => sandbox.child.once('exit', ended));
    expect(await forgetState(`${server.address}?prefix=other`)).toMatch(/^removed 0 keys/);
    expect(await cli('sandbox', '--forget', '--state', state)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^removed \d+ keys under the prefix mine of redis:\/\/127.0.0.1:\d+\n$/),
    });
    expect(await server.command('KEYS', '*')).toEqual(['of-somebody-else']);
    expect(await cli('sandbox', '--forget')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--forget: needs'),
    });
  });
});
