import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../test/listen.ts';
import { programPath } from '../../../test/programs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createSender } from '../../src/events/sender.js';

const folder = temporaryFolder('tls');

/** Returns why an event does not reach a receiver with HTTPS. */
async function failureAt(server: Server, host = '127.0.0.1'): Promise<string | undefined> {
  const { port } = new URL(await listen(server));
  const sender = createSender({ allowRemote: false, timeout: 60_000 });
  onTestFinished(() => sender.close());
  const { attempt } = await sender.send(`https://${host}:${port}/hook`, '{}');
  return attempt.error;
}

test('a receiver without TLS gets a sentence', async () => {
  expect(await failureAt(createServer())).toMatch(/^no TLS is spoken there: use an address with http:\/\/ \(\w+\)$/);
});

test('a receiver whose certificate is not trusted gets a sentence', { tags: 'openssl' }, async () => {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', keyFile, '-out', certFile];
  execFileSync(programPath('openssl'), ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  });
  const receiver = createSecureServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) });
  expect(await failureAt(receiver, 'localhost')).toMatch(
    /^the certificate is not trusted: start the sandbox with NODE_EXTRA_CA_CERTS=.* \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
  );
});
