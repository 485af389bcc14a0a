import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxServer, startSandbox } from '../../../sandbox/src/index.js';
import { freePort } from '../../../test/free-port.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { type Report, verifyServer } from '../../src/index.js';
import { readJudgedContract } from '../../src/judge/index.js';
import { afterEvents, wholeRun } from '../whole-run.ts';

// The run sends hundreds of requests, which takes long on a busy machine.
const folder = temporaryFolder('verify-sandbox');
let sandbox: SandboxServer;
let report: Report;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, log: 'silent' });
  await sandbox.populate({ customers: 2, transactions: 8, links: 1, subscriptions: 1 });
  const port = await freePort();
  let failed = false;
  report = await verifyServer({
    baseUrl: sandbox.url,
    ...wholeRun,
    receiver: { url: `http://127.0.0.1:${port}/`, port },
    createdFile: join(folder, 'created.jsonl'),
    eventsMs: 0,
    // Failures are random, so force one.
    fetch: async (input, init) => {
      if (!failed && String(input).includes('/v1/customers?') && new Headers(init?.headers).has('authorization')) {
        failed = true;
        await sandbox.failNext('listCustomers', { fault: 500 });
      }
      return afterEvents(sandbox)(input, init);
    },
  });
});
afterAll(() => sandbox.close());

describe('every flow, run against the sandbox with every permission', () => {
  test('leads to no refutations or discoveries', () => {
    const refuted = report.entries.filter(({ verdict }) => verdict === 'refuted');
    expect(refuted.map(({ key, reason }) => `${key}: ${reason}`)).toEqual([]);
    expect(report.deviations).toEqual([]);
    expect(report.discoveries).toEqual([]);
  });

  test('confirms every entry that is not left to a person or to chance', () => {
    const open = report.entries.filter(
      ({ settle, verdict }) => settle.by !== 'person' && settle.route !== 'chance' && verdict !== 'confirmed',
    );
    const echoed = [...readJudgedContract().register.values()].filter(({ settle }) => settle.echoes);
    const adviceOn = (key: string, settle: { by: string }) =>
      settle.by === 'schema' || echoed.some((entry) => entry.key === key)
        ? 'no response of the run had its fields; send them in a flow of verify/src/flows, return them in the sandbox, and name the entry beside each `$ref` to a shared field'
        : `call ledger.confirm('${key}', …) in the check of verify/src/checks that sees its responses`;
    expect(open.map(({ key, verdict, settle }) => `${key} is ${verdict}: ${adviceOn(key, settle)}`)).toEqual([]);
    expect(report.summary.confirmed).toBeGreaterThan(60);
  });

  test('confirms only some parts of an entry that needs a buyer', () => {
    // The other parts need a buyer who pays, or several days without a payment.
    const parts = (key: string) => report.entries.find((entry) => entry.key === key);
    expect(parts('pix-flow')).toMatchObject({ verdict: 'consistent', confirmed: 2, of: 4 });
    expect(parts('boleto-flow')).toMatchObject({ verdict: 'consistent', confirmed: 4, of: 6 });
    expect(parts('refund-rules')).toMatchObject({ verdict: 'consistent', confirmed: 6, of: 8 });
  });

  test('is not evidence, because the sandbox only knows the contract', () => {
    expect(report.circular).toEqual([
      'the server was on this machine (loopback)',
      'the server was the sandbox of this project',
    ]);
  });

  test('removes every removable resource, and lists the rest', () => {
    const removable = report.leftBehind.filter((path) =>
      /^\/v1\/(plans|prices|subscriptions|webhooks|receivers)/.test(path),
    );
    expect(removable).toEqual([]);
    expect(report.leftBehind).toContainEqual(expect.stringMatching(/^\/v1\/transactions\/\d+$/));
    expect(report.leftBehind).toContainEqual(expect.stringMatching(/^\/v1\/customers\/\d+ \(of a transaction\)$/));
  });
});

test.each([
  ['two months ahead', undefined, { days: 61 }],
  ['years behind', '2025-01-10T12:00:00Z', undefined],
])('a sandbox whose clock is %s refutes nothing about dates', { tags: 'long' }, async (name, clock, ahead) => {
  await using other = await startSandbox({ port: 0, log: 'silent', clock });
  if (ahead) await other.clock.advance(ahead);
  const { entries } = await verifyServer({
    ...{ baseUrl: other.url, ...wholeRun, allow: ['write', 'charge'], maxAmount: 0 },
    createdFile: join(folder, `${name}.created.jsonl`),
  });
  expect(entries.filter(({ verdict }) => verdict === 'refuted').map(({ key, reason }) => `${key}: ${reason}`)).toEqual(
    [],
  );
  // The sandbox refuses a due date in the past.
  expect(entries.find(({ key }) => key === 'boleto-form')?.verdict).toBe('confirmed');
});
