import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { WireResponse } from 'payment-gateway-core/access';
import { contractFile } from 'payment-gateway-core/files';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml',
};

/**
 * Returns a function that returns the response with a file of the package, by its path in the package; undefined if the file is missing. The first request
 * for a file reads and compresses it; later ones share the result.
 *
 * @param read returns the bytes to serve for a name
 */
export function createFiles(
  read: (name: string) => Promise<Uint8Array> = (name) => readFile(contractFile(name)),
): (name: string, headers: Record<string, string>) => Promise<WireResponse | undefined> {
  const files = new Map<string, ReturnType<typeof prepare>>();

  return async (name, headers) => {
    const file = await find(name).catch(() => undefined);
    if (file === undefined) return undefined;
    const known = headers['if-none-match'] ?? '';
    if (known.includes(file.hash) || known.trim() === '*') return { status: 304, headers: file.headers };
    if (file.gzipped === undefined || !acceptsGzip(headers['accept-encoding'])) {
      return { status: 200, headers: file.headers, bytes: file.bytes };
    }
    return { status: 200, headers: { ...file.headers, 'content-encoding': 'gzip' }, bytes: file.gzipped };
  };

  function find(name: string): ReturnType<typeof prepare> {
    let file = files.get(name);
    if (file === undefined) {
      file = prepare(name);
      files.set(name, file);
      // A later request tries again, because the file may exist by then.
      file.catch(() => files.delete(name));
    }
    return file;
  }

  async function prepare(name: string) {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const bytes = await read(name);
    const hash = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`;
    const headers = {
      'content-type': type,
      // Weak, because the compressed form has the same ETag.
      etag: `W/${hash}`,
      // Astro puts a content hash into these names.
      'cache-control': /(?:^|\/)_astro\//.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    };
    // An image is compressed already.
    return { hash, headers, bytes, gzipped: type === 'image/png' ? undefined : await promisify(gzip)(bytes) };
  }
}

/** Returns whether an `Accept-Encoding` header lists gzip, or else everything, with a weight above 0. */
export function acceptsGzip(header = ''): boolean {
  const parts = header.split(',').map((part) => part.toLowerCase().replaceAll(/\s/g, ''));
  const found = ['gzip', '*'].map((name) => parts.find((part) => part.split(';', 1)[0] === name)).find(Boolean);
  return found !== undefined && Number(/;q=([^;]*)/.exec(found)?.[1] ?? 1) > 0;
}
