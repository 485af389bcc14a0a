import { sensitiveFields } from '../../generated/fields.js';

/** Beside the contract's: how HTTP and other systems call their secrets. */
const secretNames = `proxy_authorization set_cookie cookies api_key access_token refresh_token id_token auth_token
  authorization cookie token client_secret secrets? passwords? passwd passphrase private_key pan cv[vc] security_code card_numbers`;

/** The source of an expression for all of them. */
export const sensitiveNames = /* @__PURE__ */ anyOf(sensitiveFields, secretNames);
/** The last words of a name decide: `token_count` is a count. */
const sensitive = /* @__PURE__ */ new RegExp(`(^|_)(${sensitiveNames})_?$`);

/** A longer name is looked at from behind. */
const LONGEST_NAME = 100;

/**
 * Whether a secret stands under this name, in any spelling: `card_number`, `cardNumber`, `Card-Number`, `CARD_NUMBER`,
 * `cardnumber`, `card[card_number]`, `x-card-number`.
 */
export const isSensitive = (name: string): boolean => sensitive.test(inWords(name.slice(-LONGEST_NAME)));

/** `card[cardNumber2]` is `card_card_number_`. */
export function inWords(name: string): string {
  return name.replace(/([a-z])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])|[^A-Za-z]+/g, '$1$2_').toLowerCase();
}

/** The source of an expression for these names, with their words apart or not. */
export function anyOf(fields: readonly string[], names: string): string {
  const all = [...fields.map(inWords), ...names.split(/\s+/)];
  return all.join('|').replaceAll('_', '_?');
}
