/** Ends runs that charge a card in every way that a process can end, and compares with the books of the server. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { commandLine } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { inTerminal } from '../../../test/cli/terminal.ts';
import { freePort } from '../../../test/free-port.ts';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { type DeviatingServer, type Received, type ServerOptions, startDeviatingServer } from '../deviating-server.ts';
import { wholeRun } from '../whole-run.ts';

const folder = temporaryFolder('verify-interruption');
let files = 0;

const isCharge = ({ method, path, body }: Received) =>
  method === 'POST' && path === '/v1/transactions' && /_card"/.test(JSON.stringify(body));

const ENV = { ...process.env, PAYMENT_GATEWAY_TOKEN: 'token', PAYMENT_GATEWAY_CARD: JSON.stringify(wholeRun.card) };
const preloaded = (module: string) => ({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(module)}` });

/** Starts a program, and resolves to its exit code and its output. `act` gets its process. */
async function start(
  [program = '', ...args]: readonly string[],
  env = {},
  act: (child: ChildProcess) => unknown = () => {},
) {
  const child = spawn(program, args, { env: { ...ENV, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  act(child);
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, ...output };
}
const verify = ({ url }: DeviatingServer, ...options: readonly string[]) => [
  process.execPath,
  ...commandLine('verify'),
  '--url',
  url,
  ...options,
];
const money = (entry: string, created: string) =>
  `--allow money,write --max-amount 10000 --entry ${entry} --yes --created`.split(' ').concat(created);

/** A module that makes the process fail or exit when it gets SIGWINCH, as a mistake in a dependency could. */
const failing = (statement: string) => `process.once('SIGWINCH', () => { ${statement} });`;

/** Runs verify against a server, and calls `act` with the process when the first charge arrived. */
async function run(act: (child: ChildProcess) => void, { preload = '', charge = 'passes' } = {}) {
  let child: ChildProcess | undefined;
  const change: ServerOptions['change'] = (one) => {
    if (!isCharge(one) || !child) return undefined;
    act(child);
    child = undefined;
    return charge === 'hangs' ? 'hang' : undefined;
  };
  const server = await startDeviatingServer({ change });
  const name = join(folder, `${files++}`);
  const created = `${name}.jsonl`;
  const command = verify(server, ...money('refund-rules', created), '--json', `${name}.json`);
  const { code, stderr } = await start(command, preload && preloaded(preload), (started) => {
    child = started;
  });
  const report = () => JSON.parse(readFileSync(`${name}.json`, 'utf8'));
  return { server, created, code, stderr, report, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe.concurrent('verify refunds and writes its report', () => {
  test.each(
    some([
      ['SIGTERM', 'SIGTERM', ''],
      ['SIGINT, which npm passes on a second time', 'SIGINT', "process.once('SIGINT', () => again('SIGINT'))"],
      [
        'SIGHUP, and a second one while it cleans up',
        'SIGHUP',
        "process.once('SIGHUP', () => setTimeout(again, 600, 'SIGHUP'))",
      ],
      ['SIGHUP, and a second one when it has ended', 'SIGHUP', "process.on('exit', () => again('SIGHUP'))"],
    ] as const),
  )('after %s', async (_, signal, second) => {
    const preload = `const again = (signal) => process.kill(process.pid, signal); ${second}`;
    await using ended = await run((child) => child.kill(signal), { preload });
    const { outstanding, incomplete } = ended.report();
    expect({ books: await ended.server.books(), outstanding, incomplete, code: ended.code }).toEqual({
      ...{ books: [], outstanding: [] },
      ...{ incomplete: 'the run was interrupted', code: 2 },
    });
  });

  test.each([
    ['a rejection that nothing handles', "Promise.reject(new Error('stray'))"],
    ['an exception that nothing catches', "throw new Error('stray')"],
  ])('after %s', { tags: 'long' }, async (_, statement) => {
    await using ended = await run((child) => child.kill('SIGWINCH'), { preload: failing(statement) });
    const { server, code, stderr, report } = ended;
    expect({ books: await server.books(), code, incomplete: report().incomplete }).toEqual({
      ...{ books: [], code: 2, incomplete: 'verify failed: stray' },
    });
    expect(stderr).toContain('payment-gateway-verify: stray\n');
  });
});

describe.concurrent('verify exits with 3 and lists the open charges', () => {
  test.each([
    ['a second SIGINT', 'SIGINT', ''],
    ['process.exit', 'SIGWINCH', 'process.exit(0)'],
  ] as const)('after %s', { tags: 'long' }, async (_, signal, statement) => {
    const end = (child: ChildProcess) => {
      let stderr = '';
      const onText = (text: string) => {
        stderr += text;
        if (!stderr.includes('Press Ctrl-C again')) return;
        child.stderr?.off('data', onText);
        // An earlier one counts as the same.
        setTimeout(() => child.kill(signal), 1_000);
      };
      if (signal === 'SIGINT') child.stderr?.on('data', onText);
      child.kill(signal);
    };
    await using ended = await run(end, { preload: statement && failing(statement), charge: 'hangs' });
    const { server, created, code, stderr } = ended;
    expect(code).toBe(3);
    expect(stderr).toContain('outcome unknown: POST /v1/transactions, which may have charged R$ 1.00\n');
    expect(stderr).toContain(`--clean-up ${created} tries again`);
    expect(await server.books()).toHaveLength(1);
  });

  test('if it cannot write its report [S49]', { tags: 'long' }, async () => {
    const reports = mkdtempSync(join(folder, 'removed-'));
    await using server = await startDeviatingServer({
      instead({ path }) {
        if (!path.endsWith('/refund')) return undefined;
        rmSync(reports, { recursive: true, force: true });
        return { status: 422, body: { errors: ['no'] } };
      },
    });
    const options = [...money('refund-void', join(folder, 'unwritable.jsonl')), '--json', join(reports, 'report.json')];
    expect((await start(verify(server, ...options))).code).toBe(3);
  });

  test('if the reader of its output has closed', { tags: 'long' }, async () => {
    await using server = await startDeviatingServer({
      instead: ({ path }) => (path.endsWith('/refund') ? { status: 422, body: { errors: ['no'] } } : undefined),
    });
    const created = join(folder, 'closed-output.jsonl');
    const command = verify(server, ...money('refund-void', created));
    const { code, stderr } = await start(command, {}, ({ stdout }) => stdout?.destroy());
    expect(code).toBe(3);
    const [charge] = await server.books();
    expect(stderr).toContain(`still charged: transaction ${charge?.id}, R$ 1.01\n--clean-up ${created} tries again`);
  });
});

test('SIGKILL leaves a file that lets the clean-up refund', { tags: 'long' }, async () => {
  await using ended = await run((child) => child.kill('SIGKILL'), { charge: 'hangs' });
  const { server, created, code } = ended;
  expect(code).toBe(null);
  expect(readFileSync(created, 'utf8')).toContain('{"willCreate":"/v1/transactions","charges":100}');
  expect(await server.books()).toHaveLength(1);
  vi.stubEnv('PAYMENT_GATEWAY_TOKEN', 'token');
  onTestFinished(() => void vi.unstubAllEnvs());
  const cleaned = await cli('verify', '--url', server.url, '--clean-up', created);
  expect({ code: cleaned.code, books: await server.books() }).toEqual({ code: 0, books: [] });
  expect(cleaned.stdout).not.toContain('still charged');
  const other = await cli('verify', '--url', 'http://127.0.0.1:9', '--clean-up', created);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('written for another server') });
});

test('SIGINT ends the wait for events', { tags: 'long' }, async () => {
  await using server = await startDeviatingServer();
  const port = await freePort();
  const receiver = ['--receiver', `http://127.0.0.1:${port}`, '--receiver-port', `${port}`];
  const options = ['--allow', 'write', '--entry', 'webhook-topics', '--yes', '--created', join(folder, 'events.jsonl')];
  // Lets it wait without an end instead of five seconds.
  const preload = 'const start = performance.now(); performance.now = () => start;';
  const last = () => server.received.some(({ body }) => JSON.stringify(body ?? '').includes('"canceled"'));
  const interrupt = async (child: ChildProcess) => {
    await expect.poll(last, { timeout: 30_000 }).toBe(true);
    // The run has sent its last request, and soon waits for events.
    setTimeout(() => child.kill('SIGINT'), 500);
  };
  const { code } = await start(verify(server, ...options, ...receiver), preloaded(preload), interrupt);
  expect(code).toBe(2);
});

test.each(
  some([
    ['n', 'n'],
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
    ['y', 'y'],
  ]),
)('%s at the question: only y sends something', { tags: 'python' }, async (_, key) => {
  await using server = await startDeviatingServer();
  const options = ['--entry', 'list-order', '--allow', 'write', '--created', join(folder, 'question.jsonl')];
  const { code, output } = await inTerminal(key, verify(server, ...options), ENV);
  expect(output.indexOf('Requests:')).toBeLessThan(output.indexOf('Go on? [y/N]'));
  const isConfirmed = key === 'y';
  expect(output.includes('not confirmed; nothing was sent')).toBe(!isConfirmed);
  const wrote = server.received.some(({ method }) => method === 'POST');
  expect({ code, wrote }).toEqual({ code: isConfirmed ? 0 : 2, wrote: isConfirmed });
  if (!isConfirmed) expect(server.received).toEqual([]);
});

test('verify stops and cleans up if the disk is full', { tags: 'long' }, async () => {
  await using server = await startDeviatingServer();
  const created = join(folder, 'full.jsonl');
  const options = ['--allow', 'money,write', '--max-amount', '10000', '--yes', '--created', created];
  // The limit of a file's size stands for a full disk.
  const limited = ['sh', '-c', 'ulimit -f 8; exec "$@"', 'sh', ...verify(server, ...options)];
  const { code, stdout } = await start(limited);
  expect(stdout).toMatch(/The run stopped early: verify failed: cannot write .*full\.jsonl:\s+file\s+too\s+large/);
  expect(stdout).not.toMatch(/still charged|may have charged|not removed/);
  // The file lacks the last refunds, so the command does not say that nothing is left.
  expect({ code, books: await server.books() }).toEqual({ code: 3, books: [] });
});

test('a creation is not announced if the disk has room for a part of its note only', () => {
  const file = join(folder, 'part.jsonl');
  const script = `
    import { beginCreated } from ${JSON.stringify(pathToFileURL(resolve('verify/dist/src/run/created.js')))};
    const created = beginCreated(process.argv[1], 'https://gateway.example', 'run');
    created.willCreate('/v1/' + 'x'.repeat(2_000), 100);`;
  const command = ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script, file];
  const { status, stderr } = spawnSync('sh', command, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('EFBIG') });
});
