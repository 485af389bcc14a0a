import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WebhookEventName } from '../../../../src/webhooks/index.js';
import { createSandboxFetch } from '../../../src/index.js';
import type { RecordedRequest } from '../../../src/server/index.js';
import { createActivityLog, createLog, prettyLine } from '../../../src/server/journal/log.js';
import { ENTRY } from './journaled-request.js';

const collect = (lines: string[]) =>
  ({ write: (line: string) => lines.push(line) > 0 }) as unknown as typeof process.stderr;

describe('a line of the log', () => {
  const request: RecordedRequest = {
    time: '2026-11-20T13:05:41.482Z',
    method: 'POST',
    path: '/v1/transactions',
    operationId: 'createTransaction',
    params: {},
    query: {},
    headers: {},
    body: undefined,
    response: undefined,
    status: 200,
    errors: [],
    warnings: [],
    planned: undefined,
    evidence: 'documented 4.5',
    duration: 1.234,
  };

  test('has aligned columns: time, method, path, status, duration, object and payment method', () => {
    const subject = [1001, 'pix'];
    expect(prettyLine({ ...request, subject })).toBe(
      '13:05:41  POST    /v1/transactions                        200      1.2 ms  1001  pix',
    );
    const retrieved = { ...request, method: 'GET', operationId: 'retrieveTransaction', duration: 123.456, subject };
    expect(prettyLine(retrieved)).toBe(
      '13:05:41  GET     /v1/transactions/{id}                   200    123.5 ms  1001  pix',
    );
  });

  test('shows only the object of a real response', async () => {
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    await using sandbox = createSandboxFetch({ log: 'pretty' });
    const body = JSON.stringify({ amount: 100, payment_method: 'pix', reference_key: 'private-order-1003-1' });
    const headers = { authorization: 'Bearer any-token', 'content-type': 'application/json' };
    await sandbox('http://sandbox.test/v1/transactions', { method: 'POST', headers, body });
    vi.restoreAllMocks();
    expect(lines.join('')).toMatch(/POST +\/v1\/transactions +200 +[\d.]+ ms {2}\d+ {2}pix\n$/);
    expect(lines.join('')).not.toContain('private');
  });

  test('shows the evidence only in the verbose log', () => {
    expect(prettyLine(request)).not.toContain('documented');
    expect(prettyLine(request, {}, true)).toMatch(/1\.2 ms {2}documented 4\.5$/);
  });

  test('shows the error message', () => {
    const refused = { ...request, status: 400, errors: ['amount: is required', 'payment_method: is required'] };
    expect(prettyLine(refused)).toMatch(/ 400 .* amount: is required \(and 1 more\)$/);
    expect(prettyLine({ ...request, status: 0 })).toMatch(/\/v1\/transactions +lost /);
    expect(prettyLine({ ...request, operationId: undefined, evidence: undefined, status: 404 })).toMatch(
      /^13:05:41 {2}POST {4}\(no operation\) +404 +1\.2 ms$/,
    );
    expect(prettyLine({ ...request, operationId: 'myOperation' })).toContain('  myOperation  ');
  });

  test('has colors in a terminal that shows them', () => {
    expect(prettyLine(request, { isTTY: true, hasColors: () => true })).toContain('\u001b[32m200 \u001b[0m');
    for (const output of [{}, { isTTY: true, hasColors: () => false }, { isTTY: false, hasColors: () => true }])
      expect(prettyLine(request, output)).not.toContain('\u001b');
  });

  describe('in a terminal', () => {
    const terminal = (columns: number) => ({ isTTY: true, columns, hasColors: () => true });
    const plain = (text: string) => stripVTControlCharacters(text).split('\n');

    test('has one line of 80 characters for a request, with a long path cut in its middle', () => {
      const subject = [1001, 'credit_card'];
      const status = { ...request, operationId: 'updateReceiverBankAccountStatus', method: 'PATCH', subject };
      expect(plain(prettyLine(status, terminal(80)))).toEqual([
        '13:05:41  PATCH   /v1/receivers…t_id}/status  200      1.2 ms  1001  credit_card',
      ]);
    });

    test('has what does not fit below, also the reason of a failed delivery', () => {
      const errors = ['payment_method: must be one of credit_card, debit_card, pix, boleto; did you mean pix?'];
      const warnings = ['descripton: is not known, and it is a long name indeed; did you mean descriptor?'];
      expect(plain(prettyLine({ ...request, status: 400, errors, warnings }, terminal(80)))).toEqual([
        '13:05:41  POST    /v1/transactions            400      1.2 ms',
        '          payment_method: must be one of credit_card, debit_card, pix, boleto;',
        '          did you mean pix?',
        '          warning descripton: is not known, and it is a long name indeed; did',
        '                  you mean descriptor?',
      ]);
      const lines: string[] = [];
      const log = createActivityLog('pretty', { ...terminal(80), write: (line) => lines.push(line) });
      const about = 'http://127.0.0.1:3000/a/long/path/of/a/receiver/of/events';
      const result: WebhookEventName = 'transaction.status_changed';
      log({ what: 'event', about, status: 'no server listens there (ECONNREFUSED)', duration: 6, result });
      log({ what: 'event', about: 'http://127.0.0.1:3000/hook', status: 200, duration: 1.4, result });
      log({ what: 'act', about: `assume ${'response-ids=strings,'.repeat(3)} status-meanings=processing-first` });
      const [event = '', ...others] = plain(lines.join(''));
      expect(event.replace(result, 'NAME')).toMatch(/^[\d:]{8} {2}EVENT {3}NAME {2}fail {5}6\.0 ms$/);
      expect(others.slice(0, 2)).toEqual([
        '          no server listens there (ECONNREFUSED)',
        '          http://127.0.0.1:3000/a/long/path/of/a/receiver/of/events',
      ]);
      expect(others[2]?.replace(result, 'NAME')).toMatch(/NAME {2}200 {6}1\.4 ms {2}http:\/\/1…000\/hook$/);
      expect(others[2]?.length).toBeLessThanOrEqual(80);
      expect(others.join(' ')).toContain('status-meanings=processing-first');
    });

    test('fits any width', () => {
      const errors = ['payment_method: must be one of credit_card, debit_card, pix, boleto'];
      for (const columns of [0, 1, 20, 40, 60, 79, 80, 100, 200]) {
        const lines = plain(prettyLine({ ...request, status: 400, errors, subject: [1001, 'pix'] }, terminal(columns)));
        if (columns >= 60) expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
        expect(lines.join(' ')).toContain('400');
      }
    });
  });
});

