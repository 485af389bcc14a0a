/** Interrupts runs that charge a card, and compares their reports with the books of the sandbox behind the server. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUpRun, verifyServer } from '../../src/verify/index.js';
import { main } from '../cli/compiled.ts';
import { type ServerOptions, startDeviatingServer } from './deviating-server.ts';
import { wholeRun } from './whole-run.ts';

const RUNS = Number(process.env.RUNS ?? 20);
const ENTRIES = ['refund-rules', 'capture-rules', 'card-kept', 'refund-void', 'installment-dates', 'debit-form'];
const WAYS = ['signal', 'kill -9', 'reset', 'hang'] as const;

test(`${RUNS} interrupted runs leave no charge that they do not report`, { timeout: RUNS * 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-interrupted-'));
  const sums = { runs: 0, charged: 0, reported: 0, unreported: 0, 'left after --clean-up': 0 };
  for (let run = 0; run < RUNS; run++) {
    const [way = 'signal', entry = ''] = [WAYS[run % WAYS.length], ENTRIES[run % ENTRIES.length]];
    // The first 30 requests contain every charge and refund of these flows. A prime step spreads the interruptions over them.
    const at = 1 + ((run * 7) % 30);
    const createdFile = join(folder, `${run}.jsonl`);
    const controller = new AbortController();
    let requests = 0;
    let isOver = false;
    let interrupt = () => controller.abort();
    const act = (): 'reset' | 'hang' | undefined => {
      if (++requests === at && (way === 'signal' || way === 'kill -9')) interrupt();
      return !isOver && requests >= at && requests < at + 4 && (way === 'reset' || way === 'hang') ? way : undefined;
    };
    // Every second interruption comes after the server acted, so that a response is lost.
    const options: ServerOptions = Math.floor(run / WAYS.length) % 2 === 0 ? { instead: act } : { change: act };
    await using server = await startDeviatingServer(undefined, options);
    const { allow, maxAmount, card, token } = wholeRun;
    let outstanding: readonly string[] = [];
    if (way === 'kill -9') {
      const flags = ['--allow', allow.join(','), '--max-amount', `${maxAmount}`, '--entry', entry, '--yes'];
      const child = spawn(
        process.execPath,
        [main, 'verify', '--base-url', server.url, ...flags, '--created', createdFile],
        { env: { ...process.env, GATEWAY_TOKEN: token, GATEWAY_CARD: JSON.stringify(card) }, stdio: 'ignore' },
      );
      interrupt = () => child.kill('SIGKILL');
      await new Promise((resolve) => child.on('close', resolve));
    } else {
      const report = await verifyServer({
        ...{ baseUrl: server.url, ...wholeRun, entry, createdFile, timeoutMs: 2_000, signal: controller.signal },
      }).catch(() => undefined);
      outstanding = report?.outstanding ?? [];
    }
    isOver = true;
    const charged = await server.books();
    // A killed process reports nothing. The clean-up must manage with its file.
    if (way === 'kill -9') outstanding = charged.map(({ id }) => `transaction ${id},`);
    const isReported = ({ id }: { id: number }) =>
      outstanding.some((line) => line.includes(`transaction ${id},`) || line.includes('outcome unknown'));
    sums.runs++;
    sums.charged += charged.length;
    sums.reported += charged.filter(isReported).length;
    sums.unreported += charged.filter((one) => !isReported(one)).length;
    const cleaned = existsSync(createdFile)
      ? await cleanUpRun({ baseUrl: server.url, token, createdFile })
      : { outstanding: [] };
    const left = await server.books();
    sums['left after --clean-up'] += left.length;
    if (left.length > 0)
      console.log(`run ${run}, ${entry}, ${way} at request ${at}:`, outstanding, cleaned.outstanding);
  }
  rmSync(folder, { recursive: true });
  console.log(sums);
  expect(sums).toMatchObject({ unreported: 0, 'left after --clean-up': 0 });
});
