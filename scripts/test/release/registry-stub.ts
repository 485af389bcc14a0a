/** A registry that keeps what npm sends it, to see a package as the registry would show it. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** What a registry shows of a version: its package.json, and the README of its page. */
export interface Shown {
  readonly name: string;
  readonly readme: string;
  readonly readmeFilename: string;
  readonly [field: string]: unknown;
}

/** Publishes packages, by their folders or tarballs, and returns what the registry would show of each, in the same order. */
export async function shownOf(packages: readonly string[]): Promise<Shown[]> {
  const shown: Shown[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'PUT') {
      const { versions } = (await json(request)) as { versions: Record<string, Shown> };
      shown.push(...Object.values(versions));
    }
    response.writeHead(request.method === 'PUT' ? 201 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}/`;
    for (const one of packages) {
      const options = ['--ignore-scripts', '--registry', `http://${address}`, `--//${address}:_authToken=token`];
      await promisify(execFile)('npm', ['publish', one, ...options], { shell: process.platform === 'win32' });
    }
  } finally {
    server.close();
  }
  return shown;
}
