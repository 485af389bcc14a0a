import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageFolder } from '../../cli/compiled.ts';
import { attack } from './hostile.ts';

const REQUESTS = 200_000;
/** Milliseconds after which something hangs. */
const LONGEST = 15 * 60_000;
const SEED = process.env.FUZZ_SEED ?? '2026-11-21';

test(`${REQUESTS} hostile requests end neither the mock's process nor its memory`, { timeout: LONGEST }, async () => {
  const args = [
    '--import',
    'ts-blank-space/register',
    '--expose-gc',
    fileURLToPath(new URL('serve-measured.ts', import.meta.url)),
  ];
  const built = pathToFileURL(join(packageFolder, 'dist/src/mock/index.js')).href;
  const child = spawn(process.execPath, [...args, built], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  try {
    let complaints = '';
    child.stderr?.on('data', (text: Buffer) => {
      complaints += text.toString();
    });
    const [url] = (await once(child, 'message')) as [string];
    const memory = async () => {
      // What requests hold that are cut off, or not read to their end, is given back within their time; what leaks is not.
      await sleep(8_000);
      child.send('memory');
      return Number((await once(child, 'message'))[0]);
    };

    // By then the journal is full, and everything compiled that will be.
    const quarter = Math.floor(REQUESTS / 4);
    const statuses = await attack(url, { seed: SEED, from: 0, to: quarter });
    const before = await memory();
    for (const [status, count] of await attack(url, { seed: SEED, from: quarter, to: REQUESTS })) {
      statuses.set(status, (statuses.get(status) ?? 0) + count);
    }
    const after = await memory();

    expect(child.exitCode, complaints).toBe(null);
    expect(complaints).toBe('');
    const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBe(REQUESTS);
    for (const status of [200, 400, 401, 404, 405, 413, 415]) expect(statuses.get(status)).toBeGreaterThan(0);
    expect(statuses.get(500) ?? 0).toBeLessThan(REQUESTS / 100); // asked for by a fault, and by nothing else
    const headers = { authorization: 'Bearer token' };
    expect((await fetch(`${url}/v1/customers/1`, { headers })).status).toBe(200);
    const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
    console.log(`memory ${mebibytes(before)} MiB after ${quarter} requests, ${mebibytes(after)} MiB after ${REQUESTS}`);
    // Some is what the last 1,000 bodies happen to be.
    expect(after).toBeLessThan(before * 1.25 + 8 * 1024 * 1024);
  } finally {
    child.kill('SIGKILL');
  }
});
