import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { STOP_SIGNALS } from '../core/src/cli/process-group.ts';
import { buildDocsBeside } from './build/docs-beside.ts';
import { runNode } from './build/program.ts';

// `npm start`: the sandbox answers as soon as it is compiled, and the docs are built next to it. This is one process with its children, so that
// everything ends with it.
let endDocs: (() => void) | undefined;
for (const signal of STOP_SIGNALS) {
  process.on(signal, () => {
    endDocs?.();
    // Later the sandbox also listens for signals, and closes first.
    if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
  });
}
// npm starts a shell, which starts this process. npm sends SIGTERM on to the shell, which ends without passing it on, and does not pass on SIGHUP.
if (process.env.npm_lifecycle_event === 'start') {
  const parent = process.ppid;
  const [npm] = familyOf(parent);
  const endIfAlone = () => {
    const [parentOfShell, group] = familyOf(parent);
    if (process.ppid === parent && parentOfShell === npm && group === familyOf(process.pid)[1]) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  };
  const watch = setInterval(endIfAlone, 200).unref();
  endIfAlone();
}

await import('./compile/main.ts');
await import('./pages/main.ts');
// Installing a package adds its commands only if they are compiled.
const command = 'node_modules/.bin/payment-gateway-sandbox';
const npmProgram = process.env.npm_execpath;
if (npmProgram !== undefined && !existsSync(command)) {
  const packages = ['payment-gateway-sandbox', 'payment-gateway-verify'];
  await runNode([npmProgram, 'rebuild', '--ignore-scripts', '--silent', ...packages]);
}
endDocs = buildDocsBeside();

process.argv.splice(2, 0, 'start', '--docs');
// Compiled, so its path is not known to the type checker.
const cli = '../sandbox/dist/src/cli/main.js';
await import(cli);

/** Returns the parent and the group of a process, which only Linux tells. A process that adopts an orphan is in another group. */
function familyOf(pid: number): readonly (string | undefined)[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(1, 3) ?? [];
  } catch {
    return [];
  }
}
