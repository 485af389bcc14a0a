import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { built } from '../../../test/built/built.ts';
import { commandLine } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { listen } from '../../../test/listen.ts';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';

const folder = temporaryFolder('explore');
const at = (name: string) => join(folder, name);
const node = process.execPath;
const shop = fileURLToPath(new URL('explore-shop.mjs', import.meta.url));
const part = (task: string) => `"${node}" "${shop}" ${task}`;
/** What the shop last wrote. A shell reads it quicker than a program of Node. */
const ORDERS = `sh "${at('orders.sh')}"`;
const WHOLE = ['--orders', ORDERS, '--reconcile', part('repair')];
const without = (...kinds: string[]) => ['--without', [...kinds, 'forged', 'buyer', 'later', 'assumption'].join(',')];
const QUICK = without('crash', 'event', 'second-click');
const NAIVE = ['--', node, shop, 'charge', 'naive'];
const LOST = 'createTransaction #1: reset after commit';

beforeAll(() => {
  const none = '[{"order":"order-1","paid":0}]';
  writeFileSync(at('orders.sh'), `cat "$FOLDER/$PAYMENT_GATEWAY_TOKEN.orders" 2>/dev/null || echo '${none}'`);
  vi.stubEnv('FOLDER', folder);
});
afterAll(() => void vi.unstubAllEnvs());

/** Writes a program for Node, and returns the command line that runs it. */
function program(code: string): string[] {
  const path = at(`program-${readdirSync(folder).length}.mjs`);
  writeFileSync(path, code);
  return ['--', node, path];
}

/** Lists the customers of the account. */
const LIST = `
const { PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_TOKEN: token } = process.env;
const headers = { authorization: \`Bearer \${token}\` };
const list = () => fetch(\`\${url}/v1/customers\`, { headers }).then((response) => response.text()).catch(() => {});
`;

test('exits with 0 if the books of a careful shop agree', async () => {
  // The slow tests try all disruptions.
  const { code, stdout } = await cli('explore', ...WHOLE, '--only', LOST, '--', node, shop, 'charge', 'careful');
  expect(stdout).toMatch(/^explore: none of 1 plan broke the shop \(\d+ s\)\n/);
  expect(code).toBe(0);
});

test('exits with 1 and reports what broke a naive shop, also as JSON, JUnit XML and HTML', async () => {
  await built('pages');
  const files = ['--json', at('report.json'), '--junit', at('report.xml'), '--html', at('report.html')];
  const bounded = [...QUICK, '--max-runs', '4'];
  const naive = ['--orders', ORDERS, ...bounded, ...files, ...NAIVE];
  const { code, stdout } = await cli('explore', ...naive);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^explore: \d of \d+ plans broke the shop \(\d+ s\)\n\norder-1 was charged twice: /);
  const { version, requests, failures, tried } = JSON.parse(readFileSync(at('report.json'), 'utf8'));
  expect([version, requests]).toEqual([3, 1]);
  expect(failures[0]).toMatchObject({ plan: LOST, problem: expect.stringContaining('charged twice') });
  expect(stdout).toContain(`repeat it    ${failures[0].repeat}\n`);
  const place = { place: 'createTransaction #1', kind: 'request', depth: 1 };
  expect(tried).toContainEqual({ ...place, plan: LOST, disruption: 'reset after commit', outcome: 'broke' });
  const xml = readFileSync(at('report.xml'), 'utf8');
  expect(xml).toContain(`<testsuites tests="${tried.length}" failures="${failures.length}"`);
  expect(xml).toContain(`name="${LOST}"><failure message="order-1 was charged twice`);
  expect(xml).toContain('name="createTransaction #1: 429"></testcase>');

  const html = readFileSync(at('report.html'), 'utf8');
  expect(html).toMatch(/<span class="badge bad">response lost<\/span> <span class="badge bad">charge 1 of 2<\/span>/);
  expect(html).toContain(`explore --only '${LOST}' --orders`);
  expect(html).toContain(`<code>npx payment-gateway-sandbox explore --orders`);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toMatch(/\son\w+=|https?:/);
});

