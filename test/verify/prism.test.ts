import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { exitCode, type Report, verifyServer } from '../../src/verify/index.js';
import { wholeRun } from './whole-run.ts';

vi.setConfig({ hookTimeout: 120_000 });

/** The entries that Prism refutes, with the reason. Prism returns the first matching example and keeps no state. */
const REFUTED: Readonly<Record<string, string>> = {
  'resource-paths': 'what was deleted is still there, since nothing is deleted',
  'nested-paths': 'as above: the bank account of a receiver',
  'reference-key': 'no key is remembered',
  'update-request-fields': 'an update returns an example, whatever was there before',
  'customer-absent': 'the first example of a PIX has a billing record, whatever was sent',
  'payment-method-values': 'the first example is a PIX, whatever the method was',
  'unknown-id': 'every id exists',
  'wrong-state': 'nothing has a state, and the contract bounds no amount',
  'capture-rules': 'as above: any transaction can be captured',
  'transaction-transitions': 'as above: a refund is followed by the example of a retrieval',
  'security-code-refused': 'every card payment returns the PIX of the first example',
  'metadata-everywhere': 'the metadata of an example is returned, whatever was sent',
  'subscription-charges': 'as above: the metadata of a subscription',
  'pix-expiration': 'the code of the example expires when it expires, whatever was asked for',
  'pix-flow': 'a time that has passed is a time like others',
  'boleto-flow': 'a day that has passed is a day like others',
  'simulation-self': 'the first example is of a fee that the customer bears',
  'split-checked': 'no rule of a split is added up, and every receiver exists',
  'split-whole': 'as above: rules that take less than the whole amount',
  'split-liable': 'as above: no receiver is liable',
  'split-fee': 'as above: no receiver pays the fee',
  'customer-identity': 'there is one customer, that of the examples',
  'webhook-topics': 'an address is a string like others',
  'deletion-effects': 'nothing is removed, since nothing is kept',
  'list-envelope': 'a page is an example, whatever was asked for',
};
const DEVIATIONS: Readonly<Record<string, string>> = {
  'documented 4.2': 'a removed customer is still there, since nothing is removed',
};

const folder = mkdtempSync(join(tmpdir(), 'verify-prism-'));
let report: Report;

beforeAll(async () => {
  report = await verifyServer({
    baseUrl: inject('prismUrl'),
    ...wholeRun,
    createdFile: join(folder, 'created.jsonl'),
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('every flow, run against unmodified Prism', () => {
  test('refutes only entries that need state', () => {
    const refuted = report.entries.filter(({ verdict }) => verdict === 'refuted').map(({ key }) => key);
    expect([...refuted].sort()).toEqual(Object.keys(REFUTED).sort());
    expect(report.deviations.map(({ evidence }) => evidence)).toEqual(Object.keys(DEVIATIONS));
  });

  test('recognizes circular evidence by three marks', () => {
    expect(new Set(report.circular)).toEqual(
      new Set([
        'the server was Prism',
        'the server was on this machine (loopback)',
        "the server returned the contract's own examples",
      ]),
    );
  });

  test('charges the card, because the PIX code of the first example confirms the unit, and reports it as still charged', () => {
    expect(report.notes.join(' ')).not.toContain('no PIX of this run has shown');
    // No refund shows, because every retrieval returns the same paid transaction.
    expect(report.outstanding).toEqual(['still charged: transaction 1002, R$ 159.90']);
    expect(exitCode(report)).toBe(3);
  });
});
