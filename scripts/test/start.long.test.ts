/**
 * `npm start`, its end, and the next commands in one clone, without a pause, as the README suggests them.
 * @module-tag endurance
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { PIX } from '../../sandbox/test/entrances.ts';
import { freePort } from '../../test/free-port.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';

// Below the dependencies that it links to: Astro fails on a component outside the first folder of its root.
const clone = temporaryFolder('clone', resolve('dist'));
const { PATH = '', HOME = '' } = process.env;
/** Without what npm and vitest add. */
const env = { PATH, HOME, CI: 'true' };

// The files of this commit with the changes of the working tree, and its dependencies.
beforeAll(() => {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of list.split('\0').filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(file, join(clone, file));
  }
  mkdirSync(join(clone, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    const isOwn = name.startsWith('payment-gateway-');
    const target = isOwn ? readlinkSync(join('node_modules', name)) : join(process.cwd(), 'node_modules', name);
    if (name === '.bin') cpSync(target, join(clone, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
    // Caches stay out.
    else if (isOwn || !name.startsWith('.')) symlinkSync(target, join(clone, 'node_modules', name), 'junction');
  }
});

/** Runs a command in the clone. Returns its output if it fails. */
const failureOf = (program: string, ...args: string[]) =>
  new Promise<string | undefined>((resolve) => {
    execFile(program, args, { cwd: clone, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve(error ? `${error.message}\n${stdout}${stderr}` : undefined),
    );
  });

/** Returns the command lines of processes in the clone. Only Linux shows them. */
function processesInClone(): string[] {
  if (process.platform !== 'linux') return [];
  const here = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(clone) ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8')] : [];
    } catch {
      return [];
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(here);
}

/** Starts the sandbox, and resolves when it has created a payment. */
async function start(): Promise<{ child: ChildProcess; ended: Promise<unknown>; url: string }> {
  const port = await freePort();
  const child = spawn('npm', ['start', '--', '--port', String(port)], {
    cwd: clone,
    env,
    stdio: 'ignore',
    detached: true,
  });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 'SIGKILL');
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const headers = { authorization: 'Bearer any-token', 'content-type': 'application/json' };
  await expect
    .poll(
      () =>
        fetch(`${url}/v1/transactions`, { method: 'POST', headers, body: JSON.stringify(PIX) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 300_000 },
    )
    .toBe(true);
  return { child, ended, url };
}

test('after a signal to npm start during the docs build, build and tests work at once', async () => {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    const { child, ended, url } = await start();
    expect((await fetch(`${url}/docs/`)).status).toBe(200);
    // The docs are being built.
    await expect.poll(() => readdirSync(join(clone, 'dist'))).toContainEqual(expect.stringMatching(/^build-/));
    child.kill(signal);
    await ended;
    const files = ['core/test/codes/days.test.ts', 'sandbox/test/server/static/serve-file.test.ts'];
    const failures = await Promise.all([failureOf('npm', 'run', 'build'), failureOf('npx', 'vitest', 'run', ...files)]);
    expect(failures, signal).toEqual([undefined, undefined]);
    expect(processesInClone()).toEqual([]);
    expect(readdirSync(join(clone, 'dist')).filter((name) => name.startsWith('build-'))).toEqual([]);
    expect(existsSync(join(clone, 'dist/docs/docs.br'))).toBe(true);
  }
}, 1_800_000);
