import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asObject, textOf } from '../../../core/src/util/json.js';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { cleanUpRun, exitCode, RunError, type RunOptions, verifyServer } from '../../src/index.js';
import { type DeviatingServer, type ServerOptions, startDeviatingServer } from '../deviating-server.ts';
import { wholeRun } from '../whole-run.ts';

const folder = temporaryFolder('verify-money');
let files = 0;

async function run(server: DeviatingServer, options: Partial<RunOptions> = {}) {
  const createdFile = join(folder, `${files++}.jsonl`);
  const report = await verifyServer({ baseUrl: server.url, ...wholeRun, createdFile, ...options });
  const { outstanding } = report;
  return { report, createdFile, books: await server.books(), outstanding, code: exitCode(report) };
}

/** Cleans up after a run, and returns what the server and the command see. */
async function cleanUp(server: DeviatingServer, createdFile: string) {
  const { outstanding } = await cleanUpRun({ baseUrl: server.url, token: 'any', createdFile });
  return { outstanding, books: await server.books() };
}
const NOTHING_LEFT = { books: [], outstanding: [] };
const UNKNOWN = ['outcome unknown: POST /v1/transactions, which may have charged R$ 1.00'];

const isRefund = ({ path }: { path: string }) => path.endsWith('/refund');
const isCardPayment = ({ method, path, body }: { method: string; path: string; body: unknown }) =>
  method === 'POST' && path === '/v1/transactions' && /_card"/.test(JSON.stringify(body));
/** Expects that money is left at the server, and that the report names every transaction that holds some. */
function expectReported({ outstanding = [], books, code }: Awaited<ReturnType<typeof run>>) {
  expect(books).not.toEqual([]);
  for (const { id } of books) expect(outstanding.join('\n')).toContain(`transaction ${id},`);
  expect(code).toBe(3);
}

