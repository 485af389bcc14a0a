import { refuse, type WireResponse } from '../wire/response.js';
import { hostOf, isLoopback, namedHost } from './host.js';

/** What the guard looks at. Header names are lower case. */
export interface Guarded {
  method: string;
  /** The host and port of a whole address in the request line, which counts in place of the `Host` header (RFC 9112). */
  authority: string | undefined;
  headers: Record<string, string | undefined>;
}

/** Undefined when a request may pass, or else the refusal. */
export type Guard = (request: Guarded) => WireResponse | undefined;

/**
 * Keeps web pages away from the paths that show or change what this process keeps. A page can send requests to any address
 * that its reader's machine reaches, so:
 *
 * - the host must be loopback or one of `hosts`, or a page could let its own name point here (DNS rebinding) and read;
 * - an `Origin` must be that of the host itself;
 * - what changes something must be `application/json`, which no page may send elsewhere without asking first.
 *
 * @param hosts names and addresses without a port; what is none is left out
 */
export function createGuard(hosts: readonly string[]): Guard {
  const allowed = new Set(hosts.map(namedHost));
  allowed.delete(undefined);

  return ({ method, authority = '', headers }) => {
    const address = authority === '' ? (headers.host ?? '') : authority;
    const host = hostOf(address);
    if (host === undefined || !(isLoopback(host) || allowed.has(host))) {
      return refuse(403, 'host: these paths are for this machine; --allow-host <name> lets another name in');
    }
    return refuseForeign(method, headers, address);
  };
}

/**
 * For pages that their buyers open from anywhere, by an address that nobody can guess: any host will do, and the origin may be that of the public
 * address too, since a proxy may change the host.
 *
 * @param publicUrl where browsers reach this server
 */
export function createPageGuard(publicUrl: string): Guard {
  const { host } = new URL(publicUrl);
  return ({ method, authority = '', headers }) =>
    refuseForeign(method, headers, authority === '' ? (headers.host ?? '') : authority, host);
}

/** Refuses what the page of another origin sends, as far as the browser tells. */
function refuseForeign(
  method: string,
  { origin, 'content-type': type = '' }: Guarded['headers'],
  ...addresses: readonly string[]
): WireResponse | undefined {
  if (origin !== undefined && !addresses.some((address) => isOriginOf(origin, address))) {
    return refuse(403, 'origin: these paths take no requests from pages of another origin');
  }
  if (!isSafe(method) && !/^application\/json\s*(?:;|$)/i.test(type)) {
    return refuse(415, 'content-type: must be application/json here, also without a body');
  }
  return undefined;
}

/** Whether an origin is that of an address: the same host and port. A proxy may have added or taken the encryption. */
function isOriginOf(origin: string, address: string): boolean {
  const protocol = /^https?:(?=\/\/[^/@]+$)/i.exec(origin)?.[0];
  const own = `${protocol}//${address}`;
  return (
    protocol !== undefined && URL.canParse(origin) && URL.canParse(own) && new URL(origin).host === new URL(own).host
  );
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
