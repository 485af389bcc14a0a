#!/usr/bin/env node
import { runProgram } from 'payment-gateway-contract/internal/cli';
import { program } from './commands.js';

await runProgram(program);
