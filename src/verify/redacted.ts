import { isObject } from '../contract/json.js';
import { redact } from '../redaction/index.js';
import { type Exchange, MASK } from './exchange.js';

/** Headers that the rules need. Redaction drops all others, because their content is unknown. */
const KEPT_HEADERS = new Set([
  'content-type',
  'retry-after',
  'location',
  'date',
  'server',
  'x-evidence',
  'x-sandbox',
  'x-mock',
  'sl-violations',
]);

/** Returns an exchange without card data, credentials, tokens and personal data, found by field name and by value. */
export function redactExchange(exchange: Exchange, secrets: readonly string[] = []): Exchange {
  const { request, response } = exchange;
  const bearer = /^\s*(?:bearer\s+)?(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
  const { origin, path, query } = split(request.url);
  const token = bearer === undefined || bearer === MASK ? [] : [bearer];
  const hidden = redact(
    { path, query, sent: request.body, returned: response.body },
    { personal: true, secrets: [...secrets, ...token, { sent: request.body }] },
  );
  // If redaction could not traverse the exchange, hide everything.
  const shown = isObject(hidden) ? hidden : { path: '/v1/', query: {} };
  const search = new URLSearchParams(
    Object.entries(isObject(shown.query) ? shown.query : {}).map(([name, value]) => [name, String(value)]),
  );
  return {
    ...(exchange.time === undefined ? {} : { time: exchange.time }),
    request: {
      method: request.method,
      url: `${origin}${String(shown.path)}${search.size > 0 ? `?${search}` : ''}`,
      headers: { ...kept(request.headers), ...(request.headers.authorization ? { authorization: MASK } : {}) },
      ...without(request, masked(shown.sent)),
    },
    response: {
      status: response.status,
      headers: kept(response.headers),
      ...without(response, masked(shown.returned)),
    },
  };
}

/** Finds card numbers, documents, phones and e-mail addresses in free text. Lengths are bounded, which keeps matching linear. */
const TELLING = /(?<![\w.])\d[\d .()/-]{9,30}\d(?!\w)|[^\s@"<>]{1,64}@[^\s@"<>]{1,200}\.[a-z]{2,20}/gi;

/** The expiry date of a card, as named in this API and others. */
const EXPIRY = /card_?expir|^(card_?)?(expiry|exp_?(date|month|year)|validade)$/i;

function masked(value: unknown): unknown {
  if (value === undefined) return undefined;
  return JSON.parse(
    JSON.stringify(value, (key, node: unknown) =>
      EXPIRY.test(key) && (typeof node === 'string' || typeof node === 'number')
        ? MASK
        : typeof node === 'string' && !isCode(key, node)
          ? node.replace(TELLING, hide)
          : node,
    ),
  );
}

/** Returns whether a text is a payment code, whose check digits the rules verify, or a time. Neither is masked. */
function isCode(key: string, text: string): boolean {
  return key === 'pix_qr_code' || key === 'barcode_line' || !Number.isNaN(Date.parse(text));
}

function hide(text: string): string {
  return text.replaceAll(/\D/g, '').length >= 10 || text.includes('@') ? MASK : text;
}

function kept(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.has(name)));
}

function without(message: { body?: unknown; omitted?: string }, body: unknown): { body?: unknown; omitted?: string } {
  if (message.body !== undefined) return { body };
  return message.omitted === undefined ? {} : { omitted: message.omitted };
}

/** Returns the parts of a URL, without the user name and password. */
function split(url: string): { origin: string; path: string; query: Record<string, string> } {
  if (!URL.canParse(url)) return { origin: '', path: url.split(/[?#]/)[0] ?? '', query: {} };
  const { protocol, host, pathname, searchParams } = new URL(url);
  return { origin: `${protocol}//${host}`, path: pathname, query: Object.fromEntries(searchParams) };
}