describe('the log of warnings', () => {
  afterEach(() => vi.restoreAllMocks());

  const list = (fetch: typeof globalThis.fetch, query: string) =>
    fetch(`http://sandbox.test/v1/transactions?${query}`, { headers: { authorization: 'Bearer any-token' } });

  test('is the default in code: one line on standard error per kind, with the fix', async () => {
    const lines: string[] = [];
    // A separate stream: other tests of this process may have shown the most kinds that one stream gets.
    vi.spyOn(process, 'stderr', 'get').mockReturnValue(collect(lines));
    await using sandbox = createSandboxFetch();
    for (const status of ['paid', 'refused']) await list(sandbox, `paeg=${status}`);
    await list(sandbox, 'per_page=10');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^payment-gateway: warning: listTransactions: .*paeg.* is not known.*refuseWarnings: true refuses such a request.*\n$/,
    );
    expect(lines.join('')).not.toContain('paid');
  });

  test('prints nothing if the log is silent', async () => {
    const lines: string[] = [];
    vi.spyOn(process, 'stderr', 'get').mockReturnValue(collect(lines));
    await using sandbox = createSandboxFetch({ log: 'silent' });
    await list(sandbox, 'paeg=1');
    expect(lines).toEqual([]);
  });

  test('shows a limited number of kinds, because field names come from requests', () => {
    const lines: string[] = [];
    const log = createLog('warnings', collect(lines));
    for (let from = 0; from < 26 ** 2; from++) {
      const field = String.fromCharCode(97 + (from % 26), 97 + Math.floor(from / 26));
      log({ ...ENTRY, warnings: [`${field}: is not known`] });
    }
    expect(lines).toHaveLength(100);
  });
});
