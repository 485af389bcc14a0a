import { personalFields } from '../../generated/fields.js';
import { anyOf, inWords, isSensitive, sensitiveNames } from './names.js';

/** Beside the contract's. */
const personNames = 'cpf cnpj documents phone phone_number user_agent ip fingerprint';

/** These are common words (`name`, `state`), so all of the name has to be one. */
const personal = /* @__PURE__ */ new RegExp(`^(${anyOf(personalFields, personNames)})$`);

/** A sensitive name anywhere in a string, in any spelling but the escaped ones; and what only looks like one. */
const mention = /* @__PURE__ */ new RegExp(sensitiveNames.replaceAll('_?', '[^a-z]*'), 'i');

/** Names that recur in all values. Others, which may be secrets in the wrong place, are known to one value only. */
const common = /^[A-Za-z_]{1,40}$/;
const MOST_COMMON = 1_000;
const commonKinds = { personal: new Map<string, Kind>(), sensitive: new Map<string, Kind>() };

const mayBeEscaped = /[\\%]/;
/** Matches only from the first backslash of a run: to try each of a long run takes time by the square of its length. */
const escaped = /(?<!\\)\\+u00([\da-f]{2})|%(5[bd])/gi;

export type Kind = 'sensitive' | 'personal' | undefined;
export type KindOf = (name: string) => Kind;

/** Tells what a name means, also escaped as in JSON or a form. */
export function createKindOf(hidesPersonal: boolean): KindOf {
  const ofValue = new Map<string, Kind>();
  const ofAll = commonKinds[hidesPersonal ? 'personal' : 'sensitive'];
  return (name) => {
    // To look takes no longer than to remember, and a value may have a hundred thousand names.
    if (!hidesPersonal && !mayBeEscaped.test(name) && !mentionsSensitive(name)) return undefined;
    const known = ofAll.has(name) ? ofAll : ofValue;
    let kind = known.get(name);
    if (kind === undefined && !known.has(name)) {
      kind = kindOf(name, hidesPersonal);
      (ofAll.size < MOST_COMMON && common.test(name) ? ofAll : ofValue).set(name, kind);
    }
    return kind;
  };
}

/** Whether a string may have a sensitive name in it. `false` is certain, unless the name is escaped. */
export function mentionsSensitive(string: string): boolean {
  return mention.test(string);
}

function kindOf(name: string, hidesPersonal: boolean): Kind {
  const spelt = name.replace(escaped, (_, unicode, percent) =>
    String.fromCharCode(Number.parseInt(unicode ?? percent, 16)),
  );
  if (isSensitive(spelt)) return 'sensitive';
  if (!hidesPersonal) return undefined;
  const last = spelt.split(/[.[\]]/).findLast((part) => part !== '') ?? '';
  return personal.test(inWords(last)) ? 'personal' : undefined;
}
