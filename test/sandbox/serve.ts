/** A sandbox in a separate process, on a state: `serve.ts STATE`. Prints its address. */
import { startSandbox } from '../../src/sandbox/index.js';

const { url } = await startSandbox({ port: 0, state: process.argv[2] ?? '' });
console.log(url);
