import { createHash } from 'node:crypto';
import { bearerToken } from '../server/access/token.js';

/** The account of everybody, when tokens have none of their own. */
export const EVERYBODY = 'default';

/** The name of a token's account: a digest, because names are stored and shown, and tokens must not be. */
export function accountOf(token: string): string {
  return `token-${createHash('sha256').update(token).digest('hex').slice(0, 16)}`;
}

/** Finds the account of a request by its headers. */
export function createAccountFinder(perToken: boolean): (headers: Record<string, string>) => string {
  if (!perToken) return () => EVERYBODY;
  const names = new Map<string, string>();
  return (headers) => {
    const token = bearerToken(headers);
    if (token === undefined) return EVERYBODY;
    let name = names.get(token);
    if (name === undefined) {
      name = accountOf(token);
      // As many as there are tests in a run; a digest is cheap to make again.
      if (names.size >= 10_000) names.clear();
      names.set(token, name);
    }
    return name;
  };
}
