import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../../../test/cli/in-process.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { startSandbox } from '../../src/index.ts';

const folder = temporaryFolder('fault');

test('plans a response from a recording', async () => {
  await using sandbox = await startSandbox({ port: 0, log: 'silent' });
  const file = join(folder, 'incident.har');
  const request = { method: 'GET', url: 'https://gateway.example/v1/customers?page=1' };
  const content = { mimeType: 'text/html', text: '<h1>Bad gateway</h1>' };
  writeFileSync(file, JSON.stringify({ log: { entries: [{ request, response: { status: 502, content } }] } }));

  const planned = await cli('fault', 'listCustomers', '--from', file, '--url', sandbox.url);
  const response = await fetch(`${sandbox.url}/v1/customers`, { headers: { authorization: 'Bearer test' } });
  const problemOf = async (...args: string[]) => {
    const { code, stderr } = await cli('fault', ...args, '--url', sandbox.url);
    return [code, stderr.split('\n')[0]?.replace(/^\S+ /, '')];
  };
  const wrong = [
    await problemOf('listCards', '--from', file),
    await problemOf('listCustomers', '502', '--from', file),
    await problemOf('listCustomers', '--entry', '1'),
    await problemOf('listCustomers'),
    await problemOf('--from', file),
  ];

  expect([planned.code, planned.stdout]).toEqual([0, 'listCustomers: 502, once\n']);
  expect([response.status, await response.text()]).toEqual([502, '<h1>Bad gateway</h1>']);
  expect(wrong).toEqual([
    [1, `--from: ${file}: has no exchange of listCards`],
    [1, '--from: the recording has the status, the headers and the body; leave out yours'],
    [1, '--entry: needs --from, the file of the recording'],
    [1, '<operation> <fault>: must be an operation and a fault, such as createTransaction reset'],
    [1, '--from: needs an operation, or any'],
  ]);
});

test('plans a response of your own, with headers and a body from a file', async () => {
  await using sandbox = await startSandbox({ port: 0, log: 'silent' });
  const file = join(folder, 'proxy.html');
  writeFileSync(file, '<h1>Bad gateway</h1>');
  const headers = ['--header', 'content-type: text/html', '--header', 'X-Cache: MISS'];

  const page = await cli('fault', 'any', '502', ...headers, '--body', `@${file}`, '--url', sandbox.url);
  const json = await cli('fault', 'any', '200', '--body', '{"odd":[1]}', '--url', sandbox.url);
  const wrong = await cli('fault', 'any', '502', '--header', 'no value', '--url', sandbox.url);
  const ask = () => fetch(`${sandbox.url}/v1/customers`, { headers: { authorization: 'Bearer test' } });
  const [first, second] = [await ask(), await ask()];

  expect([page.code, json.code, wrong.code]).toEqual([0, 0, 1]);
  expect(wrong.stderr).toContain('--header: must be shaped name: value');
  expect([first.status, first.headers.get('content-type'), first.headers.get('x-cache')]).toEqual([
    502,
    'text/html',
    'MISS',
  ]);
  expect([await first.text(), second.status, await second.json()]).toEqual(['<h1>Bad gateway</h1>', 200, { odd: [1] }]);
});
