#!/usr/bin/env node
import module from 'node:module';
import { program } from './commands.js';
import { runProgram } from './program.js';

// Loading packages takes half of the start. Node 22 and later cache the compiled code.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();

await runProgram(program);
