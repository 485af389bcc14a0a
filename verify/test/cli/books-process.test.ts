/** The process of `books`: its signals, and the program that prints the orders. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { commandLine } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { type ListServer, listed, manyListed, ordersOf, startList } from '../books/list-server.ts';

const folder = temporaryFolder('books-process');
let files = 0;
const TOKEN = ['token', 'of', 'the', 'merchant'].join('-');

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

test('books says at Ctrl-C how far it came, keeps no file, and reads each page again in the next run', {
  tags: 'long',
}, async () => {
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

/** Writes a program, and returns the command line that runs it. */
function program(code: string): string {
  const file = join(folder, `program-${files++}.mjs`);
  writeFileSync(file, code);
  return `"${process.execPath}" "${file}"`;
}

const booksWith = async (list: ListServer, orders: string, ...options: string[]) => {
  vi.stubEnv('PAYMENT_GATEWAY_TOKEN', TOKEN);
  return cli('verify', 'books', '--url', list.url, '--orders', orders, ...options);
};
afterEach(() => {
  vi.unstubAllEnvs();
});

test('an orders program that prints without end stops with a sentence', { tags: 'long', timeout: 60_000 }, async () => {
  await using list = await startList([]);
  const endless = program(`const piece = 'x'.repeat(2 ** 20);
    const write = () => { while (process.stdout.write(piece)); process.stdout.once('drain', write); };
    write();`);
  expect(await booksWith(list, endless)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^payment-gateway-verify: --orders: the command printed more than 64 MiB; [^\n]*\n$/),
  });
});

/** Prints its id to a file, and goes on. */
const waiting = (pidFile: string) => `
  import { writeFileSync } from 'node:fs';
  writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
  setInterval(() => {}, 1_000);`;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A process that nobody waits for stays in the list of processes.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

test.runIf(process.platform === 'linux')(
  'an orders program that hangs ends after --timeout, and so does a child that holds its output',
  { tags: 'long' },
  async () => {
    await using list = await startList([]);
    const [own, ofChild] = ['own', 'child'].map((name) => join(folder, `pid-${name}`)) as [string, string];
    const child = join(folder, 'child.mjs');
    writeFileSync(child, waiting(ofChild));
    const parent = program(`
      import { spawn } from 'node:child_process';
      spawn(process.execPath, [${JSON.stringify(child)}], { stdio: ['ignore', 'inherit', 'ignore'], detached: true }).unref();
      console.log('[]');`);
    for (const [command, file] of [
      [program(waiting(own)), own],
      [parent, ofChild],
    ] as const) {
      const { code, stderr } = await booksWith(list, command, '--timeout', '3');
      expect([code, stderr]).toEqual([
        2,
        'payment-gateway-verify: --orders: the command did not end within 3 s; pass a larger --timeout, or list fewer days\n',
      ]);
      const pid = Number(readFileSync(file, 'utf8'));
      await expect.poll(() => isAlive(pid)).toBe(false);
    }
    expect(list.asked).toEqual([]);
  },
);

test('the orders program does not get the token, but all other variables', async () => {
  await using list = await startList([]);
  vi.stubEnv('PAYMENT_GATEWAY_CARD', '{}');
  vi.stubEnv('SHOP_DATABASE', 'shop');
  const names = program(`
    const { PAYMENT_GATEWAY_TOKEN, PAYMENT_GATEWAY_CARD, SHOP_DATABASE } = process.env;
    console.log(JSON.stringify([{ order: String([PAYMENT_GATEWAY_TOKEN, PAYMENT_GATEWAY_CARD, SHOP_DATABASE]), paid: 1 }]));`);
  expect((await booksWith(list, names)).stdout).toContain('\n  ,,shop: the shop says R$ 0.01');
});

test.runIf(process.platform === 'linux').each(some(['SIGINT', 'SIGTERM', 'SIGHUP'] as const))(
  'the orders program ends with books at %s',
  async (signal) => {
    await using list = await startList([]);
    const file = join(folder, `pid-${signal}`);
    const line = commandLine('verify', 'books', '--url', list.url, '--orders', program(waiting(file)));
    const child = spawn(process.execPath, line, { env: { ...process.env, PAYMENT_GATEWAY_TOKEN: TOKEN } });
    onTestFinished(() => void child.kill('SIGKILL'));
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+$/);

    child.kill(signal);

    expect(await once(child, 'close')).toEqual([2, null]);
    expect(stderr).toBe('books: listed no orders, and compared nothing.\n');
    const pid = Number(readFileSync(file, 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  },
);

test('names of orders are hidden and escaped in the terminal, in JSON and in JUnit alike', async () => {
  const card = ['5448', '2800', '0000', '0007'].join('');
  const names = [`card ${card}`, `token ${TOKEN}`, 'turned \u202e\u001b[31m'];
  const transactions = names.map((order, at) => listed(at + 1, { metadata: JSON.stringify({ order }) }));
  await using list = await startList(transactions);
  const orders = program(
    `console.log(${JSON.stringify(JSON.stringify(names.map((order) => ({ order: `${order} too`, paid: 1 }))))})`,
  );
  const [json, junit] = ['names.json', 'names.xml'].map((name) => join(folder, name)) as [string, string];

  const { stdout, stderr } = await booksWith(list, orders, '--json', json, '--junit', junit);

  for (const text of [stdout, stderr, readFileSync(json, 'utf8'), readFileSync(junit, 'utf8')]) {
    expect(text).not.toContain(card);
    expect(text).not.toContain(TOKEN);
    for (const char of ['\u202e', '\u001b']) expect(text).not.toContain(char);
  }
  for (const text of [stdout, readFileSync(json, 'utf8'), readFileSync(junit, 'utf8')])
    expect(text.match(/turned \\+u\{202e\}/g)?.length).toBeGreaterThan(1);
  const twice = program(`console.log(${JSON.stringify(JSON.stringify(Array(2).fill({ order: card, paid: 1 })))})`);
  expect((await booksWith(list, twice)).stderr).toMatch(
    /^payment-gateway-verify: orders: .*repeats the order \[redacted\]\n$/,
  );
});
