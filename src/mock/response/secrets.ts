import { createHider } from '../../redaction/index.js';

/** A short string may equal a security code by chance, such as a house number. Only longer strings that contain the code are redacted. */
const SHORT = 8;

/**
 * Returns a response without the secrets of its request. Sensitive fields are never returned, but free text is (`metadata`,
 * names), and people put whole card numbers there.
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
