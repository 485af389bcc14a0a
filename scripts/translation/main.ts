import { readOwnContract } from '../contract/read.ts';
import { translations } from './command.ts';

// `npm run docs:translations` lists the sentences without Portuguese and fails on mistakes in the dictionary; `-- --quiet`, as
// lint runs it, only counts them. With `-- --complete`, as for a release, a sentence without Portuguese is a mistake too.
// `-- --write` puts new sentences into the dictionary and takes out those whose English is gone.
const has = (option: string) => process.argv.includes(option);
const { written } = readOwnContract();
const { lines, sound } = await translations({
  contract: written,
  complete: has('--complete'),
  list: !has('--quiet'),
  write: has('--write'),
});
for (const line of lines) console.log(line);
if (!sound) process.exitCode = 1;
