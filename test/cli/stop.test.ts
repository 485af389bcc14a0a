import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'vitest';
import { some } from '../property-runs.ts';
import { commandLine, launch } from './compiled.ts';

// A command that says how to stop it gets the signal before the line is read, and again when it has ended: a terminal sends it, and npm
// passes it on.
const PRELOAD = `
  const stop = () => process.kill(process.pid, 'SIGINT');
  const write = process.stdout.write;
  process.stdout.write = function (text, ...rest) {
    const done = write.call(this, text, ...rest);
    if (/Ctrl-C (stops|ends) it/.test(text)) {
      stop();
      process.on('exit', stop);
    }
    return done;
  };`;

const STOPPED = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(PRELOAD)}` };

test.concurrent.for(
  some([
    [['demo', '--wait', '--url', 'SANDBOX'], 130],
    [['start', '--port', '0'], 0],
    [['listen', '--forward-to', 'http://127.0.0.1:9', '--url', 'SANDBOX'], 0],
    [['verify', 'proxy', '--target', 'SANDBOX', '--port', '0'], 0],
  ] as const),
)(
  'ends as usual after a signal at its first line and one at its end: %j',
  async ([words, expected], { expect, onTestFinished }) => {
    const sandbox = launch({}, 'start', '--port', '0');
    onTestFinished(() => void sandbox.child.kill('SIGKILL'));
    const { url } = await sandbox.started;
    const args = commandLine(...words.map((word) => (word === 'SANDBOX' ? url : word)));
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...STOPPED },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.resume();
    expect(await once(child, 'close')).toEqual([expected, null]);
  },
);
