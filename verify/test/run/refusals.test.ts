import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.js';
import { readContract } from '../../../core/src/contract/document.js';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { cleanUpRun, verifyServer } from '../../src/index.js';
import { beginCreated } from '../../src/run/created.js';
import { createSend } from '../../src/run/send.js';
import { createSpendingGuard, type GuardOptions } from '../../src/run/spending-guard.js';
import { type DeviatingServer, startDeviatingServer } from '../deviating-server.ts';
import { example } from '../exchanges.ts';
import { wholeRun } from '../whole-run.ts';

const folder = temporaryFolder('verify-refusals');
const operations = contractOf(readContract()).operations;
const token = { authorization: 'Bearer token-of-the-merchant' };
let server: DeviatingServer;
let files = 0;
beforeAll(async () => {
  server = await startDeviatingServer();
});
afterAll(() => server[Symbol.asyncDispose]());

function guardWith(options: Partial<GuardOptions> & { fetch?: typeof globalThis.fetch } = {}) {
  const created = beginCreated(join(folder, `${files++}.jsonl`), server.url, 'run');
  const { fetch = globalThis.fetch } = options;
  const guard = createSpendingGuard({
    send: createSend({ fetch, timeoutMs: 60_000 }),
    baseUrl: server.url,
    route: contractOf(readContract()).route,
    allow: new Set<never>(),
    maxAmount: 0,
    created,
    unit: () => 'confirmed',
    stopped: () => undefined,
    refundAll: async () => {},
    ...options,
  });
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = token) =>
    guard({ method, url: `${server.url}${path}`, headers, body, flow: 'flow' });
  return { guard, send, created };
}

/** Returns the requests that the server received while `act` was refused. */
async function gotWhileRefused(act: () => Promise<unknown>, why: string) {
  const before = server.received.length;
  await expect(act()).rejects.toThrow(why);
  return server.received.slice(before);
}

const pix = { amount: 100, payment_method: 'pix' };
const card = example('createTransaction.credit_card.request');
const everything = ['write', 'charge', 'money', 'configure'] as const;
type Reach = (typeof everything)[number];

