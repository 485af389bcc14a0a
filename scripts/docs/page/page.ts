import { createHash } from 'node:crypto';
import type { DocsData } from '../browser/data.ts';
import { PICTURE } from '../picture/picture.ts';
import { escapeHtml } from '../text.ts';
import { favicon } from './favicon.ts';

/** What the one step after Redoc needs to know about the page. */
export interface PageDetails {
  /** For the `lang` of the page. */
  language: string;
  title: string;
  /** One sentence for search engines and link previews. */
  description: string;
  /** File of the picture that stands beside a link to the page where it is shared, below the page's folder. */
  picture: string;
  /** What the picture shows. */
  pictureAlt: string;
  /** The same page in every language, itself included: its code, and where it is, for search engines. */
  alternates?: { code: string; href: string }[];
  /** Extra CSS for the head. */
  styles?: string;
  /** Markup placed before Redoc's root: a bar, a sprite of diagrams. */
  before?: string;
  /** For the script of the page. */
  data: DocsData;
  /** The script of the page, which Redoc's calls. */
  script: string;
  /** Licence texts of what the page inlines, for a page that is copied alone. */
  licenses: string;
}

// Redoc fetches this image from the network to sign "API docs by"; the page signs with its name in text instead.
const logoAddress = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="16" viewBox="0 0 44 16"><text x="2" y="12" font-family="sans-serif" font-size="12" font-weight="700" fill="#4a7dff">Redoc</text></svg>',
)}`;

/** Turns Redoc's page into ours: nothing fetched, nothing sent, and a head that describes the page. */
export function finishPage(redocPage: string, details: PageDetails): string {
  assertTelemetryOff(redocPage);
  let page = replaceLogo(redocPage);
  page = page.replace('<html lang="en">', () => `<html lang="${details.language}">`);
  page = page.replace(/<title>[^<]*<\/title>/, () => head(details));
  page = fixAnchors(page);
  page = insertBefore(page, '<div id="redoc">', details.before ?? '');
  page = insertBefore(page, '<script type="module">', scripts(details));
  page = insertBefore(page, '</body>', `<!--\n${commentSafe(details.licenses)}\n-->\n`);
  return page.replace('<meta charset="utf8" />', () => `<meta charset="utf-8">\n  ${contentSecurityPolicy(page)}`);
}

/** Redoc reports page views unless its options say otherwise: a page without that option must not leave the build. */
function assertTelemetryOff(page: string): void {
  const options = /const __redoc_options = (\{.*\});/.exec(page)?.[1];
  if (options === undefined)
    throw new Error('No __redoc_options in the page: Redoc changed, adapt scripts/docs/page/page.ts');
  if (JSON.parse(options).disableTelemetry !== true) {
    throw new Error('The page would send telemetry: set `telemetry: off` in scripts/docs/redoc/redocly.yaml');
  }
}

/** Placed after the text, so that the text shows first, and before Redoc's module, which calls it. */
function scripts({ data, script }: PageDetails): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="docs-data">${json}</script>\n<script>${script.replace(/<\/(script)/gi, '<\\/$1')}</script>\n`;
}

function replaceLogo(page: string): string {
  const replaced = page.replace(logoAddress, () => logo);
  if (replaced === page)
    throw new Error('Redoc no longer fetches its logo: drop replaceLogo from scripts/docs/page/page.ts');
  return replaced;
}

/** Redoc renders the links of the side bar for a server with routes; as a file they have to lead into the page itself. */
function fixAnchors(page: string): string {
  const start = page.indexOf('<div id="redoc">');
  const end = page.indexOf('<script type="module">', start);
  return page.slice(0, start) + page.slice(start, end).replaceAll(' href="/', ' href="#/') + page.slice(end);
}

function head(details: PageDetails): string {
  const title = escapeHtml(details.title);
  const description = escapeHtml(details.description);
  const lines = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:image" content="${escapeHtml(details.picture)}">`,
    `<meta property="og:image:type" content="image/png">`,
    `<meta property="og:image:width" content="${PICTURE.width}">`,
    `<meta property="og:image:height" content="${PICTURE.height}">`,
    `<meta property="og:image:alt" content="${escapeHtml(details.pictureAlt)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    `<link rel="icon" href="${favicon}">`,
    '<link rel="license" href="licenses.txt">',
  ];
  for (const { code, href } of details.alternates ?? []) {
    lines.push(`<link rel="alternate" hreflang="${code}" href="${escapeHtml(href)}">`);
  }
  if (details.styles) lines.push(`<style>${details.styles}</style>`);
  return lines.join('\n  ');
}

/** Allows the page's own scripts by hash, its inline styles, data images and Redoc's blob workers: nothing else. */
function contentSecurityPolicy(page: string): string {
  const hashes = [...page.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    "connect-src 'none'",
    `script-src ${hashes.join(' ')}`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
}

function insertBefore(page: string, mark: string, text: string): string {
  const at = page.lastIndexOf(mark);
  if (at < 0) throw new Error(`No ${mark} in the page: Redoc changed, adapt scripts/docs/page/page.ts`);
  return page.slice(0, at) + text + page.slice(at);
}

/** An HTML comment ends at the first `-->` and may not hold `--!>` either. */
function commentSafe(text: string): string {
  return text.replaceAll('--', '- -');
}
