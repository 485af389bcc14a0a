/** Measures the milliseconds that the proxy adds to a request on loopback, compared with http-proxy, which judges nothing. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.ts';
import { atMost, machine, median, percentile, table } from '../report.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const REQUESTS = 200;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'bench-proxy-'));
const body = join(folder, 'page.json');
writeFileSync(body, JSON.stringify({ data: [], current_page: 1, last_page: 1, per_page: 15, total: 0 }));

/** Starts a server of the given arguments on a free port, and returns its address. */
async function serve(argumentsOf: (port: number) => readonly string[]) {
  const port = await freePort();
  const child = spawn(process.execPath, argumentsOf(port), { stdio: ['ignore', 'ignore', 'inherit'] });
  process.once('exit', () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${url}/v1/plans`).then(Boolean, () => false);
  while (!(await isReady())) await sleep(20);
  return url;
}

const target = await serve((port) => [...process.execArgv, here('../servers/serve-bare.ts'), `${port}`, body]);
const command = here('../../../verify/dist/src/cli/main.js');
const urls = {
  direct: target,
  'http-proxy': await serve((port) => [here('serve-peer.mjs'), `${port}`, target]),
  'payment-gateway-verify proxy': await serve((port) => [command, 'proxy', '--target', target, '--port', `${port}`]),
};

const agent = new Agent({ keepAlive: true });
async function latency(url: string): Promise<number> {
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const call = request(`${url}/v1/plans`, { agent, headers: { authorization: 'Bearer token' } }, (response) => {
      response.resume().once('end', resolve);
    });
    call.once('error', reject).end();
  });
  return performance.now() - started;
}

const times = new Map<string, number[]>();
for (let round = 0; round <= ROUNDS; round++)
  for (const [name, url] of Object.entries(urls)) {
    const all: number[] = [];
    for (let at = 0; at < REQUESTS; at++) all.push(await latency(url));
    // The first round is the warm-up.
    if (round > 0) times.set(name, [...(times.get(name) ?? []), ...all]);
  }
agent.destroy();
rmSync(folder, { recursive: true });

const at = (name: keyof typeof urls) => median(times.get(name) ?? []);
console.log(`${machine}, ${ROUNDS} rounds of ${REQUESTS} requests, one after the other`);
table('A request over loopback', [
  ['', 'median, ms', 'p99, ms', 'times direct'],
  ...[...times].map(([name, all]) => [
    name,
    median(all).toFixed(3),
    percentile(all, 0.99).toFixed(2),
    (median(all) / at('direct')).toFixed(2),
  ]),
]);
const added = at('payment-gateway-verify proxy') - at('direct');
atMost('Added by the proxy, ms median', added, 2, `http-proxy adds ${(at('http-proxy') - at('direct')).toFixed(2)}`);
process.exit();