describe('a run never sends', () => {
  type Case = [
    what: string,
    why: string,
    options: { allow?: readonly Reach[]; maxAmount?: number; created?: undefined },
    request: Parameters<ReturnType<typeof guardWith>['send']>,
  ];
  const pay = (body: object): Case[3] => ['POST', '/v1/transactions', body];
  const writes = { allow: ['write', 'charge'] } as const;
  const all = { allow: everything, maxAmount: 1e9 };

  test.each<Case>([
    ['a write', 'needs --allow write', {}, ['POST', '/v1/plans', { name: 'x' }]],
    ['a charge', 'needs --allow charge', { allow: ['write', 'money', 'configure'] }, pay(pix)],
    ['a card', 'needs --allow money', { allow: ['write', 'charge', 'configure'], maxAmount: 1e6 }, pay(card)],
    ['a card that calls itself a Pix', 'needs --allow money', { allow: ['charge'] }, pay({ ...pix, card: {} })],
    ['a refund', 'needs --allow money', writes, ['POST', '/v1/transactions/1/refund', {}]],
    ['a stored card', 'needs --allow money', writes, ['POST', '/v1/cards', {}]],
    ['a capture', 'needs --allow money', writes, ['POST', '/v1/transactions/1/capture', {}]],
    ['a setting', 'needs --allow configure', { allow: ['write', 'charge', 'money'] }, ['PUT', '/v1/anti-fraud', {}]],
    ['a link to a phone', 'needs --allow configure', writes, ['POST', '/v1/links', { amount: 1, notify: 'whatsapp' }]],
    ['a charge above the maximum', 'exceed the 99 centavos', { ...all, maxAmount: 99 }, pay({ ...card, amount: 100 })],
    ['a card charge without a valid amount', 'no amount that the run can count', all, pay({ ...card, amount: '1' })],
    ['a Pix with a stored card and no amount', 'no amount that', all, pay({ payment_method: 'pix', card_id: 1 })],
    ['a price of others', 'no amount that the run can count', all, ['POST', '/v1/subscriptions', { price_id: 1 }]],
    ['a PUT to an object of others', 'did not create', all, ['PUT', '/v1/plans/201', { name: 'x' }]],
    ['a DELETE of an object of others', 'did not create', all, ['DELETE', '/v1/customers/77']],
    ['a refund of a charge of others', 'did not create', all, ['POST', '/v1/transactions/1002/refund', {}]],
    ['another main acquirer', 'did not create', all, ['PUT', '/v1/acquirers/101/main']],
    ['a request without an id', 'an id in its path is not known', {}, ['GET', '/v1/transactions/']],
    ['a write without a token', 'has no token', all, ['POST', '/v1/plans', { name: 'x' }, {}]],
    ['a request outside the contract', 'no such operation', all, ['DELETE', '/v1/transactions/1']],
    ['a creation without a file', 'no file to note it in', { ...all, created: undefined }, ['POST', '/v1/plans', {}]],
  ])('%s: %s', async (_, why, { allow = [], ...options }, request) => {
    const { send } = guardWith({ ...options, allow: new Set(allow) });
    expect(await gotWhileRefused(() => send(...request), why)).toEqual([]);
  });

  test('more than the plan of its flow, unless it is a refund [S40]', async () => {
    const { guard, send } = guardWith({ allow: new Set(everything), maxAmount: 1_000 });
    const operation = (id: string) => operations.find(({ operationId }) => operationId === id) ?? expect.fail(id);
    const planned = { operation: operation('createTransaction'), reach: 'money', cost: 100 } as const;
    const request = { method: 'POST', url: `${server.url}/v1/transactions`, headers: token, flow: 'flow', planned };
    for (const body of [{ ...card, amount: 101 }, pix])
      expect(await gotWhileRefused(() => guard({ ...request, body }), 'more than the plan')).toEqual([]);
    const { response } = await guard({ ...request, body: { ...card, amount: 100 } });
    const { id } = response.body as { id: number };
    const refund = { ...request, url: `${server.url}/v1/transactions/${id}/refund`, body: {} };
    expect((await guard(refund)).response.status).toBe(200);
    await expect(send('POST', '/v1/plans', { name: 'x' })).resolves.toMatchObject({ response: { status: 200 } });
  });

  test('a request to another address, or over http to another machine [S39]', async () => {
    const fetch = vi.fn();
    const get = (baseUrl: string, url: string) =>
      guardWith({ fetch, baseUrl }).guard({ method: 'GET', url, headers: token });
    await expect(get(server.url, 'https://elsewhere.example/v1/plans')).rejects.toThrow('not below the base address');
    await expect(get('http://10.0.0.1', 'http://10.0.0.1/v1/plans')).rejects.toThrow('over http to another machine');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('the same POST again after an unknown outcome', async () => {
    const reset = vi.fn().mockRejectedValue(new TypeError('reset'));
    const { send, created } = guardWith({ fetch: reset, allow: new Set(everything) });
    await expect(send('POST', '/v1/transactions', pix)).rejects.toThrow('reset');
    await expect(send('POST', '/v1/transactions', pix)).rejects.toThrow('its outcome is unknown');
    const failing = vi.fn().mockResolvedValue(new Response('{}', { status: 502 }));
    const other = guardWith({ fetch: failing, allow: new Set(everything) });
    await other.send('POST', '/v1/plans', { name: 'x' });
    await expect(other.send('POST', '/v1/plans', { name: 'x' })).rejects.toThrow('its outcome is unknown');
    for (const fetch of [reset, failing]) expect(fetch).toHaveBeenCalledOnce();
    expect(created.left()).toMatchObject([{ path: '/v1/transactions', charges: 0, isUnknown: true }]);
  });

  test('a request to an id without an encoding, and it keeps the charge with an unknown outcome', async () => {
    const paid = { id: '\ud800', status: 'paid', amount: 100, customer: { id: '\udfff' } };
    const fetch = async () => new Response(JSON.stringify(paid), { headers: { 'content-type': 'application/json' } });
    const { send, created } = guardWith({ fetch, allow: new Set(everything), maxAmount: 1e6 });
    await send('POST', '/v1/transactions', { ...card, amount: 100, customer: { name: 'x' } });
    expect(created.left()).toMatchObject([{ path: '/v1/transactions', charges: 100, isUnknown: true }]);
  });

  test('a request to the target of a redirect', async () => {
    await using redirecting = await startDeviatingServer({
      instead: () => ({ status: 302, headers: { location: 'https://elsewhere.example/login' }, body: {} }),
    });
    const { guard } = guardWith({ baseUrl: redirecting.url });
    const { response } = await guard({ method: 'GET', url: `${redirecting.url}/v1/links`, headers: token });
    expect(response.status).toBe(302);
    expect(redirecting.received).toHaveLength(1);
  });
});

describe('a run', () => {
  const options = () => ({
    baseUrl: server.url,
    token: 'token-of-the-merchant',
    confirm: async () => true,
    createdFile: join(folder, `run-${files++}.jsonl`),
  });

  test('only reads, unless more is allowed [S37]', async () => {
    const before = server.received.length;
    await verifyServer({ ...options(), confirm: () => Promise.reject(new Error('must not be asked')) });
    const got = server.received.slice(before);
    expect(got.length).toBeGreaterThan(30);
    const safe = ['/v1/customers/find', '/v1/customers/cards', '/v1/cards/brand', '/v1/simulate/tax'];
    expect(got.filter(({ method, path }) => method !== 'GET' && !safe.includes(path))).toEqual([]);
  });

  test('sends nothing if it may not start', async () => {
    const before = server.received.length;
    const money = { allow: ['money'] as const, card: wholeRun.card };
    const cases: [Partial<Parameters<typeof verifyServer>[0]>, RegExp][] = [
      [{ baseUrl: 'http://gateway.example' }, /http goes to this machine only/],
      [{ baseUrl: 'ftp://gateway.example' }, /must begin with https/],
      [{ baseUrl: 'https://user:pass@gateway.example' }, /without a user, a query or a slash/],
      [{ token: '' }, /token: must be one word/],
      [{ ...money, maxAmount: undefined as unknown as number }, /needs --max-amount/],
      [{ ...money, maxAmount: Number.NaN }, /needs --max-amount/],
      [{ allow: ['money'], maxAmount: 1000 }, /needs a card/],
      [{ ...money, maxAmount: 1 }, /more than the 1 of --max-amount/],
      [{ allow: ['write'], confirm: async () => false }, /not confirmed/],
      [{ entry: 'no-such-entry' }, /no flow tests no-such-entry/],
    ];
    for (const [given, why] of cases)
      await expect(verifyServer({ ...options(), ...given }), String(why)).rejects.toThrow(why);
    expect(server.received.slice(before)).toEqual([]);
  });

  test('leaves a list of its resources if it is killed, and the clean-up removes them', async () => {
    const file = join(folder, 'killed.jsonl');
    const { send } = guardWith({ allow: new Set(everything), created: beginCreated(file, server.url, 'run') });
    await send('POST', '/v1/plans', { name: 'x' });
    await send('POST', '/v1/customers', { name: 'x' });
    // Simulate a kill: a creation without a response, and an incomplete line.
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n{"willCreate":"/v1/webhooks"}\n{"crea`);
    await expect(cleanUpRun({ baseUrl: `${server.url}/other`, token: 'x', createdFile: file })).rejects.toThrow(
      'written for another server',
    );
    const before = server.received.length;
    const cleanUp = () => cleanUpRun({ baseUrl: server.url, token: 'x', createdFile: file });
    const { removed, left, outstanding } = await cleanUp();
    expect(removed.map((path) => path.replace(/\d+$/, 'ID'))).toEqual(['/v1/customers/ID', '/v1/plans/ID']);
    expect(left).toEqual(['/v1/webhooks (outcome unknown)']);
    expect(outstanding).toEqual(['outcome unknown: POST /v1/webhooks']);
    expect(server.received.slice(before).map(({ method }) => method)).toEqual([
      'GET', // looks for the registration whose response was lost
      'DELETE',
      'DELETE',
    ]);
    expect(await cleanUp()).toEqual({ removed: [], left, outstanding });
  });

  test.each(some([{ entry: 'card-kept' }, {}]))(
    'does not show its secrets in its report or files: %o',
    async (more) => {
      const secrets = {
        card_number: '5555555555554444',
        card_holder_name: 'MARKED HOLDER',
        card_expiration_date: '0931',
        card_cvv: '9371',
      };
      const given = {
        ...{ ...options(), ...more },
        token: 'marked-token-99',
        allow: ['write', 'charge', 'money'] as const,
        // Fields that are not a card's stay here.
        card: { ...secrets, nickname: 'MARKED NICKNAME' },
        maxAmount: 10_000,
      };
      const before = server.received.length;
      const report = await verifyServer(given);
      const got = JSON.stringify(server.received.slice(before));
      expect(got).toContain('5555555555554444');
      expect(got).toContain('Bearer marked-token-99');
      expect(got).not.toContain('MARKED NICKNAME');
      for (const secret of ['marked-token-99', '5555555555554444', 'MARKED HOLDER', '"9371"']) {
        expect(JSON.stringify(report)).not.toContain(secret);
        expect(readFileSync(given.createdFile, 'utf8')).not.toContain(secret);
      }
    },
  );
});
