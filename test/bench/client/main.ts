/**
 * Compares the client with its peers on the real contract, in one run. Compare the ratios, because absolute figures
 * depend on the machine. It needs Node 24, which the peers require: `npm run bench -- client`, or `npm run bench -- client speed`
 * for one part. `npm run bench -- client --write` writes the guide's figures.
 */
import { machine, writeFigures } from '../report.ts';
import { sizes } from './sizes.ts';
import { speed } from './speed.ts';
import { types } from './types.ts';
import { empty, generatePeer } from './workspace.ts';

console.log(machine);
const named = process.argv.slice(2).filter((part) => part !== '--write');
if (named.length > 0 && process.argv.includes('--write')) throw new Error('--write needs a run of all parts');
const isWanted = (part: string) => named.length === 0 || named.includes(part);
empty();
if (isWanted('sizes')) {
  generatePeer();
  await sizes();
}
if (isWanted('types')) types();
if (isWanted('speed')) await speed();
writeFigures('client');
