import { personalFields, sensitiveFields } from '../../generated/fields.js';
import { decode } from './text.js';

/** What HTTP and other systems call their secrets. */
const secretNames = `((proxy|set)_)?(authorization|cookies?) ((access|refresh|id|auth)_)?token jwt (client_)?secrets? (api|access|secret|private)_key
  pass(words?|wd|phrase) pwd senha pan pin cv[vc] security_code codigo_(de_)?seguranca card_numbers`;
/** Personal names that the contract does not have. */
const personNames = 'cpf cnpj pix_key chave(_pix)? documents phone phone_number user_agent ip fingerprint';

/** The last words of a name decide: `token_count` is a count. */
const sensitive = /* @__PURE__ */ matching('(^|_)', sensitiveFields, secretNames, '_?$');
/** These are common words (`name`, `state`), so the whole name must be one. */
const personal = /* @__PURE__ */ matching('^', personalFields, personNames, '$');
/** The end of a sensitive name anywhere in a string, in any spelling but an escaped one; also some that only look like one. */
const mention = /* @__PURE__ */ matching('', sensitiveFields, withoutPrefixes(secretNames), '(?![a-z])', '[^a-z]*');

/** Of a longer name, only the end is read. */
const LONGEST_NAME = 100;

export type Kind = 'sensitive' | 'personal' | undefined;
export type KindOf = (name: string) => Kind;

/**
 * Returns whether the value under this name is a secret. The spelling does not matter: `card_number`, `cardNumber`, `Card-Number`,
 * `CARD_NUMBER`, `cardnumber`, `card[card_number]`, `x-card-number`.
 */
export const isSensitive = (name: string): boolean => sensitive.test(inWords(name.slice(-LONGEST_NAME)));

/** Returns whether a string may contain a sensitive name. `false` is certain, unless the name is escaped. */
export const mentionsSensitive = (string: string): boolean => mention.test(string);

/** Returns a function that classifies names, also names with escapes. */
export const createKindOf =
  (hidesPersonal: boolean): KindOf =>
  (name) => {
    // Most names hide nothing, and this test is fast.
    if (!hidesPersonal && !/[\\%]/.test(name) && !mentionsSensitive(name)) return undefined;
    const text = decode(name);
    if (isSensitive(text)) return 'sensitive';
    const last = text.split(/[.[\]]/).findLast((part) => part !== '') ?? '';
    return hidesPersonal && personal.test(inWords(last)) ? 'personal' : undefined;
  };

/** `card[cardNumber2]` becomes `card_card_number_`. */
function inWords(name: string): string {
  return name.replace(/([a-z])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])|[^A-Za-z]+/g, '$1$2_').toLowerCase();
}

/** Removes the optional first words of names. */
function withoutPrefixes(names: string): string {
  return names.replace(/(?<!\S)\(+[a-z|]+\)?_\)\?/g, '');
}

/** @param gap the separators between the words of a name */
function matching(before: string, fields: readonly string[], names: string, after: string, gap = '_?'): RegExp {
  const all = [...fields.map(inWords), ...names.split(/\s+/)].join('|').replaceAll('_', gap);
  return new RegExp(`${before}(${all})${after}`, 'i');
}
