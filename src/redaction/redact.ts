import { personalFields, sensitiveFields } from '../../generated/fields.js';

export interface RedactOptions {
  /** Also hides names, documents, e-mail, phone, account numbers and addresses: what the LGPD calls personal data. */
  readonly personal?: boolean;
  /**
   * More to hide by value: a string as it is (a token); of an object (the body of a request) what stands in its
   * sensitive fields. What stands in the sensitive fields of the redacted value itself is always hidden by value.
   */
  readonly secrets?: readonly unknown[];
  /** `false` hides by value only: in an error answer a field's name stands before what was wrong with it. */
  readonly fields?: boolean;
}

const mask = '[redacted]';

/** `card_number`, `cardNumber` and `Card-Number` are one field: logs are not always spelt as on the wire. */
const matchNames = (names: readonly string[]) => new RegExp(`^(${names.join('|').replace(/_/g, '[_-]?')})$`, 'i');
const sensitive = /* @__PURE__ */ matchNames([...sensitiveFields, 'authorization']);
const personalNames = /* @__PURE__ */ matchNames(personalFields);

const isText = (value: unknown) => /string|number/.test(typeof value);

/**
 * A copy of `value`, as JSON would carry it, that may be logged. The contract's sensitive fields (card number, security
 * code, credentials) and `authorization` become `[redacted]`, and so do their values wherever else they turn up: in
 * keys, numbers and longer strings. An error keeps its texts. What JSON cannot carry (a cycle) is hidden as a whole.
 */
export function redact(value: unknown, { personal, secrets = [], fields = true }: RedactOptions = {}): unknown {
  const found = secrets.filter((secret) => typeof secret === 'string');
  const collect = (_: string, node: unknown) => {
    if (isText(node)) found.push(`${node}`);
    return node;
  };
  const search = (key: string, node: unknown) => {
    if (sensitive.test(key)) JSON.stringify(node, collect);
    return node;
  };
  const hide = (text: string) => (found.length ? text.replace(pattern, mask) : text);
  const hideAll = (key: string, node: unknown): unknown => {
    if (fields && node && (sensitive.test(key) || (personal && personalNames.test(key)))) return mask;
    if (isText(node)) return hide(`${node}`) === `${node}` ? node : hide(`${node}`);
    if (node instanceof Error) {
      return { ...node, name: node.name, message: node.message, stack: node.stack, cause: node.cause };
    }
    if (!node || typeof node !== 'object' || Array.isArray(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([name, child]) => [hide(name), child]));
  };
  let pattern = /(?:)/;
  try {
    JSON.stringify(fields ? [value, secrets] : secrets, search);
    // The longest first, so that nothing of it stays where a shorter one begins alike.
    pattern = new RegExp(
      found
        .sort((a, b) => b.length - a.length)
        .map(matcher)
        .join('|'),
      'g',
    );
    return JSON.parse(JSON.stringify([value], hideAll))[0];
  } catch {
    return mask;
  }
}

/**
 * Finds a secret in running text: digits also in groups (`4111 1111 …`), what JSON escapes also escaped (a key in several
 * lines), a short one only where it stands alone.
 */
function matcher(secret: string): string {
  const pattern = secret
    .replace(/\W/g, (char) => (/\s/.test(char) ? '(\\s|\\\\+[nrt])' : `\\\\*\\${char}`))
    .replace(/\d(?=\d)/g, '$&[ .-]?');
  return secret.length < 8 ? `(?<!\\w)${pattern}(?!\\w)` : pattern;
}
