import type { WireResponse } from 'payment-gateway-core/access';
import { escapeMarkup } from 'payment-gateway-core/util';

export interface Landing {
  /** A description of the server in one line. */
  what: string;
  /** Entries with a description. An entry that is only a path becomes a link. */
  places: readonly (readonly [place: string, what: string])[];
}

/** Returns the response to `GET /`, a short description of the server: HTML for browsers, otherwise text. */
export function landingPage({ what, places }: Landing, accept = ''): WireResponse {
  if (/\btext\/html\b/i.test(accept)) return page('text/html', html(what, places));
  const width = Math.max(...places.map(([place]) => place.length));
  const lines = places.map(([place, what]) => `  ${place.padEnd(width)}  ${what}`);
  return page('text/plain', `${what}\n\n${lines.join('\n')}\n`);
}

function html(what: string, places: Landing['places']): string {
  const rows = places.map(([place, what]) => `<dt>${link(place)}</dt><dd>${escapeMarkup(what)}</dd>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(what)}</title>
<h1>${escapeMarkup(what)}</h1>
<dl>
${rows.join('\n')}
</dl>
</html>
`;
}

/** Links a path. An entry with a method or a token cannot be a link. */
function link(place: string): string {
  const shown = `<code>${escapeMarkup(place)}</code>`;
  return /^\/[\w./-]*$/.test(place) ? `<a href="${place}">${shown}</a>` : shown;
}

function page(type: string, text: string): WireResponse {
  const headers = { 'content-type': `${type}; charset=utf-8`, vary: 'accept' };
  return { status: 200, headers, bytes: new TextEncoder().encode(text) };
}
