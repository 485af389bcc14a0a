import type { Operation } from '../../contract/contract.js';
import { refuse, type WireResponse } from '../wire/response.js';

/** Returns the bearer token of a request, or undefined without one. */
export function bearerToken(headers: Record<string, string>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Returns the refusal of a request without a required token, or undefined for an allowed request.
 *
 * @param accepted the only accepted token; undefined accepts any token
 */
export function refuseToken(
  { isProtected }: Operation,
  headers: Record<string, string>,
  accepted: string | undefined,
): WireResponse | undefined {
  const sent = bearerToken(headers);
  if (!isProtected || (sent !== undefined && (accepted === undefined || sent === accepted))) return undefined;
  const problem =
    sent === undefined
      ? 'must be a bearer token, as in "Authorization: Bearer <ACCESS_TOKEN>"'
      : 'is not the token that the mock was started with';
  return refuse(401, `authorization: ${problem}`, { 'www-authenticate': 'Bearer' });
}
