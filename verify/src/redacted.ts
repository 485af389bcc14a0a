import { redact } from 'payment-gateway-contract';
import { isCnpj, maskPixCode, withoutPunctuation } from 'payment-gateway-core/codes';
import { isObject } from 'payment-gateway-core/util';
import { type Exchange, MASK, type Message } from './exchange.js';

/** Headers that the checks need. Redaction drops all others, because their content is unknown. */
const KEPT_HEADERS = /^(content-type|retry-after|location|date|server|x-evidence|x-sandbox|sl-violations)$/;

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
  const all = bearer === MASK ? secrets : [...secrets, bearer];
  const hidden = redact(exchange, { personal: true, secrets: all.flatMap(inAllForms) });
  // If redaction could not traverse the exchange, hide everything.
  const { url, sent, returned } = (
    isObject(hidden) ? hidden : { url: '/v1/', sent: { headers: {} }, returned: { headers: {} } }
  ) as typeof exchange;
  const headers = authorization === '' ? sent.headers : { ...sent.headers, authorization: MASK };
  return {
    time,
    request: { method: request.method, url: url.replace(ADDRESS, MASK), ...sent, headers, body: masked(sent.body) },
    response: { status: response.status, ...returned, body: masked(returned.body) },
  };
}

/** A shorter text in Base64 may occur by chance. */
const SHORTEST_IN_BASE64 = 8;

/** Returns a secret, and what Base64 makes of it wherever it begins in the encoded text: the characters that no neighbor changes. */
function inAllForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < SHORTEST_IN_BASE64) return [secret];
  const encoded = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [...new Set([secret, ...encoded])];
}

function kept({ headers, body, omitted }: Message): Message {
  return {
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.test(name))),
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
const TELLING = /(?<![\w.])\d[\d .()/-]{9,30}\d(?!\w)|[^\s@"<>]{1,64}(?:@|%40)[^\s@"<>]{1,200}\.[a-z]{2,20}/gi;

/** A CPF or CNPJ as people print it, also right after another character, and a CNPJ with letters. */
const DOCUMENT =
  /\d{3}\.\d{3}\.\d{3}-\d{2}|[a-z\d]{2}\.[a-z\d]{3}\.[a-z\d]{3}\/[a-z\d]{4}-\d{2}|(?<![a-z\d])[a-z\d]{12}\d{2}(?![a-z\d])/gi;

/** A random Pix key in a sentence about keys. Elsewhere such a value is an id. */
const RANDOM_KEY = /(?<=\b(?:chave|pix|key)\b[^\n]{0,40})[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** An e-mail address in a URL, such as that of a search. */
const ADDRESS = /(?<=[=/])[^\s/?&=@%]{1,64}(?:@|%40)[^\s/?&=@]{1,200}/gi;

/** Hides personal data in a sentence. */
function withoutPersons(text: string): string {
  const hide = (found: string) => (found.replaceAll(/\D/g, '').length >= 10 || /@|%40/.test(found) ? MASK : found);
  const hideDocument = (found: string) => (/[./-]/.test(found) || isCnpj(withoutPunctuation(found)) ? MASK : found);
  return text.replace(RANDOM_KEY, MASK).replace(DOCUMENT, hideDocument).replace(TELLING, hide);
}

/** The expiry date of a card, as named in this API and others. */
const EXPIRY = /card_?expir|^(card_?)?(expiry|exp_?(date|month|year)|validade)$/i;

/** Payment codes, whose check digits the checks verify. */
const CODES: ReadonlySet<string> = new Set(['pix_qr_code', 'barcode_line']);

const hidden = (text: string, key = ''): string => maskCodes(text, key, withoutPersons);

function masked(body: unknown): unknown {
  if (body === undefined) return undefined;
  return JSON.parse(
    JSON.stringify(body, (key, node: unknown) => {
      // The names of members may be data, too.
      if (isObject(node) && Object.keys(node).some((name) => hidden(name) !== name))
        return Object.fromEntries(Object.entries(node).map(([name, value]) => [hidden(name), value]));
      if (EXPIRY.test(key) && (typeof node === 'string' || typeof node === 'number')) return MASK;
      if (typeof node !== 'string') return node;
      if (CODES.has(key) || !Number.isNaN(Date.parse(node))) return maskCodes(node, key);
      return hidden(node, key);
    }),
  );
}
