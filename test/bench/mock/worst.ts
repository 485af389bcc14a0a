/**
 * Measures what a request of 1 MB can cost at most: every body of the generator once, and the hardest ones again. The time is
 * from the first byte sent to the last byte received, over loopback, as another process sees it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type WorstBody, worstBodies } from '../../mock/request/worst-bodies.ts';
import { median } from './load.ts';

/** Just below what the mock takes, with room for what stands around a filling. */
const BYTES = 1024 * 1024 - 1_000;
const SHOWN = 15;
const ROUNDS = 7;

const cli = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));
const child = spawn(process.execPath, [cli, 'mock', '--port', '0', '--log', 'silent'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [url] = (await once(createInterface(child.stdout), 'line')) as [string];

try {
  // What is compiled at the first request for each operation is no part of it.
  for (const small of worstBodies(100)) await time(small);
  const bodies = worstBodies(BYTES);
  const once: { body: WorstBody; milliseconds: number }[] = [];
  for (const body of bodies) once.push({ body, ...(await time(body)) });
  const hardest = once.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, SHOWN);

  const rows: { name: string; milliseconds: number; status: number; size: number }[] = [];
  for (const { body } of hardest) {
    const rounds: Awaited<ReturnType<typeof time>>[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await time(body));
    const milliseconds = median(rounds.map((round) => round.milliseconds));
    const { status = 0, size = 0 } = rounds[0] ?? {};
    rows.push({ name: `${body.operationId}, ${body.name}`, milliseconds, status, size });
  }
  console.log(`Node ${process.version}: ${bodies.length} bodies of 1 MB, the ${SHOWN} hardest (median of ${ROUNDS})\n`);
  console.log('| body | status | response, kB | ms |\n|---|---|---|---|');
  for (const { name, status, size, milliseconds } of rows.sort((a, b) => b.milliseconds - a.milliseconds)) {
    console.log(`| ${name} | ${status} | ${Math.round(size / 1_000)} | ${Math.round(milliseconds)} |`);
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
