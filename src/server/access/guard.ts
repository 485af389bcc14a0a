import { refuse, type WireResponse } from '../wire/response.js';
import { hostOf, isLoopback, isUnroutedName, namedHost } from './host.js';

/** The parts of a request that a guard checks. Header names are lower case. */
export interface Guarded {
  method: string;
  /** The host and port of a whole address in the request line, which replaces the `Host` header (RFC 9112). */
  authority: string | undefined;
  headers: Record<string, string | undefined>;
}

const FOREIGN_HOST =
  'host: must be an IP address, localhost, a name without a dot, or a name given with --allow-host <name> (option allowHosts); a web page can point any other name at this machine';
const FOREIGN_ORIGIN =
  'origin: web pages of another origin may not call this server; start it with --cors (option cors) to allow them';
const FOREIGN_CONTROL = 'origin: web pages of another origin may not call this path, not even with --cors';

/** What a path is: a call of the API, a page of the docs, a page of buyers, the console, or a control call. */
export type Access = 'api' | 'docs' | 'buyers' | 'console' | 'control';

/** Returns the refusal of a request, or undefined if it may pass. */
export type Guard = (access: Access, request: Guarded) => WireResponse | undefined;

export interface GuardOptions {
  /** More names and addresses that `Host` may have, without a port. */
  hosts: readonly string[];
  /** Where browsers reach this server, if that differs from the address it listens on. */
  publicUrl?: string | undefined;
  /** Lets web pages of any origin call the API. */
  cors?: boolean | undefined;
}

/**
 * Keeps web pages of other origins away from a server on the reader's machine. A page can send requests to any address that
 * the machine reaches, so:
 *
 * - `Host` must be a name that no web page can own, or one that you configured. Otherwise a page could point its own name at
 *   this machine and read the responses (DNS rebinding).
 * - `Origin` must not be foreign, and the browser must not say `Sec-Fetch-Site: cross-site`. Links to pages may be followed.
 *
 * Control paths accept their own origin only. `cors` does not open them, and neither the pages of buyers.
 */
export function createGuard({ hosts, publicUrl, cors = false }: GuardOptions): Guard {
  const allowed = new Set(hosts.map(namedHost));
  const publicAddress = publicUrl === undefined ? '' : new URL(publicUrl).host;
  const publicHost = hostOf(publicAddress);

  return (access, request) => {
    const { headers } = request;
    const address = request.authority || (headers.host ?? '');
    const host = hostOf(address);
    const isPublic = access !== 'control' && access !== 'console';
    if (
      host === undefined ||
      !(isUnroutedName(address, host) || allowed.has(host) || (isPublic && host === publicHost))
    ) {
      return refuse(403, FOREIGN_HOST);
    }
    const isOpen = access === 'api' || access === 'docs';
    if (isOpen && cors) return undefined;
    if (access !== 'api' && access !== 'control' && isNavigation(request)) return undefined;
    const own = isPublic ? [address, publicAddress] : [address];
    if (headers['sec-fetch-site'] !== 'cross-site' && !isForeign(headers.origin, own, isOpen)) return undefined;
    return refuse(403, isOpen ? FOREIGN_ORIGIN : FOREIGN_CONTROL);
  };
}

/** Refuses a change whose body is not declared as JSON: a web page may send JSON to another origin only after a preflight. */
export function refuseForm({ method, headers }: Pick<Guarded, 'method' | 'headers'>): WireResponse | undefined {
  const isSafe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  const isEmpty = type === undefined && Number(length) === 0 && encoding === undefined;
  if (isSafe || isEmpty || /^application\/json\s*(?:;|$)/i.test(type ?? '')) return undefined;
  return refuse(415, 'content-type: must be application/json here, or absent if there is no body');
}

/** Whether the reader follows a link to a whole page. Scripts cannot set these headers. */
function isNavigation({ method, headers }: Guarded): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** Whether an origin differs from these addresses. Loopback origins belong to the developer: the proxy of Vite passes them on. */
function isForeign(origin: string | undefined, own: readonly string[], allowsLoopback: boolean): boolean {
  if (origin === undefined) return false;
  const [, protocol, authority = ''] = /^(https?:)\/\/([^/@]+)$/i.exec(origin) ?? [];
  const host = hostOf(authority);
  if (host === undefined) return true;
  if (allowsLoopback && isLoopback(host)) return false;
  // A proxy may have added or removed TLS, so the protocol of the origin decides which port is the default.
  const spell = (address: string) => new URL(`${protocol}//${address}`).host;
  return !own.some((address) => hostOf(address) !== undefined && spell(address) === spell(authority));
}
