import { hostOf, isLoopback, isUnroutedName, namedHost } from './host.js';
import { refuse, type WireResponse } from './response.js';

/** The parts of a request that a guard checks. Header names are lower case. */
interface Guarded {
  method: string;
  /** The host and port of a whole address in the request line, which replaces the `Host` header (RFC 9112). */
  authority: string | undefined;
  headers: Record<string, string | undefined>;
}

const FOREIGN_HOST =
  'host: must be an IP address, localhost, a name without a dot or below .internal, or a name given with --allow-host <name> (option allowHosts); a web page can point any other name at this machine';
const FOREIGN_ORIGIN =
  'origin: web pages of another origin may not call this server; start it with --cors (option cors) to allow them';
const FOREIGN_CONTROL = 'origin: web pages of another origin may not call this path, not even with --cors';

/** The kind of a path: an API call, a docs page, a buyer page, the console, or a control call. */
export type Access = 'api' | 'docs' | 'buyers' | 'console' | 'control';

/** Returns the refusal of a request, or undefined for an allowed request. */
type Guard = (access: Access, request: Guarded) => WireResponse | undefined;

interface GuardOptions {
  /** More names and addresses that `Host` may have, without a port. */
  hosts: readonly string[];
  /** Where browsers reach this server, if that differs from the address it listens on. */
  publicUrl?: string | undefined;
  /** Lets web pages of any origin call the API. */
  cors?: boolean | undefined;
}

/**
 * Protects a server on your machine from web pages of other origins. A page can send requests to any address that the
 * machine reaches, so the guard checks its headers:
 *
 * - `Host` must be a name that no web page can own, or one that you configured. Otherwise a page could point its own name at
 *   this machine and read the responses (DNS rebinding).
 * - `Origin` must not be foreign, and `Sec-Fetch-Site` must not be `cross-site`. Links to pages are allowed.
 *
 * Control paths accept only their own origin. `cors` applies neither to them nor to buyer pages.
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

/** Refuses a change without a JSON content type. A web page needs a preflight to send JSON to another origin. */
export function refuseForm({ method, headers }: Pick<Guarded, 'method' | 'headers'>): WireResponse | undefined {
  const isSafe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  const isEmpty = type === undefined && Number(length) === 0 && encoding === undefined;
  if (isSafe || isEmpty || /^application\/json\s*(?:;|$)/i.test(type ?? '')) return undefined;
  return refuse(415, 'content-type: must be application/json here, or absent if there is no body');
}

/** Returns whether a browser follows a link to a page. Scripts cannot set these headers. */
function isNavigation({ method, headers }: Guarded): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** Returns whether an origin is foreign. Loopback origins belong to the developer: Vite's proxy passes them on. */
function isForeign(origin: string | undefined, own: readonly string[], allowsLoopback: boolean): boolean {
  if (origin === undefined) return false;
  const [, protocol, authority = ''] = /^(https?:)\/\/([^/@]+)$/i.exec(origin) ?? [];
  const host = hostOf(authority);
  if (host === undefined) return true;
  if (allowsLoopback && isLoopback(host)) return false;
  // A proxy may add or remove TLS, so the origin's protocol decides the default port.
  const spell = (address: string) => new URL(`${protocol}//${address}`).host;
  return !own.some((address) => hostOf(address) !== undefined && spell(address) === spell(authority));
}
