/**
 * Works on a state in a separate process: `child.ts ADDRESS NAME COUNT`. Each commit adds 1 to `sum` and writes a
 * row. Prints the sequence number of each commit that the store acknowledged, or the error that ended the work.
 */
import { openStore } from '../../../src/sandbox/stores/index.js';
import { Replica } from './replica.js';

const [address = '', name = '', count = ''] = process.argv.slice(2);
try {
  const store = await openStore(address);
  const replica = await new Replica(store).read();
  console.log('ready');
  for (let round = 0; round < Number(count); round++) {
    const { sequence } = await replica.write((rows) => [
      { key: 'sum', value: String(Number(rows.get('sum') ?? 0) + 1) },
      { key: `row/${name}/${round}`, value: JSON.stringify({ text: 'x'.repeat(500) }) },
    ]);
    console.log(sequence);
  }
  await store.close();
} catch (error) {
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : 'not an error');
  process.exit();
}
