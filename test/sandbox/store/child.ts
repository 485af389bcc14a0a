/** A process of its own that works on a state file: `child.ts FILE create|refund [URL]`. Prints one line per commit that it was told of. */
import { Engine } from '../../../src/sandbox/engine.js';
import { openSqliteStore } from '../../../src/sandbox/store/sqlite/sqlite.js';
import { Refusal } from '../../../src/sandbox/work/index.js';

const [file = '', task = '', url] = process.argv.slice(2);
const store = openSqliteStore(file);
const engine = new Engine({ store, receivers: url === undefined ? [] : [{ url }], deliveryTimeout: 500 });
await engine.start();
console.log('ready');

const create = (): Promise<number> =>
  engine.run('a', async (work) => {
    const [id = 0] = await work.ids(1);
    const created = work.create('transactions', { id, value: { id, text: 'x'.repeat(500) }, keys: [`key:${id}`] });
    work.emit('transaction.created', created);
    return id;
  });

const refund = (): Promise<string> =>
  engine.run('a', async (work) => {
    const transaction = await work.get('transactions', 1001);
    if (transaction === undefined) throw new Error('no transaction');
    if (transaction.value.status === 'refunded') throw new Refusal(422, ['refunded already']);
    work.emit('transaction.status_changed', work.change(transaction, { value: { id: 1001, status: 'refunded' } }));
    return 'refunded';
  });

const words = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

if (task === 'create') {
  // Without end: the parent kills this process, or the disk is full.
  for (;;) {
    try {
      console.log(await create());
    } catch (error) {
      console.log(words(error));
      break;
    }
  }
} else {
  const work = (): Promise<number | string> => (task === 'refund' ? refund() : create());
  const results = await Promise.allSettled(Array.from({ length: 50 }, work));
  for (const result of results) console.log(result.status === 'fulfilled' ? result.value : words(result.reason));
}
await engine.close();
