import type { Operation } from '../../contract/contract.js';
import { objectAt } from '../../util/json.js';
import { refuse, type WireResponse } from '../wire/response.js';

/** Returns the bearer token of a request, or undefined without one. */
export function bearerToken(headers: Record<string, string>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** The options that decide about tokens. */
interface TokenOptions {
  /** The only accepted token. `undefined` accepts any token. */
  readonly token: string | undefined;
  /** Lets requests without a token pass, unless the document shows the header for the operation. */
  readonly anonymous: boolean;
}

/** Returns the refusal of a request by its token, or the warnings for an allowed request. */
export function checkToken(
  operation: Operation,
  headers: Record<string, string>,
  { token: accepted, anonymous }: TokenOptions,
): { refusal?: WireResponse; warnings: readonly string[] } {
  if (!operation.isProtected) return { warnings: [] };
  const sent = bearerToken(headers);
  if (sent !== undefined) {
    if (accepted === undefined || sent === accepted) return { warnings: [] };
    return unauthorized('is not the token that the mock was started with');
  }
  const isDocumented = isHeaderDocumented(operation);
  if (anonymous && !isDocumented && headers.authorization === undefined) {
    return { warnings: ['authorization: is missing; the gateway may require a bearer token here'] };
  }
  const form = 'must be a bearer token, as in "Authorization: Bearer <ACCESS_TOKEN>"';
  return unauthorized(
    anonymous && isDocumented ? `${form}; the document shows it for this operation, so anonymous has no effect` : form,
  );
}

function unauthorized(problem: string): { refusal: WireResponse; warnings: [] } {
  return { refusal: refuse(401, `authorization: ${problem}`, { 'www-authenticate': 'Bearer' }), warnings: [] };
}

function isHeaderDocumented({ definition }: Operation): boolean {
  return String(objectAt(definition, 'x-evidence-of').security).startsWith('documented');
}
