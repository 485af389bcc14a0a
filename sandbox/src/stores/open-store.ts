import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { isRedisAddress, readRedisAddress } from './redis/redis-address.js';
import type { Store } from './store.js';

/** Opens the store that `state` names: a `redis://` or `rediss://` address, or a SQLite file. Loads only the driver that it needs. */
export async function openStore(state: string): Promise<Store> {
  if (isRedisAddress(state)) return new (await import('./redis/redis.js')).RedisStore(state);
  return new (await import('./sqlite.js')).SqliteStore(state);
}

/**
 * Removes a state of any version. Resolves with a line for the user. Rejects if the file is not a state file, or if the server cannot be used.
 */
export async function forgetState(state: string): Promise<string> {
  if (isRedisAddress(state)) return forgetRedisState(state);
  if (!existsSync(state)) return `there is no file ${state}`;
  const { APPLICATION_ID } = await import('./sqlite.js');
  const file = await open(state);
  // The place of the application id in the header of a SQLite file.
  const { buffer } = await file.read({ buffer: Buffer.alloc(4), position: 68 });
  await file.close();
  if (buffer.readUInt32BE() !== APPLICATION_ID)
    throw new Error(`${state}: is not a state file of the sandbox, and was not removed`);
  for (const path of [state, `${state}-wal`, `${state}-shm`]) await rm(path, { force: true });
  return `removed ${state}`;
}

/** Removes all keys under the prefix. */
async function forgetRedisState(state: string): Promise<string> {
  const address = readRedisAddress(state);
  const connection = new (await import('./redis/connection.js')).Connection(address);
  let [removed, cursor] = [0, '0'];
  try {
    do {
      const found = await connection.send(['SCAN', cursor, 'MATCH', `{${address.prefix}:*`, 'COUNT', '1000']);
      const [next, keys] = found as [string, string[]];
      if (keys.length > 0) removed += Number(await connection.send(['UNLINK', ...keys]));
      cursor = next;
    } while (cursor !== '0');
  } finally {
    connection.close();
  }
  return `removed ${removed} keys under the prefix ${address.prefix} of ${address.shown}`;
}
