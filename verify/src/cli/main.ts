#!/usr/bin/env node
import { checkContractVersion } from '../contract-version.js';

checkContractVersion();
const { runProgram } = await import('payment-gateway-core/cli');
const { program } = await import('./commands.js');
await runProgram(program);
