/** The files of the pages, as `npm run build` bundles them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { packageFile } from '../../mock/contract/package-files.js';
import type { OwnRequest } from '../../mock/control/own-paths.js';
import { refuse, type WireResponse } from '../../mock/wire/response.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

export function asset({ method, path, headers }: OwnRequest): WireResponse {
  if (method !== 'GET' && method !== 'HEAD') {
    return refuse(405, 'method: this path answers GET, HEAD only', { allow: 'GET, HEAD' });
  }
  const [, name = ''] = /\/assets\/([a-z0-9]+\.[a-z]+)$/.exec(path) ?? [];
  const type = TYPES[extname(name)];
  const bytes = type === undefined ? undefined : read(name);
  if (type === undefined || bytes === undefined) return refuse(404, 'path: the pages have no such file');
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`;
  const sent = { 'content-type': type, etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
  if (headers['if-none-match'] === etag) return { status: 304, headers: sent };
  return { status: 200, headers: sent, bytes };
}

function read(name: string): Uint8Array | undefined {
  try {
    return readFileSync(packageFile(`dist/pages/${name}`));
  } catch {
    return undefined;
  }
}
