import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { cleanUpRun, exitCode, type Report, RunError, type RunOptions, verifyServer } from '../../src/verify/index.js';
import { type DeviatingServer, type ServerOptions, startDeviatingServer } from './deviating-server.ts';
import { wholeRun } from './whole-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'verify-money-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

async function run(server: DeviatingServer, options: Partial<RunOptions> = {}) {
  const createdFile = join(folder, `${files++}.jsonl`);
  const report = await verifyServer({ baseUrl: server.url, ...wholeRun, createdFile, timeoutMs: 10_000, ...options });
  return { report, createdFile, books: await server.books() };
}

const isRefund = ({ path }: { path: string }) => path.endsWith('/refund');
const isCardPayment = ({ method, path, body }: { method: string; path: string; body: unknown }) =>
  method === 'POST' && path === '/v1/transactions' && /_card"/.test(JSON.stringify(body));
/** Returns whether the report names every transaction that still holds money. */
const namesAll = (report: Report, books: readonly { id: number }[]) =>
  books.every(({ id }) => (report.outstanding ?? []).some((line) => line.includes(`transaction ${id},`)));

// Each waits for retries, so all run at once.
describe.concurrent('a run that charges a card', () => {
  test('leaves no money on the card if the server obeys the contract', async () => {
    await using server = await startDeviatingServer();
    const { report, books } = await run(server);
    expect({ books, outstanding: report.outstanding, code: exitCode(report) }).toEqual({
      books: [],
      outstanding: [],
      code: 0,
    });
    expect(server.received.filter(isCardPayment).length).toBeGreaterThan(5);
  });

  test('stops charging after a failed refund, reports the charge, and refunds it in a later clean-up', async () => {
    let refuses = true;
    const instead: ServerOptions['instead'] = (one) =>
      refuses && isRefund(one) ? { status: 422, body: { errors: ['no refund today'] } } : undefined;
    await using server = await startDeviatingServer(undefined, { instead });
    const { report, books, createdFile } = await run(server);
    expect(books).toHaveLength(1);
    expect(namesAll(report, books)).toBe(true);
    expect(report.outstanding).toEqual([`still charged: transaction ${books[0]?.id}, R$ 1.00`]);
    expect(exitCode(report)).toBe(3);
    const first = server.received.findIndex(isRefund);
    expect(server.received.slice(first).filter(isCardPayment)).toEqual([]);
    refuses = false;
    const { outstanding } = await cleanUpRun({ baseUrl: server.url, token: 'any', createdFile });
    expect({ outstanding, books: await server.books() }).toEqual({ outstanding: [], books: [] });
  });

  test('counts a pending refund as charged until the gateway shows the refund, and stops charging', async () => {
    const pending = new Set<string>();
    const isOf = (path: string, id: unknown) => path === `/v1/transactions/${String(id)}`;
    let fails = true;
    await using server = await startDeviatingServer(undefined, {
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
    const { report, books, createdFile } = await run(server, { refundMs: 100 });
    expect(books).toHaveLength(1);
    expect(report.outstanding).toEqual([`refund still pending: transaction ${books[0]?.id}, R$ 1.00`]);
    expect(exitCode(report)).toBe(3);
    // The gateway lets the refund fail.
    fails = false;
    const { outstanding } = await cleanUpRun({ baseUrl: server.url, token: 'any', createdFile });
    expect({ outstanding, books: await server.books() }).toEqual({ outstanding: [], books: [] });
  });

  test('refunds the rest if the gateway keeps paid_amount after a partial refund, also after an interruption', async () => {
    for (const isLost of [false, true]) {
      const controller = new AbortController();
      const isPart = (one: { path: string; body: unknown }) =>
        isRefund(one) && /"amount":\d/.test(JSON.stringify(one.body));
      await using server = await startDeviatingServer(undefined, {
        change: (one, reply) => {
          const body: unknown = JSON.parse(JSON.stringify(reply.body), (_, value) =>
            value?.status === 'paid' ? { ...value, paid_amount: value.amount } : value,
          );
          if (!isPart(one) || reply.status !== 200 || controller.signal.aborted) return { ...reply, body };
          controller.abort();
          return isLost ? 'reset' : { ...reply, body };
        },
      });
      const { report, books } = await run(server, { entry: 'refund-rules', signal: controller.signal });
      expect({ isLost, aborted: controller.signal.aborted, books, outstanding: report.outstanding }).toEqual({
        ...{ isLost, aborted: true, books: [], outstanding: [] },
      });
    }
  });

  test('believes neither a refusal of a charge nor a refund, and looks at the transaction', async () => {
    const lies = [
      { status: 422, body: { errors: ['refused'] } },
      { status: 200, body: { id: 77, status: 'refused' } },
    ];
    for (const lie of lies) {
      let charges = 0;
      await using server = await startDeviatingServer(undefined, {
        change: (one) => (isCardPayment(one) && charges++ === 0 ? lie : undefined),
      });
      const { report, books } = await run(server, { entry: 'card-kept' });
      expect({ charged: charges > 0, books, isReported: namesAll(report, books) }).toEqual({
        ...{ charged: true, books: [], isReported: true },
      });
    }
    await using server = await startDeviatingServer(undefined, {
      instead: (one) => (isRefund(one) ? { status: 200, body: { id: 1, status: 'refunded' } } : undefined),
    });
    const { report, books } = await run(server, { entry: 'refund-rules' });
    expect(books.length).toBeGreaterThan(0);
    expect(namesAll(report, books)).toBe(true);
    expect(exitCode(report)).toBe(3);
  });

  test('waits and retries after a 429, even for a refund', async () => {
    const refused = new Map<string, number>();
    const instead: ServerOptions['instead'] = (one) => {
      const count = (refused.get(one.path) ?? 0) + 1;
      refused.set(one.path, count);
      return isRefund(one) && count === 1
        ? { status: 429, headers: { 'retry-after': '0' }, body: { errors: ['slow down'] } }
        : undefined;
    };
    await using server = await startDeviatingServer(undefined, { instead });
    const { report, books } = await run(server);
    expect({ books, code: exitCode(report) }).toEqual({ books: [], code: 0 });
  });

  test.each([
    ['a charge', isCardPayment],
    ['a refund', isRefund],
  ] as const)('finds and refunds its charges if %s gets no response', async (_, isLost) => {
    for (const how of ['reset', 'hang'] as const) {
      let lost = 0;
      await using server = await startDeviatingServer(undefined, {
        change: (one) => (isLost(one) && lost++ === 0 ? how : undefined),
      });
      const { report, books } = await run(server);
      expect({ how, books, lost: lost > 0, outstanding: report.outstanding }).toEqual({
        ...{ how, books: [], lost: true },
        outstanding: [],
      });
    }
  });

  test('reports the charge if the server stops responding', async () => {
    let charged = false;
    await using server = await startDeviatingServer(undefined, {
      instead: () => (charged ? 'reset' : undefined),
      change: (one) => {
        charged ||= isCardPayment(one);
        return undefined;
      },
    });
    const { report, books } = await run(server);
    expect(books).toHaveLength(1);
    expect(namesAll(report, books)).toBe(true);
    expect(exitCode(report)).toBe(3);
  });

  test('does not charge if amounts are not in centavos, or if no PIX shows the unit', async () => {
    await using reais = await startDeviatingServer('amounts in reais');
    const { report } = await run(reais);
    expect(report.entries.find(({ key }) => key === 'amount-centavos')?.verdict).toBe('refuted');
    expect(reais.received.filter(isCardPayment)).toEqual([]);
    await using silent = await startDeviatingServer(undefined, {
      change: (_, { body, ...reply }) => ({
        ...reply,
        body: JSON.parse(JSON.stringify(body, (key, value) => (key === 'pix_qr_code' ? undefined : value))),
      }),
    });
    const { report: other } = await run(silent);
    expect(silent.received.filter(isCardPayment)).toEqual([]);
    expect(other.notes.join(' ')).toContain('no PIX of this run has shown that amounts are in centavos');
  });

  test('refunds and reports after an unexpected error, such as a recording that it can no longer write', async () => {
    const records = mkdtempSync(join(folder, 'removed-'));
    await using server = await startDeviatingServer(undefined, {
      change(one) {
        if (isCardPayment(one)) rmSync(records, { recursive: true, force: true });
        return undefined;
      },
    });
    const { report, books } = await run(server, { entry: 'refund-void', record: join(records, 'run.jsonl') });
    expect({ books, outstanding: report.outstanding, code: exitCode(report) }).toEqual({
      ...{ books: [], outstanding: [], code: 2 },
    });
    expect(report.incomplete).toMatch(/^verify failed: ENOENT/);
    expect(server.received.filter(isCardPayment)).toHaveLength(1);
  });

  test('runs the PIX flow first, even for a single entry', async () => {
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
    for (let at = 1; at < requests; at += 2) {
      const controller = new AbortController();
      let sent = 0;
      await using server = await startDeviatingServer(undefined, {
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
      const { report, books } = await ended;
      expect({ at, books, outstanding: report.outstanding }).toEqual({ at, books: [], outstanding: [] });
      expect({ at, incomplete: report.incomplete }).toEqual({ at, incomplete: 'the run was interrupted' });
      expect([1, 2]).toContain(exitCode(report));
    }
  });
});
