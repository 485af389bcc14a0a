/**
 * Commits to a state file in a separate process: `child.ts FILE COUNT`. Prints the sequence number of each commit that the
 * store acknowledged, or the error that ended the work.
 */
import { openStore } from '../../src/stores/index.js';
import { type Position, START } from '../../src/stores/store.js';

const [file = '', count = ''] = process.argv.slice(2);
try {
  const store = await openStore(file);
  let at: Position = await store.changes('a', START);
  for (let round = 0; round < Number(count); round++) {
    const rows = [
      { key: 'last', value: String(round) },
      { key: `row/${round}`, value: 'x'.repeat(500) },
    ];
    const result = await store.commit('a', at, rows, { wake: undefined });
    if (!result.ok) throw new Error('another process has committed');
    at = result;
    console.log(at.sequence);
  }
  await store.close();
} catch (error) {
  console.log(String(error));
}
