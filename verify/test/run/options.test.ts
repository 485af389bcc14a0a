import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import {
  acceptDeviations,
  compareReports,
  exitCode,
  judgeExchanges,
  type RunOptions,
  readExchanges,
  verifyServer,
} from '../../src/index.js';
import { rateFor } from '../../src/pace.js';
import { ANOTHER_ENVELOPE, startDeviatingServer } from '../deviating-server.ts';
import { exchange } from '../exchanges.ts';

const folder = temporaryFolder('verify-options');

const page = { data: [], current_page: 1, last_page: 1, per_page: 15, total: 0 };
const refuted = () => judgeExchanges([exchange('GET', '/v1/plans', 200, [])]);

describe('known deviations', () => {
  test('do not fail, and become a note once they are gone', async () => {
    const report = acceptDeviations(await refuted(), '# CI\nlist-envelope # bare arrays\nids-unique\n');
    expect(exitCode(report)).toBe(0);
    expect(report.notes).toEqual(['ids-unique is accepted but was not refuted; remove it from the list.']);
    expect(exitCode(acceptDeviations(await refuted(), ''))).toBe(1);
  });

  test('can be compared with an earlier report', async () => {
    const later = await judgeExchanges([exchange('GET', '/v1/plans', 200, page)]);
    expect(compareReports(await refuted(), later)).toContain('list-envelope: refuted -> confirmed');
    expect(compareReports(later, later)).toEqual([]);
  });
});

describe('a run', () => {
  const options = (baseUrl: string): RunOptions => ({ baseUrl, token: 'any', confirm: async () => true });

  test('sends 50 requests per minute, uses the given rate, or has no limit on this machine', () => {
    const [gateway, local] = ['https://gateway.example', 'http://127.0.0.1:4010'];
    expect([rateFor(gateway), rateFor(gateway, 600)]).toEqual([50, 600]);
    expect([rateFor(local), rateFor(local, 60)]).toEqual([Number.POSITIVE_INFINITY, 60]);
  });

  test.each(['timeoutMs', 'rate', 'eventsMs'])('refuses an invalid %s', async (name) => {
    for (const value of [Number.NaN, -1, Number.POSITIVE_INFINITY])
      await expect(verifyServer({ ...options('http://127.0.0.1:9'), [name]: value })).rejects.toThrow(
        `${name}: must be`,
      );
  });

  test('ends at the first refutation with failFast', async () => {
    await using server = await startDeviatingServer(ANOTHER_ENVELOPE);
    const report = await verifyServer({ ...options(server.url), failFast: true });
    expect(exitCode(report)).toBe(1);
    expect(report.notes[0]).toContain('--fail-fast');
    expect(server.received.length).toBeLessThan(10);
  });

  test('resumes after an interruption and reports on all exchanges', async () => {
    const controller = new AbortController();
    await using server = await startDeviatingServer({
      instead: ({ path }) => {
        if (path.startsWith('/v1/plans')) controller.abort();
        return undefined;
      },
    });
    const record = join(folder, 'first.jsonl');
    const first = await verifyServer({ ...options(server.url), record, signal: controller.signal });
    expect(first.incomplete).toBe('the run was interrupted');
    const lines = readFileSync(record, 'utf8');
    expect(lines).not.toContain('Bearer any');
    expect((await readExchanges(record)).exchanges.at(1)?.step).toBe('list-transactions.listTransactions');
    const before = server.received.length;
    const report = await verifyServer({ ...options(server.url), resume: record });
    const whole = await verifyServer(options(server.url));
    expect(report.incomplete).toBeUndefined();
    const again = server.received.slice(before, before + 3).map(({ path }) => path.split('?')[0]);
    expect(again).toEqual(['/v1/transactions', '/v1/receivers', '/v1/plans']);
    const verdicts = ({ entries }: typeof report) => entries.map(({ key, verdict }) => `${key} ${verdict}`);
    expect(verdicts(report)).toEqual(verdicts(whole));
    writeFileSync(record, '');
  });
});
