import { createHideSecretsOf } from '../../redaction/index.js';

/** A short string may be equal to a security code by chance (a house number): only longer ones that hold it tell it. */
const SHORT = 8;

/**
 * An answer without the secrets of its request. Sensitive fields are never answered; but free text is (`metadata`, a
 * name), and people put a whole card into it.
 */
export function withoutSecrets(answer: unknown, request: unknown): unknown {
  const hide = createHideSecretsOf(request);
  if (!hide) return answer;
  return JSON.parse(
    JSON.stringify(answer, (_, value: unknown) =>
      typeof value === 'string' && value.length >= SHORT ? hide(value) : value,
    ),
  );
}
