#!/usr/bin/env node
import module from 'node:module';
import { checkContractVersion } from 'payment-gateway-core/contract-version';
import { packageFolder } from '#package-root';

// Loading packages takes half of the start. Node 22 and later cache the compiled code.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();

checkContractVersion(packageFolder);
const { runProgram } = await import('payment-gateway-core/cli');
const { sandboxProgram } = await import('./commands.js');
await runProgram(sandboxProgram);
