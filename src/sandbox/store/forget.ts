import { open, rm } from 'node:fs/promises';
import { isRedisAddress } from './redis/address.js';
import { APPLICATION_ID } from './sqlite/schema.js';

/**
 * Removes a state, of whichever version, and nothing else. Resolves with one line that says what was removed. Rejects with one line when the file is
 * no state file or the server cannot be used.
 */
export async function forgetState(state: string): Promise<string> {
  if (isRedisAddress(state)) return (await import('./redis/forget.js')).forgetRedisState(state);
  const id = await applicationIdOf(state);
  if (id === undefined) return `there is no file ${state}`;
  if (id !== APPLICATION_ID) throw new Error(`${state} is no state file of the sandbox, and stays as it is`);
  for (const file of [state, `${state}-wal`, `${state}-shm`]) await rm(file, { force: true });
  return `removed ${state}`;
}

/** Where SQLite keeps it in the header of a file; 0 for a file that is too short. */
const OFFSET = 68;

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
