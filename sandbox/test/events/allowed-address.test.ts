import type { LookupAddress } from 'node:dns';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { allowedLookup, checkUrl, isAllowed } from '../../src/events/allowed-address.js';
import { createSender } from '../../src/events/sender.js';

const LOCAL = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '::1',
  'fd12:3456::1',
  'fc00::1',
  '::ffff:7f00:1',
];
const REMOTE = ['8.8.8.8', '172.15.0.1', '172.32.0.1', '11.0.0.1', '2001:db8::1', '100.64.0.1'];
const NEVER = [
  '169.254.169.254',
  '0.0.0.0',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  '::a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '::2',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a9fe:a9fe::',
  '::ffff:0:169.254.169.254',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '192.0.0.192',
  '224.0.0.1',
  '255.255.255.255',
  'ff02::1',
];

test.each(LOCAL)('%s is local', (address) => {
  expect([isAllowed(address, false), isAllowed(address, true)]).toEqual([true, true]);
});
test.each(REMOTE)('%s needs permission [S21]', (address) => {
  expect([isAllowed(address, false), isAllowed(address, true)]).toEqual([false, true]);
});
test.each([...NEVER, '', 'localhost', '127.1', 'x'.repeat(100_000)])('%s is never allowed [S21]', (address) => {
  expect([isAllowed(address, false), isAllowed(address, true)]).toEqual([false, false]);
});

test('classifies an IPv4 address the same in its IPv6 form', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.boolean(), (address, remote) => {
      const expected = isAllowed(address, remote);
      expect(isAllowed(`::ffff:${address}`, remote)).toBe(expected);
    }),
  );
});

test.each([
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://8.8.8.8/',
  'ftp://127.0.0.1/',
  '',
  'http://[fe80::1]/',
])('refuses %s before it connects', (address) => {
  expect(() => checkUrl(address, false)).toThrow(/^(only loopback and private addresses|a receiver of events needs)/);
});

test.each(['http://localhost:3000/hook', 'https://[::1]/', 'http://127.1/', 'http://shop.example/'])(
  'accepts %s before it resolves the name',
  (address) => {
    expect(checkUrl(address, false)).toBeInstanceOf(URL);
  },
);

/** Sends an event to a name that resolves to these addresses. */
async function sendTo(url: string, addresses: readonly string[]) {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const resolve = (_: string, __: object, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(null, found);
  const lookup = allowedLookup(false, resolve as never);
  const sender = createSender({ allowRemote: false, timeout: 60_000, lookup });
  onTestFinished(() => sender.close());
  return sender.send(url, '{}');
}

test.each([['fe80::1'], ['8.8.8.8', '169.254.169.254']])(
  'sends nothing to a name that resolves to %s [S21]',
  async (...addresses) => {
    const sent = await sendTo('http://receiver.example/?key=secret', addresses);
    expect(sent).toMatchObject({ delivered: false, hopeless: true });
    expect(sent.attempt.error).toMatch(/^only loopback and private addresses get events/);
  },
);

test('connects to the local address if a name has several', async () => {
  const sent = await sendTo('http://receiver.example:1/', ['8.8.8.8', '127.0.0.1']);
  expect(sent).toMatchObject({ hopeless: false, attempt: { error: 'no server listens there (ECONNREFUSED)' } });
});
