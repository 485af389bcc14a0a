/**
 * Measures the client beside its peers on the real contract, all in one run. Absolute figures are those of the machine; the
 * ratios are what counts. Runs on Node 24, as the peers want it: `npm run bench:client`.
 */
import { cpus } from 'node:os';
import { generatePeers } from './peers.ts';
import { sizes } from './sizes.ts';
import { speed } from './speed.ts';
import { types } from './types.ts';
import { empty } from './workspace.ts';

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`);
empty();
generatePeers();
await sizes();
types();
await speed();
