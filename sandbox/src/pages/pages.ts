/** The pages for browsers. They are empty; a script fills them with the data that it requests. */
import { readFile } from 'node:fs/promises';
import { refuse, type WireResponse } from 'payment-gateway-core/access';
import type { Engine } from '../engine/index.js';
import { packageFile } from '../package-files.js';
import type { OwnPaths, OwnRequest } from '../server/index.js';
import { createFiles } from '../server/index.js';
import { findPage } from './views.js';

/** The languages of the buyer pages. */
type Language = 'pt-BR' | 'en';

/** Returns the first of the two languages that the browser lists. Returns Portuguese without a header, and English if it lists neither. */
export function languageOf(accept = ''): Language {
  const first = /(?<![\w-])(?:pt|en)\b|\*/i.exec(accept)?.[0].toLowerCase();
  return first === 'en' || (first === undefined && accept.trim() !== '') ? 'en' : 'pt-BR';
}

/** Allows only the sandbox's own files. Forbids inline code, markup from text, and framing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  // No text can become markup or code, also by a mistake in a script of the pages.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  // Keeps the key in the address from the shop.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const NO_FILE = refuse(404, 'path: the pages have no such file');

/** Serves the bundled files of the pages from `npm run build`. */
export function createAssets(): OwnPaths['respond'] {
  const serve = createFiles((name) => readFile(packageFile(name)));
  return async ({ method, path, headers }) => {
    const name = /\/assets\/([a-z0-9]+\.(?:css|js|svg|txt))$/.exec(path)?.[1];
    return (
      refusedMethod(method) ?? (name === undefined ? undefined : await serve(`dist/pages/${name}`, headers)) ?? NO_FILE
    );
  };
}

/** What the console must know before its first request. */
export interface ConsoleOptions {
  readonly perToken: boolean;
  /** Whether the sandbox serves the docs. */
  readonly docs: boolean;
}

/** Returns the console for the root of the sandbox's own paths; undefined for any other path. */
export function consolePage({ method, path, headers }: OwnRequest, options: ConsoleOptions): WireResponse | undefined {
  if (path === '/_sandbox') return { status: 308, headers: { location: '/_sandbox/' } };
  if (path !== '/_sandbox/') return undefined;
  return (
    refusedMethod(method) ??
    page('console', { language: languageOf(headers['accept-language']), assets: 'assets/', ...options })
  );
}

/** Returns the page of a link, a payment or a 3DS authentication; undefined for the requests of its script. */
export async function buyerPage(
  engine: Engine,
  { method, path, headers }: OwnRequest,
): Promise<WireResponse | undefined> {
  const [, name, key = ''] = /^\/_sandbox\/(pay|3ds)\/?([^/]*)$/.exec(path) ?? [];
  if ((name !== 'pay' && name !== '3ds') || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const isThere = (await findPage(engine, name, key)) !== undefined;
  const response = page(isThere ? name : 'unknown', {
    language: languageOf(headers['accept-language']),
    assets: '../assets/',
  });
  return { ...response, status: isThere ? 200 : 404 };
}

function refusedMethod(method: string): WireResponse | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  return refuse(405, 'method: this path answers GET, HEAD only', { allow: 'GET, HEAD' });
}

function page(
  name: 'console' | 'pay' | '3ds' | 'unknown',
  { language, assets, perToken, docs }: { language: Language; assets: string } & Partial<ConsoleOptions>,
): WireResponse {
  const script = name === 'console' ? 'console' : 'buyer';
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Sandbox</title>
<link rel="icon" href="${assets}icon.svg">
<link rel="stylesheet" href="${assets}${script}.css">
<script type="module" src="${assets}${script}.js"></script>
<body>
<div id="page" data-page="${name}"${perToken ? ' data-accounts="per-token"' : ''}${docs ? ' data-docs' : ''}><noscript><p class="notice wait">${
    language === 'en'
      ? 'This page needs JavaScript. Turn it on for this address in your browser.'
      : 'Esta página precisa de JavaScript. Ative o JavaScript para este endereço no navegador.'
  }</p></noscript></div>
</body>
</html>
`;
  return { status: 200, headers: { ...HEADERS, vary: 'accept-language' }, bytes: new TextEncoder().encode(html) };
}
