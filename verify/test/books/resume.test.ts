import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine } from '../../../test/cli/compiled.ts';
import { runs } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { type BooksOptions, compareBooks, orderAt } from '../../src/books.js';
import { type ListServer, listed, manyListed, ordersOf, startList } from './list-server.ts';
import { clientOf } from './shop.ts';

const folder = temporaryFolder('books-resume');
let files = 0;
const newFile = () => join(folder, `pages-${files++}.jsonl`);
const TOKEN = ['token', 'of', 'the', 'merchant'].join('-');

const compare = (list: ListServer, orders: number, resume: string, options: BooksOptions = {}) =>
  compareBooks(clientOf(list), ordersOf(orders), { rate: Number.POSITIVE_INFINITY, resume, ...options });

/** Ends a comparison at a page, as a network that stays down does. */
async function endAt(page: number, list: ListServer, orders: number, resume: string): Promise<void> {
  list.intercept = (asked, response) => {
    if (asked !== `page ${page}`) return false;
    response.destroy();
    return true;
  };
  await expect(compare(list, orders, resume)).rejects.toThrow();
  list.intercept = () => false;
  list.asked.length = 0;
}

/** Starts the command for a shop with a number of orders. */
function startBooks(list: ListServer, orders: number, resume: string) {
  const file = join(folder, `orders-${files++}`);
  writeFileSync(file, JSON.stringify(ordersOf(orders)));
  const command = `"${process.execPath}" -p "fs.readFileSync('${file.replaceAll('\\', '/')}', 'utf8')"`;
  const line = commandLine('verify', 'books', '--url', list.url, '--orders', command, '--resume', resume);
  const child = spawn(process.execPath, line, {
    env: { ...process.env, PAYMENT_GATEWAY_TOKEN: TOKEN },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  const ended = once(child, 'close').then(([code, signal]) => ({ code: code ?? signal, ...output }));
  return { child, ended };
}

/** Leaves the request for a page without a response, and sends a signal to the process. */
async function signalAt(page: number, signal: NodeJS.Signals, list: ListServer, resume: string) {
  const { child, ended } = startBooks(list, 45, resume);
  list.intercept = (asked) => {
    if (asked === `page ${page}`) child.kill(signal);
    return asked === `page ${page}`;
  };
  const result = await ended;
  list.intercept = () => false;
  list.asked.length = 0;
  return result;
}

test('books goes on after kill -9, from a file without the token and data of buyers, for its owner only [S102, S103]', async () => {
  await using list = await startList(manyListed(45), { pageSize: 10 });
  const resume = newFile();

  expect(await signalAt(4, 'SIGKILL', list, resume)).toMatchObject({ code: 'SIGKILL' });
  const kept = readFileSync(resume, 'utf8');
  expect(kept.trimEnd().split('\n')).toHaveLength(4);
  expect(kept).not.toMatch(new RegExp(`Souza|52998224725|${TOKEN}`));
  expect(statSync(resume).mode & 0o077).toBe(0);

  const { code, stdout, stderr } = await startBooks(list, 45, resume).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('books: 45 orders, 45 payments, 0 differences, 0 open, 0 not compared\n');
  expect(list.asked).toEqual(['page 1', 'page 4', 'page 5']);
  expect(existsSync(resume)).toBe(false);
});

test('books says at Ctrl-C how far it came, and goes on there', async () => {
  await using list = await startList(manyListed(45), { pageSize: 10 });
  const resume = newFile();

  expect(await signalAt(3, 'SIGINT', list, resume)).toEqual({
    ...{ code: 2, stdout: '' },
    stderr: 'books: read 20 of 45 payments, and compared nothing. The next run goes on there.\n',
  });
  expect(await startBooks(list, 45, resume).ended).toMatchObject({ code: 0, stderr: '' });
  expect(list.asked).toEqual(['page 1', 'page 3', 'page 4', 'page 5']);
});

test('payments that arrive during the interruption are read, also if they fill pages', async () => {
  await using list = await startList(manyListed(45), { pageSize: 10 });
  const resume = newFile();
  await endAt(4, list, 45, resume);
  list.transactions = manyListed(70);

  const { differences, payments } = await compare(list, 45, resume);

  expect(payments).toBe(70);
  expect(differences.map(({ kind }) => kind)).toEqual(Array(25).fill('payment-without-order'));
  // The first three pages are new, and the next two have the payments that were read before.
  expect(list.asked.slice(0, 5)).toEqual(['page 1', 'page 2', 'page 3', 'page 6', 'page 7']);
});

test('a payment that changed after its page was read is read again before it is reported', async () => {
  await using list = await startList(manyListed(45), { pageSize: 10 });
  list.transactions[15] = listed(30, { status: 'waiting_payment', paid_amount: null, capture_amount: 0 });
  const resume = newFile();
  await endAt(3, list, 45, resume);
  list.transactions[15] = listed(30);

  const { differences } = await compare(list, 45, resume);

  expect(differences).toEqual([]);
});

test('property: interruptions at any place change nothing, with any new payments meanwhile', async () => {
  const interruptions = fc.array(fc.record({ page: fc.integer({ min: 1, max: 8 }), arrived: fc.nat({ max: 25 }) }), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(interruptions, async (all) => {
      let count = 45;
      await using list = await startList(manyListed(count), { pageSize: 10 });
      const resume = newFile();
      for (const { page, arrived } of all) {
        list.intercept = (asked, response) => {
          if (asked === `page ${page}`) response.destroy();
          return asked === `page ${page}`;
        };
        // It ends before a page that it does not need.
        await compare(list, count, resume).catch(() => {});
        count += arrived;
        list.transactions = manyListed(count);
      }
      list.intercept = () => false;
      list.transactions[3] = listed(count - 3, { paid_amount: 400 });

      const result = await compare(list, count, resume);

      const expected = await compareBooks(clientOf(list), ordersOf(count), { rate: Number.POSITIVE_INFINITY });
      expect(result).toEqual(expected);
      expect(result.differences).toHaveLength(1);
    }),
    { numRuns: runs(40) },
  );
});

test.each<[string, (file: string, list: ListServer) => BooksOptions]>([
  [
    'is of another account',
    (_, list) => {
      list.transactions = manyListed(45).map((one) => ({ ...one, id: one.id + 1_000 }));
      return {};
    },
  ],
  ['has other orders', () => ({ orderOf: orderAt('id') })],
  [
    'is more than 6 hours old',
    (file) => {
      const [, ...pages] = readFileSync(file, 'utf8').split('\n');
      const begun = Date.now() - 6 * 3_600_000 - 1;
      writeFileSync(file, [JSON.stringify({ format: 'payment-gateway-books-pages/1', begun }), ...pages].join('\n'));
      return {};
    },
  ],
])('books reads all pages if the file %s', async (_, change) => {
  await using list = await startList(manyListed(45), { pageSize: 10 });
  const resume = newFile();
  await endAt(4, list, 45, resume);
  const options = change(resume, list);

  await compare(list, 45, resume, options);

  expect(list.asked.slice(0, 5)).toEqual(['page 1', 'page 2', 'page 3', 'page 4', 'page 5']);
});

test('a last line that is cut is not used', async () => {
  await using list = await startList(manyListed(45), { pageSize: 10 });
  const resume = newFile();
  await endAt(4, list, 45, resume);
  writeFileSync(resume, readFileSync(resume, 'utf8').slice(0, -100));

  const { differences, payments } = await compare(list, 45, resume);

  expect([differences, payments]).toEqual([[], 45]);
  expect(list.asked).toEqual(['page 1', 'page 3', 'page 4', 'page 5']);
});

test.each(['{"orders": []}\n', 'one line', '{"format": "payment-gateway-books-pages/2"}\n'])(
  'a file with other content stays as it is: %j [S103]',
  async (content) => {
    await using list = await startList(manyListed(5));
    const resume = newFile();
    writeFileSync(resume, content);
    await expect(compare(list, 5, resume)).rejects.toThrow(
      `resume: ${resume} was not written by books; name a new file`,
    );
    expect(readFileSync(resume, 'utf8')).toBe(content);
    expect(list.asked).toEqual([]);
  },
);
