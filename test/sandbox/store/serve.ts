/** A sandbox in a process of its own, on a state file: `serve.ts FILE`. Prints its address. */
import { startSandbox } from '../../../src/sandbox/index.js';

const { url } = await startSandbox({ port: 0, state: process.argv[2] ?? '' });
console.log(url);
