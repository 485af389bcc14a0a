import { redact } from 'payment-gateway-contract/internal/redaction';
import { isObject } from 'payment-gateway-contract/internal/util';
import { type Exchange, MASK, type Message } from './exchange.js';

/** Headers that the checks need. Redaction drops all others, because their content is unknown. */
const KEPT_HEADERS: ReadonlySet<string> = new Set([
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
export function redactExchange({ time, request, response }: Exchange, secrets: readonly string[] = []): Exchange {
  const { authorization = '' } = request.headers;
  const bearer = /^\s*(?:bearer\s+)?(\S+)\s*$/i.exec(authorization)?.[1] ?? MASK;
  const exchange = {
    // Without the user name, the password and the fragment.
    url: request.url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1').replace(/#.*/s, ''),
    sent: kept(request),
    returned: kept(response),
  };
  const hidden = redact(exchange, { personal: true, secrets: bearer === MASK ? secrets : [...secrets, bearer] });
  // If redaction could not traverse the exchange, hide everything.
  const { url, sent, returned } = (
    isObject(hidden) ? hidden : { url: '/v1/', sent: { headers: {} }, returned: { headers: {} } }
  ) as typeof exchange;
  const headers = authorization === '' ? sent.headers : { ...sent.headers, authorization: MASK };
  return {
    time,
    request: { method: request.method, url, ...sent, headers, body: masked(sent.body) },
    response: { status: response.status, ...returned, body: masked(returned.body) },
  };
}

function kept({ headers, body, omitted }: Message): Message {
  return {
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.has(name))),
    body,
    omitted,
  };
}

/** Finds card numbers, documents, phones and e-mail addresses in free text. Lengths are bounded, which keeps matching linear. */
const TELLING = /(?<![\w.])\d[\d .()/-]{9,30}\d(?!\w)|[^\s@"<>]{1,64}@[^\s@"<>]{1,200}\.[a-z]{2,20}/gi;

/** The expiry date of a card, as named in this API and others. */
const EXPIRY = /card_?expir|^(card_?)?(expiry|exp_?(date|month|year)|validade)$/i;

/** Payment codes, whose check digits the checks verify. */
const CODES: ReadonlySet<string> = new Set(['pix_qr_code', 'barcode_line']);

function masked(body: unknown): unknown {
  if (body === undefined) return undefined;
  const hide = (text: string) => (text.replaceAll(/\D/g, '').length >= 10 || text.includes('@') ? MASK : text);
  return JSON.parse(
    JSON.stringify(body, (key, node: unknown) => {
      if (EXPIRY.test(key) && (typeof node === 'string' || typeof node === 'number')) return MASK;
      const isFree = typeof node === 'string' && !CODES.has(key) && Number.isNaN(Date.parse(node));
      return isFree ? node.replace(TELLING, hide) : node;
    }),
  );
}
