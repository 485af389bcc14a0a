import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createSandboxFetch, recordedResponse } from '../../src/index.js';
import { PIX, send } from '../entrances.ts';

const folder = temporaryFolder('recorded');

function fileOf(text: string): string {
  const file = join(folder, 'recording');
  writeFileSync(file, text);
  return file;
}

const CREATE = { method: 'POST', url: 'https://gateway.example/api/v1/transactions' };
const har = (...entries: object[]) => fileOf(JSON.stringify({ log: { entries } }));
const lines = (...exchanges: object[]) => fileOf(exchanges.map((one) => JSON.stringify(one)).join('\n'));
const listed = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }));

test('a page from a HAR file, which is in base64, is sent as it was', async () => {
  const page = '<h1>Indisponível</h1>';
  const headers = listed({ 'Content-Type': 'text/html', 'Content-Length': '9', 'X-Cache': 'MISS', ':status': '502' });
  const content = { mimeType: 'text/html', encoding: 'base64', text: Buffer.from(page).toString('base64') };
  const file = har({ request: CREATE, response: { status: 502, headers, content } });
  await using sandbox = createSandboxFetch();

  await sandbox.failNext('createTransaction', recordedResponse(file, 'createTransaction'));
  const response = await sandbox('http://sandbox.test/v1/transactions', {
    method: 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    body: JSON.stringify(PIX),
  });

  expect([response.status, response.headers.get('x-cache'), await response.text()]).toEqual([502, 'MISS', page]);
});

test('a JSON body from a line of an exchanges file is sent as JSON, after the commit as well', async () => {
  const other = { request: { method: 'GET', url: '/v1/customers' }, response: { status: 200, body: {} } };
  const file = lines(other, { request: CREATE, response: { status: 200, headers: {}, body: { odd: [1] } } });
  await using sandbox = createSandboxFetch();
  const entered = { url: 'http://sandbox.test', fetch: sandbox };

  await sandbox.failNext('*', { ...recordedResponse(file, '*', 2), after: 'commit' });

  expect(await send(entered, 'POST', '/v1/transactions', PIX)).toMatchObject({ status: 200, body: { odd: [1] } });
  expect((await send(entered, 'GET', '/v1/transactions')).body.total).toBe(1);
});

const answered = (response: object) => ({ request: CREATE, response });

test.each([
  ['nothing', () => fileOf(''), /has no exchange; it must be a HAR file/],
  ['a response that never came', () => har(answered({ status: 0 })), /has no exchange; it must be a HAR file/],
  [
    'another operation',
    () => lines({ ...answered({ status: 200 }), request: { ...CREATE, url: '/v1/cards' } }),
    /has no exchange of createTransaction$/,
  ],
  [
    'several',
    () => lines(answered({ status: 502 }), answered({ status: 200 })),
    /has 2 exchanges that fit; choose one by its number, such as 1 \(502\), 2 \(200\)$/,
  ],
  [
    'a body that was not kept',
    () => lines(answered({ status: 502, omitted: 'text/html, 9 bytes' })),
    /exchange 1: the recording has no body, only its description \(text\/html, 9 bytes\)$/,
  ],
  [
    'a part of a body',
    () => har(answered({ status: 200, content: { size: 9, text: 'part' } })),
    /exchange 1: the recording has only a part of the body$/,
  ],
])('a recording with %s is refused in one line', (_, file, message) => {
  expect(() => recordedResponse(file(), 'createTransaction')).toThrow(RangeError);
  expect(() => recordedResponse(file(), 'createTransaction')).toThrow(message);
});
