/** The process of `books`: its signals, and the program that prints the orders. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { type ListServer, manyListed, ordersOf, startList } from '../books/list-server.ts';

const folder = temporaryFolder('books-process');
let files = 0;

/** Starts the command for a shop with a number of orders. */
function startBooks(list: ListServer, orders: number, ...options: string[]) {
  const file = join(folder, `orders-${files++}`);
  writeFileSync(file, JSON.stringify(ordersOf(orders)));
  const command = `"${process.execPath}" -p "fs.readFileSync('${file.replaceAll('\\', '/')}', 'utf8')"`;
  const line = commandLine('verify', 'books', '--url', list.url, '--orders', command, ...options);
  const child = spawn(process.execPath, line, {
    env: { ...process.env, PAYMENT_GATEWAY_TOKEN: 'token' },
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

test('books says at Ctrl-C how far it came, keeps no file, and reads each page again in the next run', async () => {
  await using list = await startList(manyListed(45), { pageSize: 10 });
  const before = readdirSync(folder);
  const { child, ended } = startBooks(list, 45);
  list.intercept = (asked) => {
    if (asked === 'page 3') child.kill('SIGINT');
    return asked === 'page 3';
  };

  expect(await ended).toEqual({
    ...{ code: 2, stdout: '' },
    stderr: 'books: read 20 of 45 payments, and compared nothing.\n',
  });
  expect(readdirSync(folder)).toHaveLength(before.length + 1); // the orders
  list.intercept = () => false;
  list.asked.length = 0;

  expect(await startBooks(list, 45).ended).toMatchObject({ code: 0, stderr: '' });
  expect(list.asked).toEqual(['page 1', 'page 2', 'page 3', 'page 4', 'page 5']);
});

test('books has no option that goes on with the pages of another gateway or account', async () => {
  const { code, stderr } = await cli('verify', 'books', '--url', 'http://127.0.0.1:9', '--resume', 'pages.jsonl');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--resume: is not an option')]);
});
