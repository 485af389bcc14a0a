#!/usr/bin/env node
import { checkContractVersion } from 'payment-gateway-core/contract-version';
import { packageFolder } from '#package-root';

checkContractVersion(packageFolder);
const { runProgram } = await import('payment-gateway-core/cli');
const { verifyProgram } = await import('./commands.js');
await runProgram(verifyProgram);
