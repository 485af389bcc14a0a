/** Starts a sandbox on a state in a separate process: `serve.ts STATE`. Prints its address. */
import { startSandbox } from '../../src/sandbox/index.js';

const { url } = await startSandbox({ port: 0, state: process.argv[2] ?? '' });
console.log(url);
