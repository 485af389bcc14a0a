import { readRedisAddress } from './address.js';
import { Connection, isReply, unavailable } from './connection.js';
import { Keys } from './keys.js';

/** Removes everything under the prefix of the address, and nothing else. Resolves with one line that says how much that was. */
export async function forgetRedisState(state: string): Promise<string> {
  const address = readRedisAddress(state);
  const { pattern } = new Keys(address.prefix);
  const connection = new Connection({ address, prepare: async () => {} });
  let removed = 0;
  try {
    let cursor = '0';
    do {
      const found = await connection.send(['SCAN', cursor, 'MATCH', pattern, 'COUNT', '1000']);
      const [next, keys] = found as [string, string[]];
      if (keys.length > 0) removed += Number(await connection.send(['UNLINK', ...keys]));
      cursor = next;
    } while (cursor !== '0');
  } catch (error) {
    throw isReply(error) ? unavailable(address, error) : error;
  } finally {
    connection.close();
  }
  return `removed ${removed} keys under the prefix ${address.prefix} of ${address.shown}`;
}
