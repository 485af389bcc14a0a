/**
 * Measures the sandbox, part by part, and prints each figure with its limit. Each part takes less than five minutes.
 * Name parts to run only those: `npm run bench -- sandbox create retrieve`.
 */
import { machine } from '../report.ts';
import { create, redisCreate, redisRetrieve, retrieve } from './http.ts';

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  create,
  retrieve,
  'redis-create': redisCreate,
  'redis-retrieve': redisRetrieve,
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) throw new Error(`there is no part ${unknown}; there are ${Object.keys(PARTS).join(', ')}`);

console.log(machine);
for (const [name, measure] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.log(`\n${name}\n`);
  await measure();
}
