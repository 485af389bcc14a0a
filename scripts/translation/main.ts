import { readOwnContract } from '../contract/read.ts';
import { translations } from './command.ts';

// `npm run docs:translations` fails on a sentence without Portuguese and on a mistake in the dictionary; with `-- --write` it first updates the
// dictionary.
const write = process.argv.includes('--write');
const { lines, sound } = await translations({ contract: readOwnContract().written, write });
for (const line of lines) console.log(line);
if (!sound && !write) process.exitCode = 1;
