/**
 * Measures the worst-case time of a 1 MB request. It sends every body of the generator at a tenth of the size, then the hardest ones at full size,
 * and prints each result at once. The time runs from the first byte sent to the last byte received, over loopback, from another process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type WorstBody, worstBodies } from '../../../sandbox/test/server/request/worst-bodies.ts';
import { atMost, median } from '../report.ts';

/** Slightly below the sandbox's limit, with room for the fields around the large part. */
const BYTES = 1024 * 1024 - 1_000;
const SHOWN = 30;
const ROUNDS = 3;
const LIMIT_MS = 300;

const cli = fileURLToPath(new URL('../../../sandbox/dist/src/cli/main.js', import.meta.url));
const child = spawn(process.execPath, [cli, 'start', '--port', '0', '--log', 'silent'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [url] = (await once(createInterface(child.stdout), 'line')) as [string];

try {
  // Warm up first, because the first request for each operation compiles its validators.
  for (const small of worstBodies(100)) await time(small);
  const some: { index: number; milliseconds: number }[] = [];
  // Time grows with body size. Bodies with faster growth already stand out at a tenth of the size.
  for (const [index, body] of worstBodies(BYTES / 10).entries()) some.push({ index, ...(await time(body)) });
  const hardest = some.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, SHOWN);

  console.log(`Node ${process.version}: the ${SHOWN} hardest of ${some.length} bodies of 1 MB, median of ${ROUNDS}\n`);
  const bodies = worstBodies(BYTES);
  for (const { index } of hardest) {
    const body = bodies[index] as WorstBody; // the generator returns the same bodies for each size
    const rounds: Awaited<ReturnType<typeof time>>[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await time(body));
    const milliseconds = median(rounds.map((round) => round.milliseconds));
    const [{ status, size } = { status: 0, size: 0 }] = rounds;
    atMost(`${body.operationId}, ${body.name} (${status}, ${Math.round(size / 1_000)} kB), ms`, milliseconds, LIMIT_MS);
  }
} finally {
  child.kill('SIGKILL');
}

async function time({ method, path, body }: WorstBody) {
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  const started = performance.now();
  const response = await fetch(url + path, { method, headers, body });
  const { byteLength: size } = await response.arrayBuffer();
  return { milliseconds: performance.now() - started, status: response.status, size };
}
