import { personalFields, sensitiveFields } from '../../generated/fields.js';

/** Beside the contract's: how HTTP and other systems call their secrets. */
const secretNames = `proxy_authorization set_cookie cookies api_key access_token refresh_token id_token auth_token
  authorization cookie token client_secret secrets? passwords? passwd passphrase private_key pan cv[vc] security_code card_numbers`;
const personNames = 'cpf cnpj documents phone phone_number user_agent ip fingerprint';

/** The last words of a name decide: `token_count` is a count. */
const sensitive = /* @__PURE__ */ new RegExp(`(^|_)(${anyOf(sensitiveFields, secretNames)})_?$`);
/** These are common words (`name`, `state`), so all of the name has to be one. */
const personal = /* @__PURE__ */ new RegExp(`^(${anyOf(personalFields, personNames)})$`);

/** A sensitive name anywhere in a text, in any spelling but the escaped ones; and what only looks like one. */
const mention = /* @__PURE__ */ new RegExp(anyOf(sensitiveFields, secretNames).replaceAll('_?', '[^a-z]*'), 'i');

/** A longer name is looked at from behind. */
const LONGEST_NAME = 100;
/** Names that recur in all values. Others, which may be secrets in the wrong place, are known to one value only. */
const common = /^[A-Za-z_]{1,40}$/;
const MOST_COMMON = 1_000;
const commonKinds = { personal: new Map<string, Kind>(), sensitive: new Map<string, Kind>() };

export type Kind = 'sensitive' | 'personal' | undefined;
export type KindOf = (name: string) => Kind;

/**
 * Tells what a name means, in any spelling: `card_number`, `cardNumber`, `Card-Number`, `CARD_NUMBER`, `cardnumber`,
 * `card[card_number]`, `x-card-number`.
 */
export function createNames(hidesPersonal: boolean): KindOf {
  const ofValue = new Map<string, Kind>();
  const ofAll = commonKinds[hidesPersonal ? 'personal' : 'sensitive'];
  return (name) => {
    const known = ofAll.has(name) ? ofAll : ofValue;
    let kind = known.get(name);
    if (kind === undefined && !known.has(name)) {
      kind = kindOf(name, hidesPersonal);
      (ofAll.size < MOST_COMMON && common.test(name) ? ofAll : ofValue).set(name, kind);
    }
    return kind;
  };
}

/** Whether a text may have a sensitive name in it. `false` is certain, unless the name is escaped. */
export function mentionsSensitive(text: string): boolean {
  return mention.test(text);
}

function kindOf(name: string, hidesPersonal: boolean): Kind {
  const spelt = name
    .slice(-LONGEST_NAME)
    .replace(/\\+u00([\da-f]{2})|%(5[bd])/gi, (_, unicode, percent) =>
      String.fromCharCode(Number.parseInt(unicode ?? percent, 16)),
    );
  if (sensitive.test(inWords(spelt))) return 'sensitive';
  const last = spelt.split(/[.[\]]/).findLast((part) => part !== '') ?? '';
  return hidesPersonal && personal.test(inWords(last)) ? 'personal' : undefined;
}

/** `card[cardNumber2]` is `card_card_number_`. */
function inWords(name: string): string {
  return name.replace(/([a-z])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])|[^A-Za-z]+/g, '$1$2_').toLowerCase();
}

/** The source of an expression for these names, with their words apart or not. */
function anyOf(fields: readonly string[], names: string): string {
  const all = [...fields.map(inWords), ...names.split(/\s+/)];
  return all.join('|').replaceAll('_', '_?');
}
