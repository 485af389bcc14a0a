import type { Operation } from '../../contract/contract.js';
import { refuse, type WireResponse } from '../wire/response.js';

/** The bearer token of a request; undefined when it has none. */
export function bearerToken(headers: Record<string, string>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * The refusal of a request without a token where one is needed; undefined when it may pass.
 *
 * @param accepted the one token that is accepted; any when undefined
 */
export function refuseToken(
  { isProtected }: Operation,
  headers: Record<string, string>,
  accepted: string | undefined,
): WireResponse | undefined {
  if (!isProtected) return undefined;
  const sent = bearerToken(headers);
  if (sent === undefined) return refused('must be a bearer token, as in "Authorization: Bearer <ACCESS_TOKEN>"');
  if (accepted !== undefined && sent !== accepted) return refused('is not the token that the mock was started with');
  return undefined;
}

function refused(problem: string): WireResponse {
  return refuse(401, `authorization: ${problem}`, { 'www-authenticate': 'Bearer' });
}