test('in a terminal, the problem is red, and the command to repeat has no break in its quotes', {
  tags: 'long',
}, async () => {
  const terminal = { isTTY: true, columns: 60, hasColors: () => true };
  for (const [name, value] of Object.entries(terminal))
    Object.defineProperty(process.stdout, name, { value, configurable: true });
  onTestFinished(() => {
    for (const name of Object.keys(terminal)) Reflect.deleteProperty(process.stdout, name);
  });
  const { stdout } = await cli('explore', '--orders', ORDERS, '--only', LOST, ...NAIVE);
  expect(stdout.replaceAll('\u001b', '')).toMatch(/\[31m\norder-1 was charged twice: [^[]*paid\)\[0m\n {2}disruption/);
  const [, repeat = ''] = /repeat it {4}([\s\S]*?[^\\])\n/.exec(stdout) ?? [];
  expect(repeat).toContain(`'${ORDERS}'`);
});

test('speaks Portuguese with --language pt-br, and writes the problem as data', async () => {
  await built('pages');
  const files = ['--json', at('pt.json'), '--html', at('pt.html'), '--language', 'pt-br'];
  const naive = ['--orders', ORDERS, '--only', LOST, ...files, ...NAIVE];
  const { code, stdout } = await cli('explore', ...naive);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^explore: 1 de 1 plano quebrou a loja \(\d+ s\)\n\norder-1 foi cobrado duas vezes: transação 1001 /,
  );
  expect(stdout).toMatch(/POST \/v1\/transactions +o gateway gravou 1001, paid; a resposta se perdeu \(reset\)\n/);
  expect(stdout).toMatch(/\n\nSem perturbação: .*; recebeu R\$ 159,90\. Testados: 1 falha\. Não testados: /);
  expect(JSON.parse(readFileSync(at('pt.json'), 'utf8')).failures).toMatchObject([
    { problem: expect.stringMatching(/^order-1 was charged twice/), key: 'charged-again', parts: { order: 'order-1' } },
  ]);
  expect(readFileSync(at('pt.html'), 'utf8')).toMatch(/<html lang="pt-BR">.*1 de 1 plano quebrou a loja/s);
});

test('a command names its own places, knows the time, and may end with an error in a disrupted run', {
  tags: 'long',
}, async () => {
  const sells = program(`
    import { appendFileSync, existsSync, readFileSync } from 'node:fs';
    const { PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_TOKEN: token, PAYMENT_GATEWAY_PLACES: places } = process.env;
    const file = ${JSON.stringify(at('places'))} + token;
    if (process.argv[2] === 'orders') {
      const shipped = existsSync(file) ? readFileSync(file, 'utf8').length : 0;
      console.log(JSON.stringify([{ order: 'order-1', paid: shipped > 0 ? 100 : 0, shipped }]));
      process.exit();
    }
    if (!(Math.abs(Date.parse(process.env.PAYMENT_GATEWAY_NOW) - Date.now()) < 86_400_000)) throw new Error('no time');
    const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
    const card = { card_number: '4111111111111111', card_holder_name: 'A', card_expiration_date: '1239', card_cvv: '123' };
    const body = { amount: 100, payment_method: 'credit_card', card, reference_key: 'order-1' };
    if (process.env.PAYMENT_GATEWAY_RESTARTED === undefined)
      await fetch(url + '/v1/transactions', { method: 'POST', headers, body: JSON.stringify(body) });
    appendFileSync(file, '.');
    const answer = await fetch(places, { method: 'POST', body: 'parcel booked' });
    if (!answer.ok) throw new Error(await answer.text());
    const refused = await fetch(places, { method: 'POST', body: 'a: b' });
    if (refused.status !== 400) throw new Error('a bad name');
  `);
  const orders = ['--orders', `"${node}" "${sells[2]}" orders`];
  const run = (plan: string, ...more: string[]) => cli('explore', '--only', plan, ...orders, ...more, ...sells);
  const crash = await run('parcel booked #1: crash');
  expect([crash.code, crash.stdout]).toEqual([1, expect.stringContaining('order-1 was shipped twice')]);
  for (const [code, ...more] of some([[0], [1, '--strict-exit']] as const)) {
    const failed = await run('parcel booked #1: fails', ...more);
    expect([failed.code, failed.stdout.includes('the command exited with 1')]).toEqual([code, code === 1]);
  }
});

test('exits with 2 and shows the output if the command fails without a disruption', async () => {
  const command = program(
    `console.log('token', process.env.PAYMENT_GATEWAY_TOKEN, '\\u001b[31mno stock'); process.exit(3);`,
  );
  const { code, stdout } = await cli('explore', ...command);
  expect(code).toBe(2);
  expect(stdout).toContain('the shop does not hold without a disruption; make this run pass first');
  expect(stdout).toMatch(/the flow +threw: exited with 3: /);
  expect(stdout).toMatch(/It printed:\ntoken \[\w+\] \\u\{1b\}\[31mno stock\n/);
});

test.each([
  [['no-such-program'], /did not start: no-such-program was not found/],
  [['sh', '-c', 'kill -9 $$'], /was ended by SIGKILL/],
  [[process.execPath, '-e', ''], /the flow sent no request to the gateway with the address and the token of the run/],
])('exits with 2 if the command %j does not run, or does nothing', async (command, message) => {
  const { code, stdout } = await cli('explore', '--', ...command);
  expect([code, stdout]).toEqual([2, expect.stringMatching(message)]);
});

test.each(
  some([
    ['echo no JSON', '--orders: must print JSON such as [{"order": "order-1", "paid": 15990}], but printed no JSON'],
    ['echo failed >&2; exit 4', 'exited with 4: failed'],
  ]),
)('exits with 2 if --orders is %j', async (orders, message) => {
  const { code, stderr } = await cli('explore', '--orders', orders, '--', process.execPath, '-e', '');
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('reads up to 16 MiB of orders, also with a byte order mark', { tags: 'long' }, async () => {
  const command = program(`${LIST}\nawait list();`);
  const explore = (orders: string) =>
    cli('explore', '--earns-nothing', '--max-runs', '1', '--orders', orders, ...command);
  const many = Array.from({ length: 100_000 }, (_, index) => ({ order: `order-${index}`, paid: 0 }));
  writeFileSync(at('many.json'), `\uFEFF${JSON.stringify(many)}`);
  expect((await explore(`cat "${at('many.json')}"`)).code).toBe(0);
  writeFileSync(at('too-many.json'), ' '.repeat(16 * 1024 * 1024 + 1));
  const { code, stderr } = await explore(`cat "${at('too-many.json')}"`);
  expect([code, stderr]).toEqual([2, expect.stringContaining('printed more than 16 MiB')]);
});

test('prints the report without control characters, even if it cannot write the files', async () => {
  writeFileSync(at('orders.json'), JSON.stringify([{ order: '\u001b[2J', paid: 5 }]));
  mkdirSync(at('removed'));
  const options = ['--orders', `cat "${at('orders.json')}"`, '--json', at('removed/report.json')];
  const remove = `require('node:fs').rmSync(${JSON.stringify(at('removed'))}, { recursive: true, force: true })`;
  const { code, stdout, stderr } = await cli('explore', ...options, '--', process.execPath, '-e', remove);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--json: cannot write')]);
  expect(stdout).toContain('\n\\u{1b}[2J: the shop says R$ 0.05 is paid');
});

test.each([
  [[], 'explore: needs -- <command>'],
  [['--webhook', 'localhost', '--', process.execPath, '-e', ''], '--webhook: must be an address'],
  [
    ['--jobs', '2', '--webhook', 'http://127.0.0.1:1/hook', '--', process.execPath, '-e', ''],
    '--jobs: needs {token} in the address of --webhook',
  ],
])('refuses the arguments %j', async (args, message) => {
  const { code, stderr } = await cli('explore', ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('ends a command that never ends, with its children, and names its last request', { tags: 'long' }, async () => {
  const command = program(`${LIST}
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    const { pid } = spawn('sleep', ['1000'], { stdio: 'inherit' });
    writeFileSync(process.env.FOLDER + '/pid', String(pid));
    await list();
    setInterval(() => {}, 1000);`);
  // A busy machine takes seconds to start the command.
  const { code, stdout } = await cli('explore', '--timeout', '20000', ...command);
  expect([code, stdout]).toEqual([
    2,
    expect.stringContaining(
      'the run did not end within 20000 ms; it waits for the flow, after GET /v1/customers; does your command end?',
    ),
  ]);
  await expect.poll(() => isAlive(Number(readFileSync(at('pid'), 'utf8')))).toBe(false);
});

test('lets what the command started go on until the run ends, and kills it in a crash', {
  tags: 'long',
}, async () => {
  const command = program(`${LIST}
    import { spawn } from 'node:child_process';
    import { appendFileSync } from 'node:fs';
    const { pid } = spawn('sleep', ['1000'], { stdio: 'ignore' });
    const daemon = spawn('sleep', ['1000'], { stdio: 'ignore', detached: true });
    appendFileSync(process.env.FOLDER + '/starts', \`\${process.env.PAYMENT_GATEWAY_RESTARTED ?? 0} \${pid}\\n\`);
    appendFileSync(process.env.FOLDER + '/daemons', \`\${daemon.pid}\\n\`);
    await list();
    process.exit();`);
  const orders = `tail -n 1 "$FOLDER/starts" | while read restarted pid; do kill -0 $pid && echo '[]'; done`;
  const { code, stdout } = await cli(
    'explore',
    ...without('request', 'event', 'second-click'),
    '--earns-nothing',
    '--orders',
    orders,
    ...command,
  );
  expect([code, stdout]).toEqual([0, expect.stringContaining('none of 1 plan')]);
  expect(stdout).toContain('\nA crash did not end programs in ');
  const starts = readFileSync(at('starts'), 'utf8').trim().split('\n');
  // Two runs without a disruption, because the first may start slowly, and one with a crash.
  expect(starts.map((line) => line[0])).toEqual(['0', '0', '0', '1']);
  await expect.poll(() => starts.filter((line) => isAlive(Number(line.slice(2))))).toEqual([]);
  if (process.platform !== 'linux') return;
  const daemons = readFileSync(at('daemons'), 'utf8').trim().split('\n').map(Number);
  await expect.poll(() => daemons.filter(isAlive)).toEqual([]);
});

test('sends events to --webhook twice, late or never, and reads the order from --order', {
  tags: 'long',
}, async () => {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const { event, payload } = JSON.parse(await text(request));
    received.push(`${event} ${payload.id} ${request.headers['x-sandbox-account'] ?? ''}`.trim());
    response.writeHead(204).end();
  });
  const webhook = `${await listen(server)}/hook`;
  const args = [...without('request', 'crash'), '--order', 'metadata.order'];
  const { stdout } = await cli('explore', '--webhook', webhook, ...args, ...NAIVE);
  expect(stdout).toMatch(
    /^explore: \d of \d+ plans .*\n\norder-1 was charged twice: .*\n +disruption +flow: second click in step/,
  );
  expect(new Set(received)).toEqual(new Set(['transaction.created 1001', 'transaction.created 1003']));
  const silent = await cli('explore', ...args, ...NAIVE);
  expect(silent.stdout).toContain('plans broke the shop');
  expect(silent.stdout).not.toContain('event transaction');
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'reports and writes what it has found at %s',
  { tags: 'long' },
  async (signal) => {
    const naive = ['--orders', ORDERS, ...QUICK, ...NAIVE];
    const [json, save] = [at(`stopped-${signal}.json`), at(`stopped-${signal}-plans.json`)];
    const args = [...commandLine('explore'), '--json', json, '--save', save, ...naive];
    const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [printed, ended] = [text(child.stdout), new Promise((resolve) => child.once('exit', resolve))];
    for await (const piece of child.stderr.setEncoding('utf8')) if (/charged twice/.test(piece)) break;
    child.kill(signal);
    expect(await ended).toBe(1);
    expect(await printed).toMatch(
      /charged twice.* Stopped after \d+ of \d+ known plans \(signal\), .*: \d+ plans left\.\n$/s,
    );
    const { end, complete, failures } = JSON.parse(readFileSync(json, 'utf8'));
    expect([end, complete]).toEqual(['signal', false]);
    expect(JSON.parse(readFileSync(save, 'utf8')).plans).toEqual(failures.map(({ plan }: { plan: string }) => plan));
  },
);

test('shows the last 40 lines that the shop printed in a plan that broke it, however much that is', {
  tags: 'long',
}, async () => {
  const command = program(`
    process.stdout.write('x'.repeat(20 * 1024 * 1024) + '\\n');
    for (let line = 1; line < 60; line++) console.log('line', line);
    await import(${JSON.stringify(shop)});`);
  const { code, stdout } = await cli('explore', '--orders', ORDERS, '--only', LOST, ...command, 'charge', 'naive');
  expect([code, /It printed:\n(line \d+\n){40} {2}repeat/.exec(stdout)?.[0]]).toEqual([
    1,
    expect.stringContaining('line 59'),
  ]);
});

test('knows which of two clicks of a program sends a request, because each has its own address', {
  tags: 'long',
}, async () => {
  const only = ['--only', 'flow: second click in step'];
  const { stdout } = await cli('explore', '--orders', ORDERS, ...only, ...NAIVE);
  expect(stdout).toMatch(/ 1 {2}POST \/v1\/transactions {2}.*\n +2 {2}POST \/v1\/transactions \(second click\) {2}/);
});

test('notices that no event reached the shop', { tags: 'long' }, async () => {
  const server = createServer((_, response) => void response.writeHead(204).end());
  const webhook = `${await listen(server)}/hook`;
  const args = ['--webhook', webhook, '--orders', ORDERS, '--only', LOST];
  const { stdout } = await cli('explore', ...args, '--', node, shop, 'charge', 'careful');
  expect(stdout).toContain(
    'No event changed an order or made the shop send a request without a disruption: does --webhook',
  );
});

/** A server of a shop that starts slowly. It takes the token from each request, and charges again after an error. */
const SERVER = `
import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const { FOLDER, PAYMENT_GATEWAY_URL: url } = process.env;
appendFileSync(FOLDER + '/servers', 'started\\n');
const body = JSON.stringify({ amount: 100, payment_method: 'credit_card', card: { card_number: '4111111111111111',
  card_holder_name: 'A', card_expiration_date: '1239', card_cvv: '123' }, metadata: '{"order":"order-1"}' });
const server = createServer(async (request, response) => {
  if (request.url === '/health') return response.end();
  const token = request.headers['x-token'];
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json', connection: 'close' };
  const charge = () => fetch(url + '/v1/transactions', { method: 'POST', headers, body });
  await charge().catch(charge);
  writeFileSync(FOLDER + '/' + token, '');
  response.end();
});
setTimeout(() => server.listen(Number(process.argv[2]), '127.0.0.1'), 100);`;

const servers: readonly (readonly [keep: string[], only: string, starts: number])[] = [
  [['--keep-server'], 'createTransaction #1: crash after', 2],
  [['--keep-server'], LOST, 1],
  [[], 'createTransaction #1: crash after', 3],
  [[], LOST, 2],
];

test.each(servers)(
  'starts a server once per run, or keeps it, and again after a crash: %j, %s',
  { tags: 'long' },
  async (keep, only, starts) => {
    writeFileSync(at('servers'), '');
    const [, , server] = program(SERVER);
    const click = `const { PAYMENT_GATEWAY_TOKEN: token } = process.env;
    await fetch('http://127.0.0.1:' + process.argv[2], { method: 'POST', headers: { 'x-token': token } });`;
    const [, , clicker = ''] = program(click);
    const serving = ['--server', `"${node}" "${server}" {port}`, '--ready', 'http://127.0.0.1:{port}/health'];
    const { code, stdout } = await cli('explore', ...serving, ...keep, '--only', only, '--', node, clicker, '{port}');
    expect([code, stdout]).toEqual([1, expect.stringContaining('order-1 was charged twice')]);
    expect(stdout).toContain('repeat it    npx payment-gateway-sandbox explore');
    expect(readFileSync(at('servers'), 'utf8').match(/started/g)).toHaveLength(starts);
  },
);

test.each([
  [['--server', 'exit 3'], '--server: the server exited with 3'],
  [['--server', 'sleep 100', '--timeout', '600'], '--ready: http://127.0.0.1:'],
  [['--ready', 'http://127.0.0.1/'], '--ready: needs --server'],
  [['--keep-server'], '--keep-server: needs --server'],
  [['--server', 'a', '--ready', 'localhost:{port}'], '--ready: must be an address'],
])('reports a server that does not start: %j', async (args, message) => {
  const { code, stderr, stdout } = await cli('explore', ...args, '--', node, '-e', '');
  expect([code, `${stderr}${stdout}`]).toEqual([2, expect.stringContaining(message)]);
});

function isAlive(pid: number): boolean {
  try {
    // A zombie has ended, but its parent has not read the exit code yet.
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('ends the command and its children on Ctrl-C, with exit code 2', { tags: 'long' }, async () => {
  const command = program(`
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    const { pid } = spawn('sleep', ['1000'], { stdio: 'inherit' });
    writeFileSync(process.env.FOLDER + '/pids', \`\${process.pid} \${pid}\`);
    setInterval(() => {}, 1000);`);
  const child = spawn(node, [...commandLine('explore'), ...command], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const pids = () => (existsSync(at('pids')) ? readFileSync(at('pids'), 'utf8').split(' ').map(Number) : []);
  await expect.poll(() => pids().length, { timeout: 30_000 }).toBe(2);
  child.kill('SIGINT');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(2);
  await expect.poll(() => pids().some(isAlive)).toBe(false);
});
