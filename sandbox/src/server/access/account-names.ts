import { createHash } from 'node:crypto';
import { bearerToken } from './bearer-token.js';

/** The shared account, unless each token has a separate one. */
export const EVERYBODY = 'default';

/** Returns the account name of a token: a digest, because names are stored and shown but tokens are secret. */
export function accountOf(token: string): string {
  return `token-${createHash('sha256').update(token).digest('hex').slice(0, 16)}`;
}

/** Returns the account of the bearer token in the headers; undefined without a token. */
export function accountByToken(headers: Record<string, string>): string | undefined {
  const token = bearerToken(headers);
  return token === undefined ? undefined : accountOf(token);
}
