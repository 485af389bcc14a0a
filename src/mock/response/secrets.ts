import { createHider } from '../../redaction/index.js';

/** A short string may be equal to a security code by chance (a house number): only longer ones that hold it tell it. */
const SHORT = 8;

/**
 * A response without the secrets of its request. Sensitive fields are never returned; but free strings are (`metadata`, a
 * name), and people put a whole card into it.
 */
export function withoutSecrets(response: unknown, secrets: ReadonlySet<string>): unknown {
  const hide = createHider(secrets);
  if (!hide) return response;
  const json = JSON.stringify(response);
  if (hide(json) === json) return response;
  return JSON.parse(json, (_, value: unknown) =>
    typeof value === 'string' && value.length >= SHORT ? hide(value) : value,
  );
}
