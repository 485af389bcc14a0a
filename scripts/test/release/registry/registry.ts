/** A registry on this machine. It fetches missing packages from the registry of npm's configuration. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../../test/free-port.ts';

export interface Registry extends AsyncDisposable {
  /** With a slash at its end. */
  readonly url: string;
  /** Permits to publish. */
  readonly token: string;
}

const PROGRAM = 'scripts/test/release/registry/node_modules/verdaccio/bin/verdaccio';
/** In milliseconds. A busy machine is slow. */
const LONGEST_START = 60_000;

/** Starts a registry on a free port of 127.0.0.1 that keeps all it has in this folder. */
export async function startRegistry(folder: string): Promise<Registry> {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const config = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: { upstream: { url: upstream, maxage: '60m', timeout: '60s' } },
    packages: {
      'payment-gateway-*': { access: '$all', publish: '$authenticated' },
      '**': { access: '$all', proxy: 'upstream' },
    },
    web: { enable: false },
    max_body_size: '50mb',
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  };
  // JSON is YAML, too.
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, [PROGRAM, '--config', join(folder, 'config.yaml'), '--listen', address]);
  const log = createWriteStream(join(folder, 'registry.log'));
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  // A signal ends it, too.
  process.once('exit', () => child.kill());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const url = `http://${address}/`;
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'close');
  };
  const started = Date.now();
  while (!(await fetch(`${url}-/ping`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || Date.now() - started > LONGEST_START) {
      await close();
      throw new Error(`The registry does not start: ${join(folder, 'registry.log')}`);
    }
    await wait(100);
  }
  const response = await fetch(`${url}-/user/org.couchdb.user:maintainer`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'maintainer', password: 'of-the-rehearsal' }),
  });
  const { token } = (await response.json()) as { token: string };
  return { url, token, [Symbol.asyncDispose]: close };
}
