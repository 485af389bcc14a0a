import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createSandboxFetch, type SandboxOptions, startSandbox, type VerifyReport } from '../../src/index.ts';
import { setUpSandbox } from '../../src/testing/index.ts';
import { reportOf } from './reports.ts';

const folder = temporaryFolder('calibration');

const REFUND = { key: 'refund-rules', verdict: 'refuted', variants: ['refund-rules=keeps-paid-amount'] };
const REPORT = reportOf([REFUND]);
const VARIED = { 'refund-rules': 'keeps-paid-amount' };

let write: MockInstance<typeof process.stderr.write>;
beforeEach(() => {
  write = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(() => write.mockRestore());

const lines = () => write.mock.calls.map(([text]) => String(text));

async function switchedBy(options: SandboxOptions): Promise<Record<string, string | undefined>> {
  await using sandbox = createSandboxFetch(options);
  return Object.fromEntries((await sandbox.assumptions()).map(({ entry, variant }) => [entry, variant]));
}

describe('a sandbox that starts with a report', () => {
  test('has the variants of the refuted entries, and prints a line for each, also from a file', async () => {
    const file = join(folder, 'report.json');
    // Editors on Windows write a byte order mark.
    writeFileSync(file, `\ufeff${JSON.stringify(REPORT)}`);
    for (const as of [REPORT, file]) {
      write.mockClear();
      expect(await switchedBy({ as })).toEqual(VARIED);
      expect(lines()).toEqual([
        'refund-rules=keeps-paid-amount: A refund, partial or whole, leaves `paid_amount` unchanged.\n',
      ]);
    }
    write.mockClear();
    await switchedBy({ as: REPORT, log: 'silent' });
    expect(lines()).toEqual([]);
  });

  test('has a variant that a finding of another entry or section names', async () => {
    const variants = ['three-d-secure-flow=debit-without-authentication'];
    const debit = { key: 'debit-form', verdict: 'refuted', variants };
    const as = reportOf([debit], [['documented 2.2', 'response-ids=strings']]);
    expect(await switchedBy({ as })).toEqual({
      'response-ids': 'strings',
      'three-d-secure-flow': 'debit-without-authentication',
    });
    expect(lines()).toHaveLength(2);
  });

  test('has a variant that settles nothing, unless the report confirms the entry', async () => {
    const seen = (verdict: string) => reportOf([{ key: 'error-body', verdict, variants: ['error-body=message-only'] }]);
    expect(await switchedBy({ as: seen('consistent') })).toEqual({ 'error-body': 'message-only' });
    write.mockClear();
    expect(await switchedBy({ as: seen('confirmed') })).toEqual({});
    expect(lines()).toEqual([
      'error-body: the report shows message-only, but also confirms the entry; the sandbox still assumes: An error has `errors`, a list of strings.\n',
    ]);
  });

  test('lists the remaining assumptions if the report names no variant, or two of an entry', async () => {
    const variants = ['refused-response=status-402', 'refused-response=status-422'];
    const entries = [
      { key: 'split-whole', verdict: 'refuted' },
      { key: 'list-order', verdict: 'confirmed' },
      { key: 'refused-response', verdict: 'refuted', variants },
    ];
    expect(await switchedBy({ as: reportOf(entries, [['documented 4.5']]) })).toEqual({});
    expect(lines().sort()).toEqual([
      'documented 4.5: the report refutes it; the sandbox still follows the document.\n',
      'refused-response: the report shows status-402 and status-422; the sandbox still assumes: A declined card gets 200 with the status `refused`.\n',
      expect.stringMatching(/^split-whole: the report refutes it; the sandbox still assumes: .+\.\n$/),
    ]);
  });

  test('lets `assume` win', async () => {
    expect(await switchedBy({ as: REPORT, assume: 'refund-rules=refuses-partial,unknown-id=bad-request' })).toEqual({
      'refund-rules': 'refuses-partial',
      'unknown-id': 'bad-request',
    });
    expect(lines()).toEqual(['refund-rules: assume decides, not the report.\n']);
    expect((await switchedBy({ as: REPORT, assume: { 'refund-rules': undefined } }))['refund-rules']).toBe(undefined);
  });

  test('stays so after a reset', async () => {
    await using sandbox = createSandboxFetch({ as: REPORT, log: 'silent' });
    await sandbox.assume({ 'refund-rules': undefined });
    await sandbox.reset();
    expect(await sandbox.assumptions()).toEqual([expect.objectContaining({ variant: 'keeps-paid-amount' })]);
  });
});

describe('setUpSandbox', () => {
  const assumed = setUpSandbox(afterAll, { assume: { 'unknown-id': 'bad-request' }, log: 'silent' });
  const calibrated = setUpSandbox(afterAll, { as: REPORT, log: 'silent' });

  test('takes `assume` and `as`, for every account', async () => {
    for (const [newAccount, entry] of [
      [assumed, 'unknown-id'],
      [calibrated, 'refund-rules'],
    ] as const) {
      const { account, client } = await newAccount();
      expect(await account.assumptions()).toEqual([expect.objectContaining({ entry, uses: 0 })]);
      const { response } = await client.GET('/v1/customers/{id}', { params: { path: { id: 999 } } });
      expect(response.status).toBe(entry === 'unknown-id' ? 400 : 404);
    }
  });

  test('names a wrong one', () => {
    expect(() => setUpSandbox(afterAll, { assume: { 'unknown-id': 'gone' } as never })).toThrow(
      'assume: unknown-id has no variant gone; known are bad-request, empty-object',
    );
    expect(() => setUpSandbox(afterAll, { as: 'missing.json' })).toThrow(/^as: must be a report of verify/);
  });
});

describe('a bad report is refused in one sentence', () => {
  const rejects = async (as: unknown, sentence: RegExp) => {
    const error: Error = await startSandbox({ port: 0, as: as as VerifyReport }).then(
      () => expect.unreachable(),
      (reason) => reason,
    );
    expect(error.message).toMatch(sentence);
    expect(error.message.length).toBeLessThan(800);
    expect(error.message).not.toContain('\n');
  };
  const NO_REPORT = /^as: must be a report of verify, or a file that verify --json wrote and that you may read$/;

  test.each<[string, unknown]>([
    ['a missing file', join(folder, 'missing.json')],
    ['a folder', folder],
    ['a path that no file can have', 'x'.repeat(100_000)],
    ['a path with a zero byte', 'a\0b'],
    ['a device without an end', '/dev/zero'],
    ['an empty text', ''],
    ['null', null],
    ['an object without entries', { ...REPORT, entries: undefined }],
    ['an object without deviations', { ...REPORT, deviations: {} }],
  ])('%s', (_, as) => rejects(as, NO_REPORT));

  test.each(['oops', '{"name":"shop"}', '['.repeat(1_000_000)])('a file with %.20s', async (text) => {
    const file = join(folder, 'other.json');
    writeFileSync(file, text);
    await rejects(file, NO_REPORT);
  });

  const OWN = /^as: must be of payment-gateway-contract \d\S+ about contract \d\S+, /.source;

  test.each<[object, string]>([
    [{ package: 'payment-gateway-contract 9.9.9' }, 'not of payment-gateway-contract 9\\.9\\.9 about .*'],
    [{ contract: '0.0.1' }, 'not of .* about contract 0\\.0\\.1'],
    [{ package: 'x'.repeat(100_000) }, 'not of x{80}'],
    [{ contract: '\n\u001b[31m' }, 'not of .*\\\\u\\{a\\}.*'],
    [{ contract: { toString: 1 } }, 'not of .*'],
  ])('a report of another version of the package or of the contract: %.80j', async (changes, shown) => {
    await rejects({ ...REPORT, ...changes }, new RegExp(`${OWN}${shown}; run verify again$`));
  });

  const NO_ENTRY = /^as: names an entry that is not in the register; run verify again$/;

  test.each<[string, object, RegExp]>([
    ['an unknown entry', { key: 'no-such-entry' }, NO_ENTRY],
    ['an entry without a key', { key: undefined }, NO_ENTRY],
    [
      'an unknown variant',
      { variants: ['refund-rules=doubles'] },
      /^as: refund-rules has no variant doubles; known are /,
    ],
    ['a variant of an unknown entry', { variants: ['__proto__=x'] }, /^as: __proto__ has no variants; known are /],
    ['a variant that is not one', { variants: ['x'.repeat(100_000)] }, /^as: must be entry=variant/],
  ])('%s', (_, changes, sentence) => rejects(reportOf([{ ...REFUND, ...changes }]), sentence));

  test('a million findings about one entry count as one', { tags: 'long' }, async () => {
    const variants = Array(1_000_000).fill('refund-rules=keeps-paid-amount');
    expect(await switchedBy({ as: reportOf([{ ...REFUND, variants }]), log: 'silent' })).toEqual(VARIED);
  });
});
