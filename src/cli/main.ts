#!/usr/bin/env node
import module from 'node:module';
import { runCommand } from './commands.js';
import { outliveReaders } from './output.js';

// Half of the mock's start is loading its packages. Node 22 and later keep the compiled code for the next time.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();

outliveReaders();
process.exitCode = await runCommand(process.argv.slice(2));
