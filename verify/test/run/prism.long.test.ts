import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { exitCode, type Report, verifyServer } from '../../src/index.js';
import { wholeRun } from '../whole-run.ts';

/** Statements that only a server with state can meet. Prism returns the first matching example. */
const NEED_STATE = ['deletion-effects', 'reference-key', 'unknown-id', 'update-request-fields', 'wrong-state'];
/** Statements about form alone, which every example meets. */
const NEED_NO_STATE = ['card-shape', 'error-body', 'link-shape', 'transaction-path', 'webhook-list-path'];

const folder = temporaryFolder('verify-prism');
let report: Report;

beforeAll(async () => {
  report = await verifyServer({
    baseUrl: inject('prismUrl'),
    ...wholeRun,
    createdFile: join(folder, 'created.jsonl'),
  });
});

describe('every flow, run against unmodified Prism', () => {
  test('refutes only entries that need state', () => {
    const refuted = report.entries.filter(({ verdict }) => verdict === 'refuted').map(({ key }) => key);
    expect(refuted).toEqual(expect.arrayContaining(NEED_STATE));
    expect(refuted.filter((key) => NEED_NO_STATE.includes(key))).toEqual([]);
    expect(report.deviations).toEqual([]);
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

  test('charges the card, because the Pix code of the first example confirms the unit, and reports it as still charged', () => {
    expect(report.notes.join(' ')).not.toContain('no Pix of this run has shown');
    // No refund shows, because every retrieval returns the same paid transaction.
    expect(report.outstanding).toEqual(['still charged: transaction 1002, R$ 159.90']);
    expect(exitCode(report)).toBe(3);
  });
});
