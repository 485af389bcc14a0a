import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import {
  CONTRACT,
  DOCS_FAILURE,
  docsBuiltAt,
  NOT_FOUND,
  readDocsFile,
  withRootLinks,
} from 'payment-gateway-contract/docs';
import { refuse, type WireResponse } from 'payment-gateway-core/access';
import { contractFile } from 'payment-gateway-core/files';
import { escapeMarkup } from 'payment-gateway-core/util';
import { createFiles } from './serve-file.js';

const DOCS = '/docs/';
const NO_DOCS =
  'path: the docs are not served; start with --docs (option docs), or copy them to a folder with `npx payment-gateway-contract docs --out public`';
const NO_FILE = refuse(404, 'path: the docs have no such file');
const NOT_BUILT = refuse(404, 'path: this file is not there; `npm run docs` builds the docs');

/** Returns whether a path belongs to the contract's files or to the docs. */
export function isStaticPath(path: string): boolean {
  return Object.hasOwn(CONTRACT, path) || path.startsWith(DOCS) || `${path}/` === DOCS;
}

/**
 * Returns the handler for GET and HEAD requests to static paths. It serves the contract, and the rendered docs if enabled.
 *
 * @param sending adds a form to the docs that sends their examples to this server
 */
export function createStaticFiles(
  withDocs: boolean,
  sending: boolean,
): (path: string, headers: Record<string, string>) => Promise<WireResponse> {
  const serve = createFiles();
  const filesOfDocs = () =>
    createFiles(async (name) => {
      const file = await readDocsFile(name);
      if (extname(name) !== '.html') return file;
      const placed = Buffer.from(name.endsWith(NOT_FOUND) ? withRootLinks(file, DOCS) : file);
      // Marks a page for its scripts as served by a sandbox.
      return sending ? Buffer.from(placed.toString().replace('<html ', '<html data-sandbox ')) : placed;
    });
  let builtAt: number | undefined;
  let serveDocs = filesOfDocs();

  return async (path, headers) => {
    const contract = CONTRACT[path];
    if (contract !== undefined) return (await serve(contract, headers)) ?? NOT_BUILT;
    if (!withDocs) return refuse(404, NO_DOCS);
    if (`${path}/` === DOCS) return { status: 308, headers: { location: DOCS } };
    const name = path.slice(DOCS.length).replace(/(?<=^|\/)$/, 'index.html');
    // Allows only names that the docs can have: no parent folders, no hidden files.
    const isName = /^(?:[\w-]+(?:\.[\w-]+)*\/)*[\w-]+(?:\.[\w-]+)*$/.test(name);
    // A folder without a slash at the end, such as /docs/pt-br, would break the relative links of its page.
    if (isName && extname(name) === '') return { status: 308, headers: { location: `${path}/` } };
    const isPage = extname(name) === '.html';
    const ofContract = CONTRACT[`/${name}`];
    if (docsBuiltAt() !== builtAt) {
      builtAt = docsBuiltAt();
      serveDocs = filesOfDocs();
    }
    const found = isName && (await (ofContract === undefined ? serveDocs(name, headers) : serve(ofContract, headers)));
    if (found) return found;
    if (builtAt === undefined) return isPage ? await unbuiltPage() : NOT_BUILT;
    if (isName && !isPage) return NO_FILE;
    const missing = await serveDocs(name.startsWith('pt-br/') ? `pt-br/${NOT_FOUND}` : NOT_FOUND, {});
    return missing ? { ...missing, status: 404 } : NO_FILE;
  };
}

/** Returns the page for a clone without docs: `npm start` builds them while the sandbox runs. It says so, or why that failed, and opens them when they are built. */
async function unbuiltPage(): Promise<WireResponse> {
  const failure = await readFile(contractFile(DOCS_FAILURE), 'utf8').catch(() => undefined);
  const title = failure === undefined ? 'The docs are being built' : 'The docs were not built';
  const text =
    failure === undefined
      ? `<p>This page opens them when they are complete, usually within 20 seconds. The API and the console work already.</p>
<p>If nothing builds them, run <code>npm run docs</code>.</p>`
      : `<p>The API and the console work. The build of the docs ended with these lines:</p>
<pre style="overflow-x:auto">${escapeMarkup(failure)}</pre>
<p>Run <code>npm run docs</code>, which shows all of its output. This page opens the docs when they are built.</p>`;
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', refresh: '2' },
    bytes: Buffer.from(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<body style="max-width:36rem;margin:4rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif">
<h1>${title}</h1>
${text}
`),
  };
}