/** Pays at the server as somebody else would. */
const pay = (server: DeviatingServer, body: unknown) =>
  fetch(`${server.url}/v1/transactions`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

// Each waits for retries, so all run at once.
describe.concurrent('a run that charges a card', () => {
  test('leaves no money on the card if the server obeys the contract', async () => {
    await using server = await startDeviatingServer();
    expect(await run(server)).toMatchObject({ ...NOTHING_LEFT, code: 0 });
    expect(server.received.filter(isCardPayment).length).toBeGreaterThan(5);
  });

  test('stops charging after a failed refund, reports the charge, and refunds it in a later clean-up', {
    tags: 'long',
  }, async () => {
    let refuses = true;
    const instead: ServerOptions['instead'] = (one) =>
      refuses && isRefund(one) ? { status: 422, body: { errors: ['no refund today'] } } : undefined;
    await using server = await startDeviatingServer({ instead });
    const { books, createdFile, outstanding, code } = await run(server, { refundMs: 100 });
    expect(books).toHaveLength(1);
    expect({ outstanding, code }).toEqual({
      ...{ outstanding: [`still charged: transaction ${books[0]?.id}, R$ 1.00`], code: 3 },
    });
    const first = server.received.findIndex(isRefund);
    expect(server.received.slice(first).filter(isCardPayment)).toEqual([]);
    refuses = false;
    expect(await cleanUp(server, createdFile)).toEqual(NOTHING_LEFT);
  });

  test('counts a pending refund as charged until the gateway shows the refund, and stops charging [S49]', async () => {
    const pending = new Set<string>();
    const isOf = (path: string, id: unknown) => path === `/v1/transactions/${String(id)}`;
    let fails = true;
    await using server = await startDeviatingServer({
      instead: (one) => {
        if (!fails || !isRefund(one)) return undefined;
        pending.add(one.path.replace('/refund', ''));
        return { status: 200, body: { id: 1, status: 'pending_refund' } };
      },
      change: ({ path }, reply) => {
        const show = (value: unknown): unknown =>
          JSON.parse(JSON.stringify(value), (_, one) =>
            one && [...pending].some((path) => isOf(path, one.id)) ? { ...one, status: 'pending_refund' } : one,
          );
        return path.startsWith('/v1/transactions') && fails ? { ...reply, body: show(reply.body) } : undefined;
      },
    });
    const { books, createdFile, outstanding, code } = await run(server, { entry: 'refund-rules', refundMs: 100 });
    expect(books).toHaveLength(1);
    expect({ outstanding, code }).toEqual({
      ...{ outstanding: [`refund still pending: transaction ${books[0]?.id}, R$ 1.00`], code: 3 },
    });
    // The gateway lets the refund fail.
    fails = false;
    expect(await cleanUp(server, createdFile)).toEqual(NOTHING_LEFT);
  });

  test('refunds the rest if the gateway keeps paid_amount after a partial refund, also after an interruption', {
    tags: 'long',
  }, async () => {
    for (const isLost of [false, true]) {
      const controller = new AbortController();
      const isPart = (one: { path: string; body: unknown }) =>
        isRefund(one) && /"amount":\d/.test(JSON.stringify(one.body));
      await using server = await startDeviatingServer({
        change: (one, reply) => {
          const body: unknown = JSON.parse(JSON.stringify(reply.body), (_, value) =>
            value?.status === 'paid' ? { ...value, paid_amount: value.amount } : value,
          );
          if (!isPart(one) || reply.status !== 200 || controller.signal.aborted) return { ...reply, body };
          controller.abort();
          return isLost ? 'reset' : { ...reply, body };
        },
      });
      const ended = await run(server, { entry: 'refund-rules', signal: controller.signal });
      expect(ended, `lost: ${isLost}`).toMatchObject(NOTHING_LEFT);
      expect(controller.signal.aborted).toBe(true);
    }
  });

  test('believes neither a refusal of a charge nor a refund, and looks at the transaction', {
    tags: 'long',
  }, async () => {
    const lies = [
      { status: 422, body: { errors: ['refused'] } },
      { status: 200, body: { id: 77, status: 'refused' } },
    ];
    for (const lie of lies) {
      let charges = 0;
      await using server = await startDeviatingServer({
        change: (one) => (isCardPayment(one) && charges++ === 0 ? lie : undefined),
      });
      const { books } = await run(server, { entry: 'card-kept', refundMs: 100 });
      expect({ charged: charges > 0, books }).toEqual({ charged: true, books: [] });
    }
    await using server = await startDeviatingServer({
      instead: (one) => (isRefund(one) ? { status: 200, body: { id: 1, status: 'refunded' } } : undefined),
    });
    expectReported(await run(server, { entry: 'refund-rules', refundMs: 100 }));
  });

  test('counts a charge whose refund neither a GET nor the list confirms [S49]', { tags: 'long' }, async () => {
    const isGet = ({ method, path }: { method: string; path: string }) =>
      method === 'GET' && path.startsWith('/v1/transactions/');
    for (const status of [404, 500]) {
      await using server = await startDeviatingServer({
        instead(one) {
          if (isRefund(one)) return { status: 200, body: { id: 1, status: 'refunded' } };
          return isGet(one) ? { status, body: {} } : undefined;
        },
      });
      expectReported(await run(server, { entry: 'refund-void', refundMs: 100 }));
    }
  });

  test('refunds no payment of another customer whom the gateway takes for a customer of the run', {
    tags: 'long',
  }, async () => {
    const document = '52998224725';
    const isSame = (value: unknown) => JSON.stringify(value ?? '').includes(document);
    const customers: object[] = [];
    await using server = await startDeviatingServer({
      change: ({ body }, reply) => {
        const { customer = body } = asObject(body);
        if (isSame(customer)) customers.push(asObject(customer));
        const show = (name: string, value: unknown) =>
          name === 'customer' && isSame(value) ? { ...asObject(value), ...customers.at(-1) } : value;
        return { ...reply, body: JSON.parse(JSON.stringify(reply.body), show) };
      },
    });
    const customer = { name: 'Maria', email: 'maria@shop.example', documents: [{ type: 'cpf', number: document }] };
    await pay(server, { amount: 25_000, payment_method: 'credit_card', card: wholeRun.card, customer });
    expect(await run(server)).toMatchObject({ books: [{ amount: 25_000, status: 'paid' }], outstanding: [] });
    expect(customers.length).toBeGreaterThan(2);
  });

  test('neither changes nor removes an older object that the gateway returns instead of a new one', {
    tags: 'long',
  }, async () => {
    const older = { id: 1001, name: 'Maria', email: 'maria@shop.example', external_id: 'maria' };
    const ofOlder = /^\/v1\/(customers|webhooks)\/1001$/;
    await using server = await startDeviatingServer({
      instead({ method, path, body }) {
        if (method === 'POST' && path === '/v1/customers') return { status: 200, body: older };
        if (method === 'POST' && path === '/v1/webhooks' && /^https:/.test(textOf(asObject(body).url)))
          return { status: 200, body: { id: 1001, url: 'https://shop.example/events', events: ['transactions'] } };
        return ofOlder.test(path) ? { status: 200, body: older } : undefined;
      },
    });
    const { outstanding } = await run(server);
    const changes = server.received.filter(({ method, path }) => method !== 'GET' && ofOlder.test(path));
    expect({ changes, outstanding }).toEqual({ changes: [], outstanding: [] });
    expect(server.received.some(({ path }) => path === '/v1/webhooks')).toBe(true);
  });

  test('refunds a charge of a subscription, which only its customer links to the run [S52]', {
    tags: 'long',
  }, async () => {
    let charges = 0;
    await using server = await startDeviatingServer({
      change: async ({ method, path, body }, reply) => {
        if (method !== 'POST' || path !== '/v1/subscriptions' || reply.status >= 300) return undefined;
        const { customer_id } = asObject(body);
        await pay(server, { amount: 100, payment_method: 'credit_card', card: wholeRun.card, customer_id });
        charges++;
        return undefined;
      },
    });
    const { books } = await run(server, { entry: 'subscription-identifiers' });
    expect({ charges: charges > 0, books }).toEqual({ charges: true, books: [] });
    expect(server.received.some(isRefund)).toBe(true);
  });

  test('does not take the charge of a subscription for a charge whose response was lost', {
    tags: 'long',
  }, async () => {
    let customer: unknown;
    let lost: unknown;
    await using server = await startDeviatingServer({
      change: ({ method, path, body }) => {
        if (method === 'POST' && path === '/v1/subscriptions') customer ??= asObject(body).customer_id;
        return undefined;
      },
      instead: async (one) => {
        if (customer === undefined || lost !== undefined || !isCardPayment(one)) return undefined;
        lost = one.body;
        await pay(server, { amount: 100, payment_method: 'credit_card', card: wholeRun.card, customer_id: customer });
        return 'reset';
      },
    });
    expect(await run(server)).toMatchObject({ books: [], outstanding: UNKNOWN, code: 3 });
    expect(lost).toBeDefined();
  });

  test('refunds no older payment whose id the gateway returns for a new charge, and finds its own [S52]', async () => {
    let older = 0;
    await using server = await startDeviatingServer({
      change: (one, reply) =>
        older > 0 && isCardPayment(one) && reply.status < 300
          ? { ...reply, body: { ...asObject(reply.body), id: older } }
          : undefined,
    });
    await pay(server, { amount: 25_000, payment_method: 'credit_card', card: wholeRun.card });
    [{ id: older } = { id: 0 }] = await server.books();
    const ended = await run(server, { entry: 'refund-rules' });
    expect(server.received.filter(({ path }) => path === `/v1/transactions/${older}/refund`)).toEqual([]);
    expect(ended).toMatchObject({ books: [{ id: older }], outstanding: [] });
    expect(server.received.some(isRefund)).toBe(true);
  });

  test('refunds nothing by an id that JSON numbers cannot hold, and reports the charge', { tags: 'long' }, async () => {
    const isOfTransactions = ({ path }: { path: string }) => path.startsWith('/v1/transactions');
    await using server = await startDeviatingServer({
      change: (one, reply) =>
        isOfTransactions(one)
          ? {
              ...reply,
              body: JSON.parse(JSON.stringify(reply.body), (key, value) =>
                key === 'id' && typeof value === 'number' ? value + 2 ** 53 : value,
              ),
            }
          : undefined,
    });
    const { books, outstanding, code } = await run(server, { entry: 'refund-void' });
    expect(books).toHaveLength(1);
    expect(server.received.filter(isRefund)).toEqual([]);
    expect({ outstanding, code }).toEqual({ outstanding: expect.arrayContaining(UNKNOWN), code: 3 });
  });

  test('waits and retries after a 429, even for a refund', { tags: 'long' }, async () => {
    const refused = new Map<string, number>();
    const instead: ServerOptions['instead'] = (one) => {
      const count = (refused.get(one.path) ?? 0) + 1;
      refused.set(one.path, count);
      return isRefund(one) && count === 1
        ? { status: 429, headers: { 'retry-after': '0' }, body: { errors: ['slow down'] } }
        : undefined;
    };
    await using server = await startDeviatingServer({ instead });
    expect(await run(server, { entry: 'refund-rules' })).toMatchObject({ books: [], code: 0 });
    expect([...refused].filter(([path]) => isRefund({ path })).length).toBeGreaterThan(1);
  });

  test('asks no second amount of a server that limits refunds, because each 429 may cost a minute', {
    tags: 'long',
  }, async () => {
    await using server = await startDeviatingServer({
      instead: (one) => (isRefund(one) ? { status: 429, headers: { 'retry-after': '0' }, body: {} } : undefined),
    });
    expectReported(await run(server, { entry: 'refund-void' }));
    const amounts = server.received.filter(isRefund).map(({ body }) => (body as { amount?: number }).amount);
    expect(amounts).not.toContain(undefined);
  });

  // send.test.ts has a response that does not come in time: for a run, it is the same.
  for (const [what, isLost] of [
    ['a charge', isCardPayment],
    ['a refund', isRefund],
  ] as const)
    test(`finds and refunds its charges if ${what} gets no response`, {
      tags: isLost === isCardPayment ? [] : 'long',
    }, async () => {
      let lost = 0;
      await using server = await startDeviatingServer({
        change: (one) => (isLost(one) && lost++ === 0 ? 'reset' : undefined),
      });
      expect(await run(server, { entry: 'refund-rules' })).toMatchObject(NOTHING_LEFT);
      expect(lost).toBeGreaterThan(0);
    });

  test('reports a charge without a response that the list lacks, because the server may carry it out later [S49]', async () => {
    const unsure = [408, 409, 425, 504].map((status) => ({ status, body: '' }));
    for (const how of some(['reset', ...unsure] as const)) {
      let late: unknown;
      await using server = await startDeviatingServer({
        instead: (one) => {
          if (!isCardPayment(one) || late !== undefined) return undefined;
          late = one.body;
          return how;
        },
      });
      const { createdFile, ...ended } = await run(server, { entry: 'refund-rules' });
      expect(ended, JSON.stringify(how)).toMatchObject({ books: [], outstanding: UNKNOWN, code: 3 });
      await pay(server, late);
      expect(await server.books()).toHaveLength(1);
      expect(await cleanUp(server, createdFile)).toEqual(NOTHING_LEFT);
    }
  });

  test('believes a list without the charge in a later clean-up [S49]', { tags: 'long' }, async () => {
    let lost = 0;
    await using server = await startDeviatingServer({
      instead: (one) => (isCardPayment(one) && lost++ === 0 ? 'reset' : undefined),
    });
    const { code, createdFile } = await run(server, { entry: 'refund-rules' });
    expect(code).toBe(3);
    expect(await cleanUp(server, createdFile)).toEqual(NOTHING_LEFT);
  });

  test('finds a charge whose response was lost behind sixty later payments of a busy shop', {
    tags: 'long',
  }, async () => {
    let isOver = false;
    await using server = await startDeviatingServer({
      instead: ({ path }) => (!isOver && path.startsWith('/v1/transactions?') ? { status: 503, body: {} } : undefined),
      change: (one) => (isCardPayment(one) ? 'reset' : undefined),
    });
    const { code, books, createdFile } = await run(server, { entry: 'refund-void' });
    expect({ code, books: books.length }).toEqual({ code: 3, books: 1 });
    isOver = true;
    for (let payment = 0; payment < 60; payment++) await pay(server, { amount: 100, payment_method: 'pix' });
    expect(await cleanUp(server, createdFile)).toEqual(NOTHING_LEFT);
  });

  test('reports the charge if the server stops responding', { tags: 'long' }, async () => {
    let charged = false;
    await using server = await startDeviatingServer({
      instead: () => (charged ? 'reset' : undefined),
      change: (one) => {
        charged ||= isCardPayment(one);
        return undefined;
      },
    });
    expectReported(await run(server));
  });

  test('does not charge if amounts are not in centavos', { tags: 'long' }, async () => {
    const withReais = (body: unknown): unknown =>
      JSON.parse(JSON.stringify(body), (key, value) => (/amount$/.test(key) && value > 0 ? value / 100 : value));
    await using reais = await startDeviatingServer({
      change: (_, reply) => ({ ...reply, body: withReais(reply.body) }),
    });
    const { report } = await run(reais);
    expect(report.entries.find(({ key }) => key === 'amount-centavos')?.verdict).toBe('refuted');
    expect(reais.received.filter(isCardPayment)).toEqual([]);
  });

  test('does not charge if no Pix shows the unit of amounts', async () => {
    await using silent = await startDeviatingServer({
      change: (_, { body, ...reply }) => ({
        ...reply,
        body: JSON.parse(JSON.stringify(body, (key, value) => (key === 'pix_qr_code' ? undefined : value))),
      }),
    });
    const { report } = await run(silent, { entry: 'card-kept' });
    expect(silent.received.filter(isCardPayment)).toEqual([]);
    expect(report.notes.join(' ')).toContain('no Pix of this run has shown that amounts are in centavos');
  });

  test('refunds and reports after an unexpected error, such as a recording that it can no longer write', async () => {
    const records = mkdtempSync(join(folder, 'removed-'));
    await using server = await startDeviatingServer({
      change(one) {
        if (isCardPayment(one)) rmSync(records, { recursive: true, force: true });
        return undefined;
      },
    });
    const ended = await run(server, { entry: 'refund-void', record: join(records, 'run.jsonl') });
    expect(ended).toMatchObject({ ...NOTHING_LEFT, code: 2 });
    expect(ended.report.incomplete).toMatch(/^verify failed: cannot write .*: no such file/);
    expect(server.received.filter(isCardPayment)).toHaveLength(1);
  });

  test('runs the Pix flow first, even for a single entry', { tags: 'long' }, async () => {
    await using server = await startDeviatingServer();
    const { report } = await run(server, { allow: ['money'], entry: 'refund-void' });
    expect(report.entries.map(({ key, verdict }) => [key, verdict])).toEqual([['refund-void', 'confirmed']]);
    expect(
      JSON.stringify(server.received.find(({ method, path }) => method === 'POST' && path === '/v1/transactions')),
    ).toContain('"pix"');
  });

  test('refunds and reports if it is interrupted at any request', async () => {
    await using whole = await startDeviatingServer();
    await run(whole, { entry: 'card-kept' });
    const requests = whole.received.length;
    const places = Array.from({ length: requests - 1 }, (_, index) => index + 1);
    for (const at of some(some(places))) {
      const controller = new AbortController();
      let sent = 0;
      await using server = await startDeviatingServer({
        instead: () => {
          if (++sent === at) controller.abort();
          return undefined;
        },
      });
      const ended = run(server, { entry: 'card-kept', signal: controller.signal });
      if (at === 1) {
        await expect(ended).rejects.toThrow(RunError);
        continue;
      }
      const report = { incomplete: 'the run was interrupted' };
      expect(await ended, `at ${at}`).toMatchObject({ ...NOTHING_LEFT, report });
      expect([1, 2]).toContain((await ended).code);
    }
  });
});
