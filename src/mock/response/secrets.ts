import { sensitiveFields } from '../../../generated/fields.js';

const SENSITIVE: ReadonlySet<string> = new Set(sensitiveFields);
/** Nothing that an answer repeats stands deeper. */
const DEEPEST = 16;
/** A shorter secret (a security code) may be the house number as well: only longer texts that hold it tell it. */
const LONG = 12;

/**
 * An answer without the secrets of its request. Sensitive fields are never answered; but free text is (`metadata`, a
 * name), and people put a whole card into it.
 */
export function withoutSecrets(answer: unknown, request: unknown): unknown {
  const secrets = new Set<string>();
  const texts = new Set<string>();
  collect(request, false, 0, secrets, texts);
  if (secrets.size === 0) return answer;

  const hidden = new Map<unknown, string>();
  for (const text of texts) {
    const shown = hide(text, secrets);
    if (shown !== text) hidden.set(text, shown);
  }
  if (hidden.size === 0) return answer;
  return JSON.parse(JSON.stringify(answer, (_, value: unknown) => hidden.get(value) ?? value));
}

function collect(value: unknown, isSecret: boolean, depth: number, secrets: Set<string>, texts: Set<string>): void {
  if (depth > DEEPEST) return;
  if (typeof value === 'string' || typeof value === 'number') {
    if (!isSecret) texts.add(String(value));
    else if (String(value).length > 2) secrets.add(String(value));
  } else if (typeof value === 'object' && value !== null) {
    for (const [field, child] of Object.entries(value)) {
      collect(child, isSecret || SENSITIVE.has(field), depth + 1, secrets, texts);
    }
  }
}

function hide(text: string, secrets: ReadonlySet<string>): string {
  let shown = text;
  for (const secret of secrets) {
    if (shown !== secret || secret.length >= LONG) shown = shown.replaceAll(secret, '[redacted]');
  }
  return shown;
}
