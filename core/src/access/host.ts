import { isIPv4, isIPv6 } from 'node:net';
import { must } from '../util/index.js';

/** Only a name or an address with an optional port. Excludes users, paths and characters that a URL parser would remove. */
const AUTHORITY = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{0,5})?$/i;
/** A single label. A dot at the end would make it a top-level domain, and some top-level domains resolve to addresses. */
const SINGLE_LABEL = /^[a-z0-9_-]+(?::\d*)?$/i;
/** An IPv4 loopback address mapped to IPv6, as URLs write it. */
const MAPPED_LOOPBACK = /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/;

/**
 * Returns the host of a `Host` header as URLs spell it: lower case, without a port or a dot at the end, and with IP
 * addresses in their shortest form (`127.0.0.1`, `[::1]`). Returns undefined for an invalid value.
 */
export function hostOf(authority: string): string | undefined {
  const url = `http://${authority}`;
  return AUTHORITY.test(authority) && URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined;
}

/** Returns the same spelling for a host in an option. An IPv6 address may lack brackets; a port is invalid. */
export function namedHost(name: string): string | undefined {
  if (isIPv6(name)) return hostOf(`[${name}]`);
  return name.replace(/^\[.*\]$/, '').includes(':') ? undefined : hostOf(name);
}

/**
 * Returns whether a `Host` header has an address or a name that no web page can own: an IP address, `localhost`, a
 * subdomain of `localhost`, a name below `.internal` such as `host.docker.internal`, or a single label such as the name of a Docker service.
 *
 * @param host the result of `hostOf` for the header
 */
export function isUnroutedName(authority: string, host: string): boolean {
  // ICANN has reserved .internal for private networks, so no public name ends with it.
  const isPrivate = host.endsWith('.internal');
  return isPrivate || SINGLE_LABEL.test(authority) || isIPv4(host) || host.startsWith('[') || isLoopback(host);
}

/** Returns whether a host from `hostOf` is always this machine. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') || // browsers and resolvers do not look these up (RFC 6761)
    host === '[::1]' ||
    (isIPv4(host) && host.startsWith('127.')) ||
    MAPPED_LOOPBACK.test(host)
  );
}

/** The option for further names that requests may carry in `Host`. */
export const ALLOWED_HOSTS = {
  type: 'string',
  value: '<name>',
  help: 'another name that requests may carry in Host, such as sandbox.example; repeat as needed',
  flag: 'allow-host',
  isList: true,
  read(given: readonly string[]): readonly string[] {
    const isHost = (name: unknown) => typeof name === 'string' && namedHost(name) !== undefined;
    must(Array.isArray(given) && given.every(isHost), 'host names or addresses, without a port');
    return given;
  },
} as const;
