import { extname } from 'node:path';
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
const NOT_BUILT = refuse(404, 'path: this file is not there; `npm run docs` builds the docs');

/** Whether a path belongs to the contract's files or to the docs. */
export function isStaticPath(path: string): boolean {
  return Object.hasOwn(CONTRACT, path) || path.startsWith(DOCS) || `${path}/` === DOCS;
}

/**
 * Returns what responds to GET and HEAD of a static path: with the contract and, if wanted, with the rendered docs.
 *
 * @param sending whether the docs may send their examples to this server: their pages get a script, and a policy that lets it
 */
export function createStaticFiles(
  withDocs: boolean,
  sending: boolean,
): (path: string, headers: Record<string, string>) => Promise<WireResponse> {
  const serve = createFiles((name, bytes) => (sending && extname(name) === '.html' ? withSending(bytes) : bytes));

  return async (path, headers) => {
    const contract = CONTRACT[path];
    if (contract !== undefined) return (await serve(contract, headers)) ?? NOT_BUILT;
    if (!withDocs) return refuse(404, NO_DOCS);
    if (`${path}/` === DOCS) return { status: 308, headers: { location: DOCS } };
    const name = path.slice(DOCS.length).replace(/(?<=^|\/)$/, 'index.html');
    // Only names that the docs can have: no way up, nothing hidden.
    if (!/^(?:[\w-]+(?:\.[\w-]+)*\/)*[\w-]+(?:\.[\w-]+)*$/.test(name)) return NO_PAGE;
    // A folder without its slash, such as /docs/pt-br: links in its page would lead one step too far up.
    if (extname(name) === '') return { status: 308, headers: { location: `${path}/` } };
    const folder = sending && /(?:^|\/)send\.js$/.test(name) ? 'dist/send' : 'dist/docs';
    return (await serve(`${folder}/${name}`, headers)) ?? NOT_BUILT;
  };
}

/** Published pages may not connect to any server. These may connect to the one that serves them. */
function withSending(page: Buffer): Buffer {
  const html = page
    .toString()
    .replace("connect-src 'none'", "connect-src 'self'")
    .replace('script-src ', "script-src 'self' ")
    .replace('</head>', '<script src="send.js" defer></script>\n</head>');
  return Buffer.from(html);
}
