import { personalFields, sensitiveFields } from '../generated/fields.js';
import { testCardNumbers } from '../generated/test-values.js';
import { createMask, mask } from './mask-text.js';

export interface RedactOptions {
  /** Also hides what the LGPD calls personal data: names, documents, e-mail, phone, addresses, bank accounts, Pix keys. By field name only. */
  readonly personal?: boolean | undefined;
  /** More values to hide: a string, such as a token, or an object, such as a request body, whose sensitive fields are hidden by value. */
  readonly secrets?: readonly unknown[] | undefined;
  /** `false` hides by value only. Error responses need it, because their sentences begin with the name of a field. */
  readonly fields?: boolean | undefined;
}

const endingIn = (before: string, fields: readonly string[], others: string): RegExp =>
  new RegExp(`${before}(${[...fields.map(inWords), others].join('|').replaceAll('_', '_?')})[_.]*$`);
/** What HTTP and other systems call their secrets. The last words of a name decide: `token_count` is a count. */
const secrets = '((proxy|set)_)?(authorization|cookies?)|((access|refresh|id|auth)_)?token|jwt|(client_)?secrets?';
const codes =
  '(api|access|secret|private)_key|pass(words?|wd|phrase)|pwd|senha|pan|pin|cv[vc]|security_code|codigo_(de_)?seguranca';
const sensitive = /* @__PURE__ */ endingIn('(^|[_.])', sensitiveFields, `card_numbers|${secrets}|${codes}`);
/** Common words (`name`, `state`) are among them, so the whole name must be one. */
const persons = 'cpf|cnpj|pix_key|chave(_pix)?|documents|phone|phone_number|ip';
const personal = /* @__PURE__ */ endingIn('(^|\\.)', personalFields, persons);
/** `card[cardNumber2]` becomes `card.card_number_.`. Of a long name, only the end is read. */
function inWords(name: string): string {
  const parts = name.slice(-100).replace(/(?:[.[\]]|%5[BD])+/gi, '.');
  return parts.replace(/([a-z])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])|[^A-Za-z.]+/g, '$1$2_').toLowerCase();
}

type Test = (name: string) => boolean;
/** Returns whether the value under a name is a secret, however the name is spelled: `card_number`, `cardNumber`, `card[card_number]`. */
export const isSensitive: Test = (name) => sensitive.test(inWords(name));
const isSensitiveOrPersonal: Test = (name) => isSensitive(name) || personal.test(inWords(name));

/**
 * Returns a copy of `value`, as JSON would carry it, that you can log. `[redacted]` replaces
 * - values under a sensitive name, in any spelling, also in a text with JSON, a query or a form: those of the contract (card number,
 *   security code, credentials), and `token`, `password`, `secret`, `cookie`, `authorization` and similar names;
 * - the same values where they appear again, in keys, numbers and texts; values of three to seven characters where they stand alone;
 * - card numbers, recognized by prefix, length and Luhn's check digit, as digits or in groups, except published test cards;
 * - `Bearer …` and `Basic …`, JWT, `sk_live_…`, PEM blocks, and the password in `https://user:password@host`;
 * - objects that cannot be read, everything below 250 levels, and a value with over a million members or 1,000 secrets. Never throws.
 */
export function redact(value: unknown, { personal, secrets = [], fields }: RedactOptions = {}): unknown {
  const found = new Set<string>();
  const isHidden = fields === false ? () => false : personal ? isSensitiveOrPersonal : isSensitive;
  try {
    for (const secret of secrets) copyOf(typeof secret === 'string' ? { secret } : secret, isSensitive, found);
    return copyOf(
      copyOf(value, isHidden, found),
      () => false,
      found,
      createMask(spellings(found), hideTokens, testCardNumbers),
    );
  } catch {
    return mask;
  }
}

