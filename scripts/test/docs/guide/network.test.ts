import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type SandboxServer, startSandbox } from '../../../../sandbox/src/index.js';
import { listen } from '../../../../test/listen.ts';
import { programPath } from '../../../../test/programs.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { listingsOf, transpiled } from '../listings.ts';

// Runs the code of the guide "Behind a proxy, client certificates, Next.js".

const run = promisify(execFile);
let sandbox: SandboxServer;
// Inside the package, so that a listing can import the built package by its name.
const folder = temporaryFolder('network', resolve('dist'));
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, log: 'silent', accounts: 'per-token' });
  process.env.PAYMENT_GATEWAY_TOKEN = 'network';
  for (const { file, code } of listingsOf('ts').filter(({ guide }) => guide === 'network'))
    await writeFile(
      join(folder, file.replace(/ts$/, 'mjs')),
      transpiled(code.replaceAll('http://127.0.0.1:4010', sandbox.url)),
    );
});
afterAll(async () => {
  delete process.env.PAYMENT_GATEWAY_TOKEN;
  await sandbox?.close();
});

const load = (name: string) => import(`${pathToFileURL(join(folder, `${name}.mjs`))}`);

test('proxy.ts sends through the proxy', async () => {
  const targets: unknown[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url = '' }, socket) => {
    targets.push(url);
    const { port } = new URL(`http://${url}`);
    const target = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const one of [socket, target]) one.on('error', () => target.destroy());
  });
  process.env.HTTPS_PROXY = await listen(proxy);
  onTestFinished(() => void delete process.env.HTTPS_PROXY);
  const { client } = await load('proxy');
  const body = { payment_method: 'pix', amount: 100 };
  expect((await client.POST('/v1/transactions', { body })).data).toMatchObject({ amount: 100 });
  expect(targets).toEqual([new URL(sandbox.url).host]);
});

test('certificate.ts sends the certificate that the gateway asks for', { tags: 'openssl' }, async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes'];
  await run(programPath('openssl'), [...kind, ...subject, '-keyout', key, '-out', cert]);
  const files = { key: readFileSync(key), cert: readFileSync(cert), ca: readFileSync(cert) };
  const server = createHttpsServer({ ...files, requestCert: true, rejectUnauthorized: true }, (_, response) => {
    response.setHeader('content-type', 'application/json').end('{"total":0}');
  });
  const baseUrl = (await listen(server)).replace('http:', 'https:');
  const { clientWith } = await load('certificate');
  expect((await clientWith(baseUrl, files).GET('/v1/customers')).data).toEqual({ total: 0 });
  await expect(clientWith(baseUrl, { ca: files.ca }).GET('/v1/customers', { retries: 0 })).rejects.toThrow();
});

test('route.ts answers with the plans', async () => {
  const { GET } = await load('route');
  expect(await (await GET()).json()).toMatchObject({ total: 0 });
});
