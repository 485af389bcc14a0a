/** After `explore`, `start -- COMMAND` and `listen`, however they end, all processes that they started are gone. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { killProcessesWith, SAME_SIGNAL, STOP_SIGNALS } from '../../../core/src/cli/process-group.ts';
import { commandLine } from '../../../test/cli/compiled.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { startSandbox } from '../../src/index.ts';

const folder = temporaryFolder('survivors');

/** The variable that all processes of a test carry, in any group or session. */
const MARK = 'SURVIVORS_OF';

/**
 * Starts children that ignore signals, in its group, in a new session with and without its variables, one with a child, and orphans. Then ends, or
 * goes on if the word `stay` follows. `deaf` ignores SIGTERM and SIGINT itself.
 */
const COMMAND = join(folder, 'command.mjs');
writeFileSync(
  COMMAND,
  `import { spawn } from 'node:child_process';
  const stubborn = "process.on('SIGTERM', () => {}).on('SIGINT', () => {}).on('SIGHUP', () => {}); setInterval(() => {}, 1000);";
  const starts = stubborn + "require('child_process').spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });";
  const node = process.execPath;
  spawn(node, ['-e', stubborn], { stdio: 'ignore' }).unref();
  spawn(node, ['-e', starts], { stdio: 'ignore', detached: true }).unref();
  spawn('sh', ['-c', 'sleep 1000 & sleep 1000 &'], { stdio: 'ignore' }).unref();
  // In a new session and without our variables. The mark is only for the test.
  const { ${MARK}: mark } = process.env;
  spawn(node, ['-e', stubborn], { stdio: 'ignore', detached: true, env: { ${MARK}: mark } }).unref();
  const { PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_TOKEN: token } = process.env;
  await fetch(url + '/v1/customers', { headers: { authorization: 'Bearer ' + token } });
  console.log('begun');
  if (process.argv[2] === 'deaf') for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => {});
  if (process.argv[2] !== undefined) setInterval(() => {}, 1000);
  else setTimeout(() => process.exit(), 300);
  `,
);

const OTHERS = '--without=event,second-click,forged,buyer,later,assumption';
const RUNS = {
  'start -- COMMAND': ['start', '--', process.execPath, COMMAND],
  explore: ['explore', OTHERS, '--earns-nothing', '--orders', 'echo []', '--', process.execPath, COMMAND],
};

describe.skipIf(process.platform !== 'linux')('no process is left', () => {
  describe.each(Object.entries(RUNS))('after %s [S85]', (_name, words) => {
    test('that ends by itself', async () => {
      const { mark, ended } = start(words);
      await ended;
      await expect.poll(() => processesOf(mark)).toEqual([]);
    });

    test.concurrent.for(STOP_SIGNALS)('that gets %s', async (signal, context) => {
      const { mark, child, ended } = await startAll([...words, 'stay'], context);
      child.kill(signal);
      await ended;
      await context.expect.poll(() => processesOf(mark)).toEqual([]);
    });

    test.concurrent.for([
      ['SIGINT', 'twice'],
      ['SIGTERM', 'twice'],
      ['SIGTERM', 'once'],
    ] as const)('that gets %s %s, with a command that ignores it', async ([signal, times], context) => {
      const { mark, child, ended } = await startAll([...words, 'deaf'], context);
      child.kill(signal);
      if (times === 'twice') {
        await sleep(2 * SAME_SIGNAL);
        child.kill(signal);
      }
      await ended;
      await context.expect.poll(() => processesOf(mark)).toEqual([]);
    });
  });

  test('but after SIGKILL to start, the command goes on [S107]', async (context) => {
    const { mark, child, ended } = await startAll([...RUNS['start -- COMMAND'], 'stay'], context);
    child.kill('SIGKILL');
    await ended;
    expect(processesOf(mark).length).toBeGreaterThanOrEqual(7);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('after listen that gets %s', async (signal) => {
    await using sandbox = await startSandbox({ port: 0, log: 'silent' });
    const words = ['listen', '--url', sandbox.url, '--forward-to', 'http://127.0.0.1:9/', '--json'];
    const { mark, child, ended } = start(words);
    await once(child.stdout, 'data');
    child.kill(signal);
    await ended;
    expect(processesOf(mark)).toEqual([]);
  });
});

function start(words: readonly string[], finished = onTestFinished) {
  const mark = randomUUID();
  const child = spawn(process.execPath, commandLine(...words), {
    env: { ...process.env, [MARK]: mark },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.resume();
  const ended = once(child, 'exit');
  finished(() => killProcessesWith(`${MARK}=${mark}`));
  return { mark, child, ended };
}

/** Resolves when the program, the command, its three children with one more, and two orphans run. */
async function startAll(words: readonly string[], { expect, onTestFinished }: TestContext) {
  const started = start(words, onTestFinished);
  await expect.poll(() => processesOf(started.mark).length).toBeGreaterThanOrEqual(8);
  return started;
}

/** Returns the processes of a test that have not ended. */
function processesOf(mark: string) {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${MARK}=${mark}`)) return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').slice(0, 200);
      return [{ pid: Number(pid), command }];
    } catch {
      return [];
    }
  });
}
