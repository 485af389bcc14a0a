import { maskPixCode } from 'payment-gateway-contract/internal/codes';
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
    body: withoutPayees(body),
    omitted,
  };
}

/** A Pix code in a text. The bound keeps matching linear. */
const PIX_CODE = /(000201.{20,600}?6304[\da-f]{4})/is;

/**
 * Masks a text that is a Pix code, or has one in it: a code contains the payee's key, which is often a CPF, a name and a city.
 * Applies `change` to the rest of a text.
 */
function maskCodes(text: string, key: string, change = (rest: string) => rest): string {
  const mask = (code: string) => maskPixCode(code) ?? MASK;
  if (key === 'pix_qr_code' || text.startsWith('000201')) return mask(text);
  return text
    .split(PIX_CODE)
    .map((part, index) => (index % 2 ? mask(part) : change(part)))
    .join('');
}

/** Comes before all other redaction, which could hide a part of a code and make it unreadable. */
function withoutPayees(body: unknown): unknown {
  try {
    return body === undefined
      ? undefined
      : JSON.parse(
          JSON.stringify(body, (key, node: unknown) => (typeof node === 'string' ? maskCodes(node, key) : node)),
        );
  } catch {
    return body; // Nested too deeply. Redaction cuts it, and `masked` masks the rest.
  }
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
      if (typeof node !== 'string') return node;
      if (CODES.has(key) || !Number.isNaN(Date.parse(node))) return maskCodes(node, key);
      return maskCodes(node, key, (rest) => rest.replace(TELLING, hide));
    }),
  );
}
