/**
 * Measures the sandbox, part by part, and prints each figure with its limit. Each part takes less than five minutes.
 * Name parts to run only those: `npm run bench -- sandbox create retrieve`.
 */
import { cpus } from 'node:os';
import { missedLimits } from '../limits.ts';
import { advances, commits, contention, deliveries, fileSizes, memory, pages } from './engine.ts';
import { create, retrieve, starts } from './http.ts';
import { redisCreate, redisRetrieve } from './redis.ts';

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  create,
  retrieve,
  starts,
  commits,
  pages,
  memory,
  advances,
  deliveries,
  files: fileSizes,
  contention,
  'redis-create': redisCreate,
  'redis-retrieve': redisRetrieve,
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) throw new Error(`there is no part ${unknown}; there are ${Object.keys(PARTS).join(', ')}`);

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`);
for (const [name, measure] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.log(`\n${name}\n`);
  await measure();
}
if (missedLimits() > 0) process.exitCode = 1;
