import { personalFields, sensitiveFields } from '../../generated/fields.js';

/** Beside the contract's: how HTTP and other systems call their secrets. The last words of a name decide. */
const secretNames = `authorization proxy_authorization cookie cookies set_cookie api_key x_api_key
  token access_token refresh_token id_token auth_token secret secrets client_secret password passwords passwd passphrase
  private_key pan cvv cvc security_code card_numbers`;
const personNames = 'cpf cnpj documents phone phone_number user_agent ip fingerprint';

const plainSet = (fields: readonly string[], names: string) =>
  new Set([...fields, ...names.split(/\s+/)].map((name) => wordsOf(name).join('')));
const sensitive = /* @__PURE__ */ plainSet(sensitiveFields, secretNames);
const personal = /* @__PURE__ */ plainSet(personalFields, personNames);

/** A longer name is looked at from behind. */
const LONGEST_NAME = 100;

export type Kind = 'sensitive' | 'personal' | undefined;

/**
 * Tells what a name means, in any spelling: `card_number`, `cardNumber`, `Card-Number`, `CARD_NUMBER`, `cardnumber`,
 * `card[card_number]`, `x-card-number`. Not every name with such a word: `token_count` is a count. Personal names are
 * common words (`name`, `state`), so all of the name has to be one.
 */
export function createNames(hidesPersonal: boolean): (name: string) => Kind {
  const known = new Map<string, Kind>();
  return (name) => {
    let kind = known.get(name);
    if (kind === undefined && !known.has(name)) {
      kind = kindOf(name, hidesPersonal);
      known.set(name, kind);
    }
    return kind;
  };
}

function kindOf(name: string, hidesPersonal: boolean): Kind {
  const spelt = name
    .slice(-LONGEST_NAME)
    .replace(/\\+u00([\da-f]{2})|%(5[bd])/gi, (_, ...[unicode, percent]) =>
      String.fromCharCode(Number.parseInt(unicode ?? percent, 16)),
    );
  let tail = '';
  for (const word of wordsOf(spelt).reverse()) {
    tail = word + tail;
    if (sensitive.has(tail)) return 'sensitive';
  }
  const last = spelt.split(/[.[\]]/).findLast((part) => part !== '') ?? '';
  return hidesPersonal && personal.has(wordsOf(last).join('')) ? 'personal' : undefined;
}

/** `cardNumber2` has the words card and number. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}
