import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { packageFile } from '../contract/package-files.js';
import { refuse, type WireResponse } from '../wire/response.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml',
};
const CONTRACT: Readonly<Record<string, string>> = {
  '/openapi.yaml': 'openapi.yaml',
  '/openapi.json': 'generated/openapi.json',
  '/openapi.portable.json': 'generated/openapi.portable.json',
};
const DOCS = '/docs/';
const NO_DOCS =
  'path: the docs are not served; start with --docs (option docs), or write them to a file with `payment-gateway docs`';

/** Whether a path belongs to the contract's files or to the docs. */
export function isStaticPath(path: string): boolean {
  return Object.hasOwn(CONTRACT, path) || `${path}/`.startsWith(DOCS);
}

/**
 * Responds with what stands beside the API: the contract and, if wanted, the rendered docs. Undefined for every other path.
 *
 * @param sending whether the docs may send their examples to this server: their pages get a script, and a policy that lets it
 */
export function staticFile(method: string, path: string, withDocs: boolean, sending = false): WireResponse | undefined {
  if (method !== 'GET') return undefined;
  const contract = CONTRACT[path];
  if (contract) return file(contract);
  if (!withDocs) {
    const isAskedFor = path.startsWith(DOCS) || `${path}/` === DOCS;
    return isAskedFor ? refuse(404, NO_DOCS) : undefined;
  }
  if (`${path}/` === DOCS) return { status: 308, headers: { location: DOCS } };
  if (!path.startsWith(DOCS)) return undefined;
  const name = path.slice(DOCS.length).replace(/(?<=^|\/)$/, 'index.html');
  // Only names that the docs can have: no way up, nothing hidden.
  if (!/^(?:[\w-]+(?:\.[\w-]+)*\/)*[\w-]+(?:\.[\w-]+)*$/.test(name)) {
    return refuse(404, 'path: the docs have no such page');
  }
  // A folder without its slash, such as /docs/pt-br: links in its page would lead one step too far up.
  if (extname(name) === '') return { status: 308, headers: { location: `${path}/` } };
  if (!sending) return file(`dist/docs/${name}`);
  if (/(?:^|\/)send\.js$/.test(name)) return file(`dist/send/${name}`);
  return extname(name) === '.html' ? withSending(file(`dist/docs/${name}`)) : file(`dist/docs/${name}`);
}

/** Published pages may connect to nobody; this one to where it came from. */
function withSending(page: WireResponse): WireResponse {
  if (!page.bytes) return page;
  const html = Buffer.from(page.bytes)
    .toString()
    .replace("connect-src 'none'", "connect-src 'self'")
    .replace('script-src ', "script-src 'self' ")
    .replace('</head>', '<script src="send.js" defer></script>\n</head>');
  return { ...page, bytes: Buffer.from(html) };
}

function file(name: string): WireResponse {
  try {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    return { status: 200, headers: { 'content-type': type }, bytes: readFileSync(packageFile(name)) };
  } catch {
    return refuse(404, 'path: this file is not there; `npm run docs` builds the docs');
  }
}
