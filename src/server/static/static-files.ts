import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { packageFile } from '../../contract/package-files.js';
import { refuse, type WireResponse } from '../wire/response.js';
import { createFiles } from './files.js';

const CONTRACT: Readonly<Record<string, string>> = {
  '/openapi.yaml': 'openapi.yaml',
  '/openapi.json': 'generated/openapi.json',
  '/openapi.portable.json': 'generated/openapi.portable.json',
};
const DOCS = '/docs/';
const NO_DOCS =
  'path: the docs are not served; start with --docs (option docs), or write them to a file with `payment-gateway docs`';
const NO_PAGE = refuse(404, 'path: the docs have no such page');
/** `npm start` builds the docs while the sandbox runs. */
const BUILDING: WireResponse = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', refresh: '2' },
  bytes: Buffer.from(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>The docs are being built</title>
<body style="max-width:36rem;margin:4rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif">
<h1>The docs are being built</h1>
<p>This page opens them when they are complete, usually within 20 seconds. The API and the console work already.</p>
<p>If nothing builds them, run <code>npm run docs</code>.</p>
`),
};
const NOT_BUILT = refuse(404, 'path: this file is not there; `npm run docs` builds the docs');

/** Whether a path belongs to the contract's files or to the docs. */
export function isStaticPath(path: string): boolean {
  return Object.hasOwn(CONTRACT, path) || path.startsWith(DOCS) || `${path}/` === DOCS;
}

/**
 * Returns what responds to GET and HEAD of a static path: with the contract and, if wanted, with the rendered docs.
 *
 * @param sending whether the docs may send their examples to this server: their pages then show a form for it
 */
export function createStaticFiles(
  withDocs: boolean,
  sending: boolean,
): (path: string, headers: Record<string, string>) => Promise<WireResponse> {
  const serve = createFiles((name, bytes) => (sending && extname(name) === '.html' ? forSandbox(bytes) : bytes));

  return async (path, headers) => {
    const contract = CONTRACT[path];
    if (contract !== undefined) return (await serve(contract, headers)) ?? NOT_BUILT;
    if (!withDocs) return refuse(404, NO_DOCS);
    if (`${path}/` === DOCS) return { status: 308, headers: { location: DOCS } };
    const name = path.slice(DOCS.length).replace(/(?<=^|\/)$/, 'index.html');
    // Only names that the docs can have: no way up, nothing hidden.
    if (!/^(?:[\w-]+(?:\.[\w-]+)*\/)*[\w-]+(?:\.[\w-]+)*$/.test(name)) return NO_PAGE;
    // A folder without its slash, such as /docs/pt-br: relative links in its page would be wrong.
    if (extname(name) === '') return { status: 308, headers: { location: `${path}/` } };
    const file = await serve(`dist/docs/${name}`, headers);
    if (file) return file;
    return extname(name) === '.html' && !existsSync(packageFile('dist/docs')) ? BUILDING : NOT_BUILT;
  };
}

/** Tells the scripts of a page that a sandbox serves it. */
function forSandbox(page: Buffer): Buffer {
  return Buffer.from(page.toString().replace('<html ', '<html data-sandbox '));
}
