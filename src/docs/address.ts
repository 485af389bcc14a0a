import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * Returns the address where docs are published, with a slash at its end.
 * @throws Error unless it is the address of a folder
 */
export function siteAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new Error('--site: must be an address like https://docs.example/api/, without a user, ? or #');
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/**
 * Writes the published address into every page and llms.txt below a folder, because link previews, search engines and
 * programs need full URLs. You can run it again with another address.
 */
export function addressDocs(folder: string, site: URL): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const change = name.endsWith('index.html') ? addressPage : name.endsWith('llms.txt') ? addressIndex : undefined;
    if (!change) continue;
    const file = join(folder, name);
    const below = relative(folder, dirname(file)).split(sep).filter(Boolean).map(encodeURIComponent);
    const url = new URL(below.map((part) => `${part}/`).join(''), site);
    writeFileSync(file, change(readFileSync(file, 'utf8'), url));
  }
}

/** Adds the URLs of a page, its picture and its translations to its head. */
function addressPage(page: string, url: URL): string {
  const end = page.indexOf('</head>');
  if (end < 0) return page;
  const head = page
    .slice(0, end)
    .replace(/(<meta property="og:image" content=")([^"]*)/, (_, tag: string, to: string) => tag + escaped(to, url))
    .replace(/(<link rel="alternate" [^>]*href=")([^"]*)/g, (_, tag: string, to: string) => tag + escaped(to, url))
    // Removes the tags of an earlier run.
    .replace(/<link rel="canonical"[^>]*>|<meta property="og:url"[^>]*>/g, '');
  const own = `<link rel="canonical" href="${escaped('', url)}"><meta property="og:url" content="${escaped('', url)}">`;
  return head + own + page.slice(end);
}

function addressIndex(text: string, url: URL): string {
  return text.replace(/\]\(([^)\s]+)\)/g, (_, to: string) => `](${new URL(to, url).href})`);
}

/** Returns an address for an attribute. Of the characters of markup, an address has only `&`. */
function escaped(to: string, url: URL): string {
  return new URL(to, url).href.replaceAll('&', '&amp;');
}
