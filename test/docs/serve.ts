import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface Site {
  url: string;
  close: () => Promise<void>;
}

/** A static server of the smallest kind: the files of a folder, below a path. */
export async function serveBelow(path: string, folder: string): Promise<Site> {
  const server = createServer(async ({ url = '' }, response) => {
    const name = (url.split('?')[0] ?? '').slice(path.length).replace(/(?<=^|\/)$/, 'index.html');
    try {
      if (!url.startsWith(path)) throw new Error('not below the path');
      response
        .setHeader('content-type', name.endsWith('.html') ? 'text/html' : 'text/plain')
        .end(await readFile(join(folder, name)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
