import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import type { LoggedRequest } from '../../pages/console/api.js';
import { curlOf, quoted } from '../../pages/console/curl.js';
import { readRoute } from '../../pages/console/route.js';

const request: LoggedRequest = {
  number: 1,
  time: '2026-11-20T12:00:00.000Z',
  method: 'POST',
  path: '/v1/transactions',
  query: { page: '2', tag: ['a b', '&'] },
  body: { name: "d'Ávila; $(rm -rf ~) `x`" },
  status: 200,
  errors: [],
  warnings: [],
  duration: 1,
};

test('a request becomes a line for a shell, with the token from the environment', () => {
  const line = curlOf('http://127.0.0.1:4010', request);
  // A shell runs the command, with echo instead of curl.
  const script = `curl() { for word in "$@"; do echo "$word"; done; }\n${line}`;
  const words = execFileSync('bash', ['-c', script], { encoding: 'utf8', env: { PAYMENT_GATEWAY_TOKEN: 'the-token' } });
  expect(words.split('\n')).toEqual([
    '-X',
    'POST',
    'http://127.0.0.1:4010/v1/transactions?page=2&tag=a+b&tag=%26',
    '-H',
    'Authorization: Bearer the-token',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify(request.body),
    '',
  ]);
});

test('a shell does not interpret quoted text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const plain = text.replaceAll('\0', '');
      expect(execFileSync('bash', ['-c', `printf %s ${quoted(plain)}`], { encoding: 'utf8' })).toBe(plain);
    }),
    { numRuns: runs(30) },
  );
});

test.each([
  ['', { section: 'transactions', id: undefined, query: {} }],
  ['#/', { section: 'transactions', id: undefined, query: {} }],
  ['#/links/5?page=2&account=x', { section: 'links', id: '5', query: { page: '2', account: 'x' } }],
  ['#/__proto__/constructor?__proto__=1', { section: '__proto__', id: 'constructor' }],
])('the address %s is read', (hash, route) => {
  expect(readRoute(hash)).toMatchObject(route);
});
