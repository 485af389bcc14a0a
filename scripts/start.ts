import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { STOP_SIGNALS } from '../src/cli/process-group.ts';
import { type BesideDocs, buildDocsBeside } from './build/docs-beside.ts';
import { runNode } from './build/program.ts';

// `npm start`: the sandbox answers as soon as it is compiled, and the docs are built next to it. This is one process with its children, so that
// everything ends with it.
let docs: BesideDocs | undefined;
for (const signal of STOP_SIGNALS) {
  process.on(signal, () => {
    docs?.end();
    // Later the sandbox has a listener of its own, and closes first.
    if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
  });
}
// npm passes on SIGINT and SIGTERM. At SIGHUP it ends without a word.
const npm = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === npm) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 200).unref();

await import('./compile/main.ts');
await import('./pages/main.ts');
// Installing a package adds its commands only if they are compiled.
const command = 'node_modules/.bin/payment-gateway-sandbox';
const npmProgram = process.env.npm_execpath;
if (npmProgram !== undefined && !existsSync(command)) {
  const packages = ['payment-gateway-sandbox', 'payment-gateway-verify'];
  await runNode([npmProgram, 'rebuild', '--ignore-scripts', '--silent', ...packages]);
}
docs = buildDocsBeside();

process.argv.splice(2, 0, 'start', '--docs');
// Compiled, so its path is not known to the type checker.
const cli = '../sandbox/dist/src/cli/main.js';
await import(cli);
