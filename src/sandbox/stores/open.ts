import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isRedisAddress, readRedisAddress } from './redis/address.js';
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
  if ((await applicationIdOf(state)) !== APPLICATION_ID)
    throw new Error(`${state}: is not a state file of the sandbox, and was not removed`);
  for (const file of [state, `${state}-wal`, `${state}-shm`]) await rm(file, { force: true });
  return `removed ${state}`;
}

/** Removes all keys under the prefix. */
async function forgetRedisState(state: string): Promise<string> {
  const address = readRedisAddress(state);
  const connection = new (await import('./redis/connection.js')).Connection(address);
  let [removed, cursor] = [0, ''];
  try {
    while (cursor !== '0') {
      const found = await connection.send(['SCAN', cursor || '0', 'MATCH', `{${address.prefix}:*`, 'COUNT', '1000']);
      const [next, keys] = found as [string, string[]];
      if (keys.length > 0) removed += Number(await connection.send(['UNLINK', ...keys]));
      cursor = next;
    }
  } finally {
    connection.close();
  }
  return `removed ${removed} keys under the prefix ${address.prefix} of ${address.shown}`;
}

/** The position of the application id in a SQLite header. */
const OFFSET = 68;

/** Returns the application id of a SQLite file, or `undefined` for a file that is too short. */
async function applicationIdOf(file: string): Promise<number | undefined> {
  const header = createReadStream(file, { start: OFFSET, end: OFFSET + 3 });
  for await (const bytes of header) if (bytes.length === 4) return bytes.readUInt32BE();
  return undefined;
}
