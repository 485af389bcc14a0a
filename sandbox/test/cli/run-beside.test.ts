import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SAME_SIGNAL } from '../../../core/src/cli/process-group.ts';
import { launch } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { some } from '../../../test/property-runs.ts';

/** Runs a server for a program of Node. Resolves with the exit code and the output. */
async function runFor(server: readonly string[], program: string) {
  const { child, started } = launch(
    { PAYMENT_GATEWAY_TOKEN: 'token-of-the-real-gateway' },
    ...server,
    '--',
    process.execPath,
    '-e',
    program,
  );
  started.catch(() => {});
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (text) => (printed[name] += text));
  const [code] = await once(child, 'close');
  return { code, ...printed };
}

const CALL = `
  const { PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_TOKEN: token } = process.env;
  const response = await fetch(url + '/v1/customers', { headers: { authorization: 'Bearer ' + token } });
  console.log(response.status, token, new URL(url).hostname);
`;

describe.each(some([[['start']], [[]]]))('%j -- COMMAND', (server) => {
  test('passes the command an address and a token without printing anything else', async () => {
    expect(await runFor(server, CALL)).toEqual({ code: 0, stdout: '200 any-token 127.0.0.1\n', stderr: '' });
  });

  test('passes it the only token that the server accepts', { tags: 'long' }, async () => {
    const { stdout } = await runFor([...server, '--token', 'one-token', '--host', '0.0.0.0'], CALL);
    expect(stdout).toBe('200 one-token 127.0.0.1\n');
  });
});

test('returns the exit code of the command', { tags: 'long' }, async () => {
  expect((await runFor(['start'], 'process.exit(7)')).code).toBe(7);
});

test('returns 128 and the number of the signal that ended the command', { tags: 'long' }, async () => {
  expect((await runFor(['start'], "process.kill(process.pid, 'SIGKILL')")).code).toBe(137);
});

test('several run at the same time, each on a free port', { tags: 'long' }, async () => {
  const ports = `console.log(process.env.PAYMENT_GATEWAY_URL)`;
  const [one, other] = await Promise.all([runFor(['start'], ports), runFor(['start'], ports)]);
  expect([one.code, other.code]).toEqual([0, 0]);
  expect(one.stdout).not.toBe(other.stdout);
});

test.skipIf(process.platform === 'win32')('passes a signal on, and waits for what the command does then', async () => {
  const program = `
    process.once('SIGTERM', () => setTimeout(() => { console.log('cleaned up'); process.exit(3); }, 50));
    setInterval(() => {}, 1000);
    console.log(process.env.PAYMENT_GATEWAY_URL);`;
  const { child, started } = launch({}, 'start', '--', process.execPath, '-e', program);
  const { output } = await started;
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([3, null]);
  expect(output.stdout).toContain('cleaned up\n');
});

test.skipIf(process.platform === 'win32')(
  'ends what the command leaves running, even if it ignores signals',
  { tags: 'long' },
  async () => {
    const stubborn = `process.on('SIGTERM', () => {}); process.stdout.write('started'); setInterval(() => {}, 1000)`;
    const program = `
    const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', () => process.exit(0));`;
    // It holds standard error open, so the output ends only with it.
    expect((await runFor(['start'], program)).code).toBe(0);
  },
);

test('logs requests only with --log', { tags: 'long' }, async () => {
  expect((await runFor(['start', '--log', 'json'], CALL)).stdout).toContain('"operationId":"listCustomers"');
});

test('says that a program was not found, and that a command comes after two dashes', async () => {
  expect(await cli('start', '--', 'no-such-program')).toEqual({
    code: 127,
    stdout: '',
    stderr:
      'payment-gateway-sandbox: no-such-program: was not found; put a program and its arguments after the two dashes\n',
  });
  expect(await cli('start', 'npm', 'test')).toMatchObject({
    code: 1,
    stderr: 'payment-gateway-sandbox: start: takes a command only after two dashes: start -- <command>\n',
  });
});

test('says that a program cannot be run', async () => {
  // A folder, and a file without the permission to run.
  for (const file of [tmpdir(), fileURLToPath(import.meta.url)]) {
    expect(await cli('start', '--', file)).toEqual({
      code: 126,
      stdout: '',
      stderr: `payment-gateway-sandbox: ${file}: cannot be run (EACCES); put a program and its arguments after the two dashes\n`,
    });
  }
});

test.each([[[]], [['']], [[' ']]])('an empty command is an error: -- %j', async (words) => {
  for (const command of [['start'], [], ['explore']]) {
    const { code, stderr } = await cli(...command, '--', ...words);
    const name = command[0] ?? 'start';
    const says = `${name}: needs a command after the two dashes; is the variable with the command empty?`;
    expect([code, stderr]).toEqual([name === 'start' ? 1 : 2, `payment-gateway-sandbox: ${says}\n`]);
  }
});

describe.skipIf(process.platform === 'win32')('a command that ignores signals', () => {
  const stubborn = `for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => {});
    setInterval(() => {}, 1000); console.log(process.env.PAYMENT_GATEWAY_URL);`;

  /** Starts a program of Node, and waits until it has printed the address. */
  async function startFor(program: string) {
    const { child, started } = launch({}, 'start', '--', process.execPath, '-e', program);
    onTestFinished(() => void child.kill('SIGKILL'));
    const { output } = await started;
    return { child, output };
  }

  test('is killed by the second one', { tags: 'long' }, async () => {
    const { child } = await startFor(stubborn);
    child.kill('SIGTERM');
    await sleep(2 * SAME_SIGNAL);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([137, null]);
  });

  test('gets a signal that asks for something else as often as it is sent', { tags: 'long' }, async () => {
    const { child, output } = await startFor(`process.on('SIGUSR2', () => console.log('got it')); ${stubborn}`);
    for (const count of [1, 2]) {
      child.kill('SIGUSR2');
      await expect.poll(() => output.stdout.split('got it').length - 1).toBe(count);
      await sleep(2 * SAME_SIGNAL);
    }
    expect(child.exitCode).toBeNull();
  });
});
