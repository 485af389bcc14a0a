import { createHash } from 'node:crypto';
import { refuse, type WireResponse } from 'payment-gateway-core/access';
import type { Operation } from 'payment-gateway-core/contract';
import { isPlaceholder } from 'payment-gateway-core/util';

/** Returns the bearer token of a request, or undefined without one. */
export function bearerToken(headers: Record<string, string>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

const NO_TOKEN = 'has a placeholder instead of a token; is the variable of the token set?';

/** The options that decide about tokens. */
interface TokenOptions {
  /** The only accepted token. `undefined` accepts any token. */
  readonly token: string | undefined;
  /** Lets requests without a token pass, unless the document shows the header for the operation. */
  readonly anonymous: boolean;
  readonly refuseWarnings: boolean;
}

/** Returns the refusal of a request by its token, or the warnings for an allowed request. */
export function checkToken(
  operation: Operation,
  headers: Record<string, string>,
  { token: accepted, anonymous, refuseWarnings }: TokenOptions,
): { refusal?: WireResponse; warnings: readonly string[] } {
  if (!operation.isProtected) return { warnings: [] };
  const sent = bearerToken(headers);
  if (sent !== undefined) {
    if (sent === accepted) return { warnings: [] };
    if (accepted === undefined) {
      return isPlaceholder(sent) ? doubtful(NO_TOKEN, refuseWarnings) : { warnings: [] };
    }
    return unauthorized('is not the token that the server was started with');
  }
  const isDocumented = String(operation.uses.security).startsWith('documented');
  if (anonymous && !isDocumented && headers.authorization === undefined) {
    return doubtful('is missing; the gateway may require a bearer token here', refuseWarnings);
  }
  const form = 'must be a bearer token, as in "Authorization: Bearer <ACCESS_TOKEN>"';
  return unauthorized(
    anonymous && isDocumented ? `${form}; the document shows it for this operation, so anonymous has no effect` : form,
  );
}

/** Warns about a problem that the gateway may accept, or refuses the request. */
function doubtful(problem: string, isRefused: boolean) {
  return isRefused ? unauthorized(problem) : { warnings: [`authorization: ${problem}`] };
}

function unauthorized(problem: string): { refusal: WireResponse; warnings: [] } {
  return { refusal: refuse(401, `authorization: ${problem}`, { 'www-authenticate': 'Bearer' }), warnings: [] };
}

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