/** Secrets that their form gives away. The mask replaces what follows the first group. `Basic plan` and `bearer token` name no credentials. */
const tokens = [
  /\b((?:[Bb]earer|BEARER)[ \t]+(?!tokens?\b)|[Bb]asic[ \t]+(?![A-Z]?[a-z]+\b))[\w.~+/=-]+/g,
  /(:\\?\/\\?\/[^\s/?#:"<>\\]*:)[^\s/?#"<>\\]+(?=@)/g, // The password in an address. JSON may escape the slashes.
  /()(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|\b(?:[rs]k_(?:live|test)|whsec)_\w{8,}/g,
  /()-----BEGIN [A-Z\d ]{1,40}-----[\s\S]*?(?:-----END [A-Z\d ]{1,40}-----|$)/g,
];
const hideTokens = (text: string): string =>
  /earer|asic|@|eyJ|_live_|_test_|whsec_|-----/i.test(text)
    ? tokens.reduce((shown, form) => shown.replace(form, `$1${mask}`), text)
    : text;

/** Returns the secrets as others write them: without their scheme, and as digits or in groups of four. Test cards are no secrets. */
function spellings(secrets: Iterable<string>): Set<string> {
  const all = [...secrets].flatMap((secret) => {
    const grouped = ['', ' ', '-'].map((gap) => secret.replace(/[ .-]/g, '').replace(/\d{4}(?=\d)/g, `$&${gap}`));
    return [secret, secret.replace(/^(?:Bearer|Basic|Token)\s+/i, ''), ...grouped];
  });
  return new Set(all.filter((secret) => !testCardNumbers.includes(secret.replace(/\W/g, ''))));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Returns whether a value is empty, or only shows whether a value exists. */
const isHarmless = (value: unknown) => !isObject(value) && /^(null|true|false|undefined)?$/.test(String(value));
/** A name in a text, perhaps with a quote behind it, and the sign before its value. */
const assignments = /([\w$.[\]%-]+)(\\*["']?)\s*([:=]?)\s*/g;
/** A text without its last quote (in JSON within JSON, quotes have backslashes before them), a word, or the begin of an object or a list. */
const values =
  /(?<!\\)((\\*)(["']))(?:(?!\3)[^\\]|\\\2(?:\\\2|\1|[^\\])|(?!\1)\\)*|(?:\[redacted]|[^\s,;&"'<>(){}[\]\\=])[^\s,;&"'<>(){}[\]\\]*|[[{]/y;

/** Returns a copy without the values that names hide, and adds the secrets among them. Reads each member once, because a getter may change. */
function copyOf(root: unknown, isHidden: Test, found: Set<string>, hide = (text: string) => text): unknown {
  const path = new Set<object>();
  let members = 0;
  return copy(root, false);

  function copy(value: unknown, isSecret: boolean): unknown {
    // A body of 1 MB has fewer members, but getters can make them without end. Each secret is looked for in each text.
    if (++members > 2 ** 20 || found.size > 1_000) throw new RangeError('the value has no end');
    if (isObject(value)) return copyObject(value, isSecret);
    if (isSecret && !isHarmless(value)) found.add(String(value));
    if (typeof value === 'string' || typeof value === 'bigint') return hide(hideNamed(`${value}`));
    if (typeof value === 'number' && Math.abs(value) >= 1e7) return hide(`${value}`) === `${value}` ? value : mask;
    return /number|boolean|object/.test(typeof value) ? value : undefined;
  }

  function copyObject(value: object, isSecret: boolean): unknown {
    if (path.has(value)) return '[circular]';
    if (path.size === 250) return mask;
    path.add(value);
    try {
      const source = plain(value);
      if (!isObject(source)) return copy(source, isSecret);
      if (Array.isArray(source)) return Array.from(source, (member) => copy(member, isSecret));
      const members = Object.entries(source).map(([name, member], index) => {
        const isNamed = !isHarmless(member) && isHidden(name);
        const copied = copy(member, isSecret || (isNamed && isSensitive(name)));
        // The index keeps two hidden names apart.
        return [hide(name) === name ? name : `${mask} ${index + 1}`, isNamed ? mask : copied];
      });
      return Object.fromEntries(members);
    } catch {
      return copy(mask, false); // Throws again if the value has no end.
    } finally {
      path.delete(value);
    }
  }

  /** Hides the values of names in a text. The rest stays as it is, but JSON is printed anew if an object has such a name. */
  function hideNamed(text: string): string {
    let [shown, done] = ['', 0];
    for (const { 0: before, 1: name = '', 2: quote = '', 3: sign, index } of text.matchAll(assignments)) {
      if (index < done || !sign || !isHidden(name)) continue;
      const at = index + before.length;
      const hidden = sign === '=' ? mask : quote + mask + quote;
      values.lastIndex = at;
      const [content = '', opening = ''] = values.exec(text) ?? [];
      if (content === '{' || content === '[') {
        try {
          return JSON.stringify(copy(JSON.parse(text), false));
        } catch {
          return shown + text.slice(done, at) + hidden; // JSON within a sentence.
        }
      }
      const secret = content.slice(opening.length);
      // `card_number: is missing` is a sentence, `cvv: 987` is not.
      if (isHarmless(secret) || (sign === ':' && !quote && !opening && !/^\d{3,}$/.test(secret))) continue;
      if (isSensitive(name)) found.add(secret);
      shown += text.slice(done, at) + (opening ? opening + mask : hidden);
      done = at + content.length;
    }
    return shown + text.slice(done);
  }
}

const errorParts = ['name', 'message', 'stack', 'cause', 'errors'];
/** Returns what a log shows of an object: its members, also those of an error that JSON leaves out, or a text. */
function plain(value: object): unknown {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Set) return [...value];
  if (value instanceof Error)
    return Object.fromEntries([...errorParts, ...Object.keys(value)].map((name) => [name, value[name as never]]));
  const { toJSON, entries } = value as Record<string, unknown>;
  if (typeof toJSON === 'function') return toJSON.call(value);
  return typeof entries === 'function' && !Array.isArray(value) ? Object.fromEntries(entries.call(value)) : value;
}
