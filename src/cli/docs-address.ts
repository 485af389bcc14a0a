import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * The address at which docs are published, with a slash at its end.
 * @throws Error when it is no address of a folder
 */
export function siteAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new Error('the address of the docs must be like https://docs.example/api/, without ? and #');
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/**
 * Writes into every page and llms.txt below a folder where it is published: pictures of shared links, search engines and
 * programs want whole addresses. What is published elsewhere is addressed anew from docs that know no address.
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

/** The head of a page names the page's own address, and whole addresses of its picture and of the same page in other languages. */
function addressPage(page: string, url: URL): string {
  const end = page.indexOf('</title>');
  const close = page.indexOf('<style', end);
  const head = page
    .slice(end, close)
    .replace(/(<meta property="og:image" content=")([^"]*)/, (_, tag: string, to: string) => tag + escaped(to, url))
    .replace(/(<link rel="alternate" [^>]*href=")([^"]*)/g, (_, tag: string, to: string) => tag + escaped(to, url))
    // What an earlier address left.
    .replace(/ *<link rel="canonical"[^>]*>\n| *<meta property="og:url"[^>]*>\n/g, '');
  const own = `<link rel="canonical" href="${escaped('', url)}">\n  <meta property="og:url" content="${escaped('', url)}">\n  `;
  return end < 0 || close < 0 ? page : page.slice(0, end) + head + own + page.slice(close);
}

function addressIndex(text: string, url: URL): string {
  return text.replace(/\]\(([^)\s]+)\)/g, (_, to: string) => `](${new URL(to, url).href})`);
}

function escaped(to: string, url: URL): string {
  return new URL(to, url).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
