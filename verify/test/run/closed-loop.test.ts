import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readContract } from '../../../core/src/contract/document.js';
import { asObject, objectAt, stringAt } from '../../../core/src/util/json.js';
import { type SandboxServerOptions, startSandbox } from '../../../sandbox/src/index.js';
import { freePort } from '../../../test/free-port.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { type Report, verifyServer } from '../../src/index.js';
import { afterEvents, wholeRun } from '../whole-run.ts';

const folder = temporaryFolder('verify-closed-loop');

interface Row {
  readonly entry: string;
  readonly name: string;
  /** The evidence that the report refutes; undefined if the variant settles nothing. */
  readonly refutes: string | undefined;
  /** Why a run cannot see the variant. */
  readonly hidden: string | undefined;
}

/** Every variant of the register. */
const ROWS = Object.entries(objectAt(readContract(), 'x-evidence-register')).flatMap(([entry, value]) =>
  Object.entries(objectAt(value, 'variants')).map(([name, variant]): Row => {
    const { observable, refutes = `${stringAt(value, 'level')} ${entry}`, why } = asObject(variant);
    return {
      entry,
      name,
      refutes: refutes === 'nothing' ? undefined : String(refutes),
      hidden: observable === false ? String(why ?? objectAt(value, 'settle').why ?? '') : undefined,
    };
  }),
);
const SEEN = ROWS.filter(({ hidden }) => hidden === undefined);

/** Verifies a sandbox with the flows about an entry. */
async function verified(entry: string, options: SandboxServerOptions): Promise<Report> {
  await using sandbox = await startSandbox({ ...options, port: 0, log: 'silent' });
  // More transactions than the smallest page of a variant.
  await sandbox.populate({ customers: 2, transactions: 12, links: 1, subscriptions: 1 });
  const port = await freePort();
  const receiver = { url: `http://127.0.0.1:${port}/`, port };
  const createdFile = join(folder, `${port}-${Math.random()}.jsonl`);
  return await verifyServer({
    baseUrl: sandbox.url,
    ...wholeRun,
    entry,
    receiver,
    createdFile,
    fetch: afterEvents(sandbox),
    eventsMs: 0,
    refundMs: 2_000,
  });
}

/** The variants that findings name, and the evidence that they refute. */
function shown({ entries, deviations }: Report) {
  const findings = [...deviations, ...entries.flatMap((one) => one.findings)];
  const refuted = findings.filter(({ verdict }) => verdict === 'refuted').map(({ evidence }) => evidence);
  return { variants: [...new Set(findings.flatMap(({ variant }) => variant ?? []))], refuted };
}

describe('a variant', () => {
  for (const row of SEEN) {
    const { entry, name, refutes } = row;
    test.concurrent(`${entry}=${name} is named by a report, and a sandbox starts with it`, {
      tags: row === SEEN[0] ? [] : 'long',
    }, async () => {
      const flows =
        refutes === undefined || refutes.startsWith('documented') ? entry : (refutes.split(' ')[1] ?? entry);
      const first = await verified(flows, { assume: { [entry]: name } });
      expect(shown(first)).toEqual({
        variants: [`${entry}=${name}`],
        refuted: refutes === undefined ? [] : expect.arrayContaining([refutes]),
      });

      await using sandbox = await startSandbox({ port: 0, as: JSON.parse(JSON.stringify(first)), log: 'silent' });
      expect((await sandbox.assumptions()).map((one) => [one.entry, one.variant])).toEqual([[entry, name]]);
    });
  }

  test('that a run cannot see has a reason, and every other variant is tried', () => {
    const hidden = ROWS.filter((row) => row.hidden !== undefined);
    expect(hidden.filter(({ hidden }) => hidden === '')).toEqual([]);
    expect(hidden.length + SEEN.length).toBe(ROWS.length);
    expect(hidden.length).toBeLessThan(SEEN.length);
  });
});

test('the flows name no variant of a sandbox with the assumed behavior', {
  tags: 'long',
}, async () => {
  for (const entry of ['refund-rules', 'list-envelope', 'error-body', 'update-request-fields'])
    expect(shown(await verified(entry, {}))).toEqual({ variants: [], refuted: [] });
});
