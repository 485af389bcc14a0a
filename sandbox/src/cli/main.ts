#!/usr/bin/env node
import module from 'node:module';
import { runProgram } from 'payment-gateway-contract/internal/cli';
import { program } from './commands.js';

// Loading packages takes half of the start. Node 22 and later cache the compiled code.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();

await runProgram(program);
