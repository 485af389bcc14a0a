#!/usr/bin/env node
import module from 'node:module';
import { runCommand } from './commands.js';
import { outliveReaders } from './output.js';

// Loading packages takes half of the mock's start. Node 22 and later cache the compiled code.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();

outliveReaders();
const code = await runCommand(process.argv.slice(2));
// Keeps the code of a failed write, unless the command failed.
if (code !== 0) process.exitCode = code;
