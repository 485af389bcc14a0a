/**
 * Runs the services of the compose file without a container engine: their commands, environments, health checks and the balancer's configuration, as
 * local processes. Names of services become ports of 127.0.0.1; everything else is unchanged.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { PIX, send } from '../../sandbox/test/entrances.ts';
import { buildPages } from '../../scripts/pages/build.ts';
import { commandLine, packageFolder } from '../cli/compiled.ts';
import { freePort } from '../free-port.ts';
import { programPath } from '../programs.ts';

interface Service {
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
}

describe('the services of the compose file', { tags: ['redis', 'nginx'] }, () => {
  const compose = parse(readFileSync('.docker/compose.yaml', 'utf8')) as {
    readonly services: Readonly<Record<'one' | 'two' | 'valkey' | 'balancer', Service>>;
    readonly configs: { readonly balancer: { readonly content: string } };
  };
  const { services } = compose;
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  const processes = new Map<string, ChildProcess>();
  const output: string[] = [];
  let ports: Readonly<Record<keyof typeof services, number>>;
  const balancer = () => ({ url: `http://127.0.0.1:${ports.balancer}`, fetch });
  const directly = (name: 'one' | 'two') => ({ url: `http://127.0.0.1:${ports[name]}`, fetch });

  /** As Compose reads it: a variable that is not set has its default, `$$` is a `$`. */
  const substituted = (text: string): string =>
    text.replace(/\$\{(\w+):-([^}]*)\}/g, (_, _name, otherwise) => otherwise).replaceAll('$$', '$');

  function run(
    name: string,
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): void {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(`${name}: ${text}`));
    processes.set(name, child);
  }

  function runSandbox(name: 'one' | 'two'): void {
    const { entrypoint = [], command = [], environment = {} } = services[name];
    const [node, file, ...args] = [...entrypoint, ...command].map((word) =>
      word
        .replace('0.0.0.0', '127.0.0.1')
        .replace(/^4010$/, String(ports[name]))
        .replace(':4010', `:${ports.balancer}`),
    );
    expect([node, file]).toEqual(['node', 'node_modules/payment-gateway-sandbox/dist/src/cli/main.js']);
    const env = Object.entries(environment).map(([variable, value]) => [
      variable,
      substituted(value).replace('valkey:6379', `127.0.0.1:${ports.valkey}`),
    ]);
    run(name, process.execPath, commandLine(...args), Object.fromEntries(env));
  }

  /** Returns the result of the service's own health check. */
  async function isHealthy(name: 'one' | 'two' | 'valkey'): Promise<boolean> {
    const [kind, command = '', ...args] = services[name].healthcheck?.test ?? [];
    expect(kind).toBe('CMD');
    const given = args.map((word) => word.replace(':4010', `:${ports[name]}`));
    const [program, before] =
      name === 'valkey'
        ? [programPath('redis').replace(/server$/, 'cli'), ['-p', String(ports.valkey)]]
        : [process.execPath, [] as string[]];
    expect(command).toBe(name === 'valkey' ? 'valkey-cli' : 'node');
    return promisify(execFile)(program, [...before, ...given]).then(
      () => true,
      () => false,
    );
  }

  beforeAll(async () => {
    await buildPages(join(packageFolder, '../payment-gateway-sandbox/dist/pages'));
    ports = { one: await freePort(), two: await freePort(), valkey: await freePort(), balancer: await freePort() };
    const [name, ...args] = services.valkey.command ?? [];
    expect(name).toBe('valkey-server');
    mkdirSync(join(folder, 'data'));
    run('valkey', programPath('redis'), [
      ...args,
      '--bind',
      '127.0.0.1',
      '--port',
      String(ports.valkey),
      '--dir',
      join(folder, 'data'),
    ]);
    await vi.waitUntil(() => isHealthy('valkey'), { interval: 300, timeout: 30_000 });
    for (const sandbox of ['one', 'two'] as const) runSandbox(sandbox);
    for (const sandbox of ['one', 'two'] as const) {
      await vi.waitUntil(() => isHealthy(sandbox), { interval: 300, timeout: 30_000 });
    }
    const [published] = services.balancer.ports ?? [];
    expect(published).toBe('127.0.0.1:4010:8080');
    // nginx drops its rights, and may need a file for a large body.
    chmodSync(folder, 0o777);
    const content = substituted(compose.configs.balancer.content)
      .replaceAll(/\b(one|two):4010\b/g, (_, service: 'one' | 'two') => `127.0.0.1:${ports[service]}`)
      .replace('listen 8080;', `listen 127.0.0.1:${ports.balancer};`);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (what) => `${what}_temp_path ${folder}/${what};`,
    );
    const whole = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${places.join(' ')} ${content} }`;
    writeFileSync(join(folder, 'nginx.conf'), whole);
    run('balancer', programPath('nginx'), ['-p', folder, '-c', join(folder, 'nginx.conf')]);
    await vi.waitUntil(() => listens(ports.balancer), { interval: 300, timeout: 30_000 });
  }, 90_000);
  afterAll(async () => {
    for (const child of processes.values()) child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const child of processes.values()) if (child.exitCode === null) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test('share the requests of one address, and are one gateway', async () => {
    const created = await Promise.all(
      Array.from({ length: 20 }, () => send(balancer(), 'POST', '/v1/transactions', PIX)),
    );
    expect(created.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(20);
    for (const name of ['one', 'two'] as const) {
      expect((await send(directly(name), 'GET', '/v1/transactions')).body.total).toBe(20);
      expect((await send(directly(name), 'GET', '/_sandbox/requests')).body.total).toBeGreaterThan(5);
    }
  });

  test('have their console, its stream, pages and a snapshot behind it', async () => {
    const console = await fetch(`${balancer().url}/_sandbox/`);
    expect([console.status, console.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    const stop = new AbortController();
    const stream = await fetch(`${balancer().url}/_sandbox/stream`, { signal: stop.signal });
    const told: string[] = [];
    const reading = (async () => {
      for await (const piece of (stream.body ?? []) as unknown as AsyncIterable<Uint8Array>)
        told.push(new TextDecoder().decode(piece));
    })().catch(() => {});
    await expect.poll(() => told.join('')).toContain('event: change');
    stop.abort();
    await reading;
    const link = (await send(balancer(), 'POST', '/v1/links', { amount: 4990 })).body;
    expect(link.url).toMatch(`${balancer().url}/_sandbox/pay/`);
    expect((await fetch(link.url)).status).toBe(200);
    const saved = await send(balancer(), 'GET', '/_sandbox/snapshot');
    // Larger than the bodies that nginx accepts by default.
    const body = JSON.stringify(saved.body) + ' '.repeat(1_100_000);
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
    const restored = await fetch(`${balancer().url}/_sandbox/snapshot`, { method: 'PUT', headers, body });
    expect(restored.status, await restored.text()).toBe(204);
  });

  test('keep working when one is killed, and use it again later', { timeout: 90_000 }, async () => {
    const { total } = (await send(balancer(), 'GET', '/v1/transactions')).body;
    processes.get('one')?.kill('SIGKILL');
    expect(await isHealthy('one')).toBe(false);
    // What changes nothing is sent to the other one; a POST is not, and may get a 502 until the balancer knows.
    for (let index = 0; index < 10; index++)
      expect((await send(balancer(), 'GET', '/v1/transactions')).status).toBe(200);
    expect((await fetch(`${balancer().url}/_sandbox/`)).status).toBe(200);
    const created = await Promise.all(
      Array.from({ length: 20 }, async () =>
        fetch(`${balancer().url}/v1/transactions`, {
          method: 'POST',
          headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
          body: JSON.stringify(PIX),
        }).then(({ status }) => status),
      ),
    );
    const made = created.filter((status) => status === 200).length;
    expect(made).toBeGreaterThan(10);
    expect(created.filter((status) => status !== 200 && status !== 502)).toEqual([]);
    expect((await send(directly('two'), 'GET', '/v1/transactions')).body.total).toBe(total + made);
    runSandbox('one');
    await expect.poll(() => isHealthy('one'), { timeout: 30_000, interval: 500 }).toBe(true);
    const requests = async () =>
      (await send(directly('one'), 'GET', '/_sandbox/requests?operation_id=listTransactions')).body.total;
    await expect
      .poll(
        async () => {
          await send(balancer(), 'GET', '/v1/transactions');
          return requests();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    expect(output.join('')).not.toMatch(/emerg|ReferenceError|TypeError/);
  });
});

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
