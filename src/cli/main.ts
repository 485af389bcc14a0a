#!/usr/bin/env node
import { run } from './commands.js';

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The reader of a pipe may end first.
  if (code === 'EPIPE') process.exit();
  process.stderr.write(`payment-gateway-contract: cannot print: ${message}\n`);
  process.exit(1);
});

process.exitCode = await run(process.argv.slice(2));
