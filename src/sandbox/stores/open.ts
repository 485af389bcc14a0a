import { open, rm } from 'node:fs/promises';
import { isRedisAddress, readRedisAddress } from './redis/address.js';
import type { Store, StoreOptions } from './store.js';

/** Opens the store that `state` names: a `redis://` or `rediss://` address, or a SQLite file. Loads only the driver that it needs. */
export async function openStore(state: string, options: StoreOptions = {}): Promise<Store> {
  if (isRedisAddress(state)) return new (await import('./redis/redis.js')).RedisStore(state, options);
  return new (await import('./sqlite.js')).SqliteStore(state);
}

/**
 * Removes a state of any version. Resolves with a line for the user. Rejects if the file is not a state file, or if the server cannot be used.
 */
export async function forgetState(state: string): Promise<string> {
  if (isRedisAddress(state)) return forgetRedisState(state);
  const id = await applicationIdOf(state);
  if (id === undefined) return `there is no file ${state}`;
  const { APPLICATION_ID } = await import('./sqlite.js');
  if (id !== APPLICATION_ID) throw new Error(`${state} is not a state file of the sandbox, and was not removed`);
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

/** Returns the application id. Returns 0 for a file that is too short, and `undefined` for a missing file. */
async function applicationIdOf(file: string): Promise<number | undefined> {
  const handle = await open(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    const header = Buffer.alloc(4);
    await handle.read(header, 0, header.length, OFFSET);
    return header.readUInt32BE();
  } finally {
    await handle.close();
  }
}
