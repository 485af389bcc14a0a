import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGatewayClient } from '../../src/index.js';
import { programPath } from '../programs.ts';
import { startCountingServer } from './counting-server.ts';
import { refusingAddress } from './fault-server.ts';

const body = { payment_method: 'pix', amount: 100 } as const;

/** Sends a POST, and returns the name of its error, its message and the number of attempts. */
async function post(options: { baseUrl: string } & Record<string, unknown>) {
  let attempts = 0;
  const onRequest = () => void attempts++;
  const client = createGatewayClient({ accessToken: 'token', retryDelayMs: 0, onRequest, ...options });
  const error = await client.POST('/v1/transactions', { body }).catch((reason) => reason);
  return { name: error.name, message: String(error.message), attempts };
}
const neverSent = { name: 'GatewayConnectionError', attempts: 3 };
const unknown = { name: 'GatewayOutcomeUnknownError', attempts: 1 };

async function listening<S extends Server>(server: S): Promise<{ server: S; port: number }> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

describe('a POST that surely was not sent is a GatewayConnectionError and tried again', () => {
  test('nothing listens', async () => {
    expect(await post({ baseUrl: await refusingAddress() })).toMatchObject(neverSent);
  });

  test('no route leads to the address', async () => {
    // A broadcast address: the system refuses to connect, in any network.
    expect(await post({ baseUrl: 'http://255.255.255.255:81' })).toMatchObject(neverSent);
  });

  test('the name does not exist', async () => {
    expect(await post({ baseUrl: 'http://gateway.invalid' })).toMatchObject(neverSent);
  });

  test('https to a server of http', async () => {
    const { server, port } = await listening(createServer((_, response) => response.end()));
    expect(await post({ baseUrl: `https://127.0.0.1:${port}` })).toMatchObject(neverSent);
    server.close();
  });

  test('the server ends the connection before TLS is ready', async () => {
    const { server, port } = await listening(createTcpServer((socket) => socket.destroy()));
    expect(await post({ baseUrl: `https://127.0.0.1:${port}` })).toMatchObject(neverSent);
    server.close();
  });

  test('a dispatcher refuses the arguments of another version of undici', async () => {
    const dispatch = () => {
      throw Object.assign(new Error('invalid onRequestStart method'), { code: 'UND_ERR_INVALID_ARG' });
    };
    const dispatcher = { dispatch };
    expect(await post({ baseUrl: 'http://127.0.0.1:81', dispatcher })).toMatchObject(neverSent);
  });
});

describe('a server with a certificate that is not trusted', { tags: 'openssl' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
  let arrived = 0;
  const open = async () => {
    const options = { key: readFileSync(files.key), cert: readFileSync(files.cert) };
    return listening(
      createTlsServer(options, (_, response) => {
        arrived++;
        response.end();
      }),
    );
  };
  beforeAll(() => {
    const subject = ['-subj', '/CN=gateway.example', '-addext', 'subjectAltName=DNS:gateway.example'];
    const command = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', files.key];
    execFileSync(programPath('openssl'), [...command, '-out', files.cert, ...subject], { stdio: 'ignore' });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('gets no POST, and the outcome is known', async () => {
    const { server, port } = await open();
    const failed = await post({ baseUrl: `https://127.0.0.1:${port}` });
    expect(failed).toMatchObject(neverSent);
    expect(failed.message).toContain('self-signed certificate');
    expect(arrived).toBe(0);
    server.close();
  });
});

/** An error of `fetch` whose last causes have these properties. */
const failing = (...causes: object[]) => {
  const errors = causes.map((cause) => Object.assign(new Error('failed'), cause));
  const [first] = errors;
  const cause = errors.length > 1 ? Object.assign(new AggregateError(errors), { code: 'ETIMEDOUT' }) : first;
  return () => Promise.reject(new TypeError('fetch failed', { cause }));
};
const connect = (code: string) => ({ code, syscall: 'connect' });

test.each<[string, object[], object]>([
  ['no route', [connect('ENETUNREACH')], neverSent],
  ['a host that is down', [connect('EHOSTUNREACH')], neverSent],
  ['a connect that timed out', [connect('ETIMEDOUT')], neverSent],
  ['both families failed', [connect('ETIMEDOUT'), connect('ENETUNREACH')], neverSent],
  ['a lookup that failed', [{ code: 'ESERVFAIL', syscall: 'getaddrinfo' }], neverSent],
  ['a connect time-out of undici', [{ code: 'UND_ERR_CONNECT_TIMEOUT' }], neverSent],
  ['an expired certificate', [{ code: 'CERT_HAS_EXPIRED' }], neverSent],
  ['a self-signed certificate', [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }], neverSent],
  ['a certificate of another name', [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }], neverSent],
  ['one family was reset', [connect('ETIMEDOUT'), { code: 'ECONNRESET', syscall: 'read' }], unknown],
  ['a time-out of a read', [{ code: 'ETIMEDOUT', syscall: 'read' }], unknown],
  ['a reset while writing', [{ code: 'EPIPE', syscall: 'write' }], unknown],
  ['a reset', [{ code: 'ECONNRESET' }], unknown],
  ['an alert about the certificate of the client', [{ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }], unknown],
])('a POST with %s counts as sent or not by its facts', async (_, causes, expected) => {
  const fetch = failing(...causes);
  expect(await post({ baseUrl: 'https://gateway.example', fetch })).toMatchObject(expected);
});

test('a connection that was used and then reset leaves the outcome unknown', async () => {
  const server = await startCountingServer();
  const { baseUrl, count } = server.at(200, 1);
  expect(await post({ baseUrl })).toMatchObject({ message: 'undefined' });
  expect([await post({ baseUrl }), count()]).toMatchObject([unknown, 2]);
  await server.close();
});
