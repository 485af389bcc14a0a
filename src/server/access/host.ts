import { isIPv4, isIPv6 } from 'node:net';

/** Nothing but a name or an address, and perhaps a port: no user, no path, nothing that a URL parser would take away. */
const AUTHORITY = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{0,5})?$/i;
/** A dot at the end would make it a top-level domain, and some of these have addresses. */
const SINGLE_LABEL = /^[a-z0-9_-]+(?::\d*)?$/i;
/** An IPv4 loopback address in the clothes of IPv6, as URLs write it. */
const MAPPED_LOOPBACK = /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/;

/**
 * The host in the value of a `Host` header, in the one spelling that URLs have for it: lower case, without a port and without
 * the dot at the end, addresses in their shortest form (`127.0.0.1`, `[::1]`). Undefined when the value is no host.
 */
export function hostOf(authority: string): string | undefined {
  // Clients repeat theirs with each request.
  if (authority !== last.authority) last = { authority, host: readHost(authority) };
  return last.host;
}

let last: { authority: string; host: string | undefined } = { authority: '', host: undefined };

function readHost(authority: string): string | undefined {
  const url = `http://${authority}`;
  return AUTHORITY.test(authority) && URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined;
}

/** The same of a host that is named in an option: an IPv6 address may go without its brackets, and there is no port. */
export function namedHost(name: string): string | undefined {
  if (isIPv6(name)) return hostOf(`[${name}]`);
  return name.replace(/^\[.*\]$/, '').includes(':') ? undefined : hostOf(name);
}

/**
 * Whether the value of a `Host` header is an address or a name that no web page can own: an IP address, `localhost`, a name
 * below it, or a single label such as the name of a Docker service.
 *
 * @param host the same, as `hostOf` spells it
 */
export function isUnroutedName(authority: string, host: string): boolean {
  return SINGLE_LABEL.test(authority) || isIPv4(host) || host.startsWith('[') || isLoopback(host);
}

/** Whether a host, spelt as `hostOf` spells it, is this machine and no other. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') || // browsers and resolvers ask no name server for these (RFC 6761)
    host === '[::1]' ||
    (isIPv4(host) && host.startsWith('127.')) ||
    MAPPED_LOOPBACK.test(host)
  );
}
