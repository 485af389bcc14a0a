import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { cli as cliProcess, startSandbox } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { startSandbox as startInProcess } from '../../src/index.js';

const folder = temporaryFolder('scenario');

test('init writes a starter that the sandbox loads, and export prints it', async () => {
  const file = join(folder, 'shop.yaml');
  expect(await cli('init', file)).toMatchObject({ code: 0, stdout: expect.stringContaining(`--scenario ${file}`) });
  const { url } = await startSandbox('--scenario', file, '--clock', 'manual');
  const exported = await cli('export', '--url', url);
  expect(exported.stdout).toMatch(/^# yaml-language-server: \$schema=node_modules\/payment-gateway-sandbox\//);
  const { transactions, customers } = parse(exported.stdout);
  expect(Object.values(customers)).toContainEqual(expect.objectContaining({ name: 'Ana Souza' }));
  const states = Object.values<{ status: string }>(transactions).map(({ status }) => status);
  expect(states).toEqual(['waiting_payment', 'paid', 'authorized', 'paid', 'refused']);
  expect(JSON.parse((await cli('export', '--url', url, '--json')).stdout)).toEqual(parse(exported.stdout));
});

test('export prints no character that controls a terminal, and loads as the same values [S43]', async () => {
  await using sandbox = await startInProcess({ port: 0, clock: 'manual' });
  const { url } = sandbox;
  const title = 'a\u202eb\u2066\ufeff\u001b[31m\u0085\u2028';
  const metadata = `one\ntwo ${'word '.repeat(60)}\u202e end: "quoted" \\u202e`;
  const response = await fetch(`${url}/v1/transactions`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: 100,
      payment_method: 'pix',
      async: true,
      items: [{ title, quantity: 1, unit_price: 100, tangible: true }],
      metadata,
    }),
  });
  expect(await response.json()).toMatchObject({ status: 'waiting_payment' });
  for (const command of [['export'], ['export', '--json'], ['events', '--json']]) {
    const { stdout } = await cli(...command, '--url', url);
    expect(stdout).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/u);
    expect(stdout).toContain('a\\u202eb');
    if (command[0] === 'events') continue;
    const { transactions } = parse(stdout);
    expect(Object.values(transactions)).toMatchObject([{ items: [{ title }], metadata }]);
  }
});

test('init never overwrites a file', async () => {
  const file = join(folder, 'mine.yaml');
  writeFileSync(file, 'links: {}');
  expect(await cli('init', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
});

test('init prints no control characters of a file name', async () => {
  const { stdout } = await cli('init', join(folder, 'a\u{1b}[31m\nb.yaml'));
  expect(stdout).toContain(String.raw`/a\u{1b}[31m\u{a}b.yaml. Start a sandbox`);
  expect(stdout.replace(/\n$/, '')).not.toMatch(/\p{Cc}/u);
});

test('an invalid scenario stops the sandbox with a line for each problem', async () => {
  const file = join(folder, 'wrong.yaml');
  writeFileSync(file, 'links:\n  a: { amonut: 1 }\ncustomers:\n  b: { nam: x }\n');
  const { code, stderr } = await cliProcess('start', '--port', '0', '--scenario', file);
  expect(code).toBe(1);
  expect(stderr).toMatch(/wrong\.yaml:2: links\.a\.amonut: is not known here; did you mean amount\?/);
  expect(stderr).toMatch(
    /payment-gateway-sandbox: .*wrong\.yaml:4: customers\.b\.nam: is not known here; did you mean name\?/,
  );
  const perToken = await cli('start', '--scenario', file, '--accounts', 'per-token');
  expect(perToken).toMatchObject({ code: 1, stderr: expect.stringContaining('--scenario: needs --accounts one') });
});

test('a state that already exists does not get the objects twice', { tags: 'sqlite' }, async () => {
  const [file, state] = [join(folder, 'links.yaml'), join(folder, 'state.db')];
  writeFileSync(file, 'links:\n  a: { amount: 500 }\n');
  for (const _ of ['first', 'second']) {
    const { url, child } = await startSandbox('--scenario', file, '--state', state);
    expect(Object.keys(parse((await cli('export', '--url', url)).stdout).links)).toHaveLength(1);
    child.kill('SIGKILL');
  }
});
