import { lookup as lookupName } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { NOT_REACHABLE } from '../server/index.js';

/** The sandbox must not send events to the receiver. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** This machine and private networks. */
const LOCAL = blockList(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7']);

/**
 * Link-local addresses and other addresses where clouds serve credentials, plus unspecified, multicast and reserved addresses. Also the
 * IPv6 ranges that embed an IPv4 address for translation (NAT64, 6to4), because they could embed one of these.
 */
const NEVER = blockList([
  ...['0.0.0.0/8', '169.254.0.0/16', '100.100.100.200/32', '192.0.0.192/32', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/128', 'fe80::/10', 'fec0::/10', 'fd00:ec2::254/128', 'fd20:ce::254/128', 'ff00::/8'],
  ...['::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16'],
]);
NEVER.addRange('::2', '::ffff:ffff', 'ipv6');

/** Returns whether the sandbox may send events to an IP address. Loopback and private ones are allowed, others only with permission, link-local ones never. */
export function isAllowed(address: string, allowRemote: boolean): boolean {
  const [plain = ''] = address.split('%');
  const version = isIP(plain);
  if (version === 0) return false;
  // The lists apply to `::ffff:127.0.0.1` as to 127.0.0.1.
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return (allowRemote || LOCAL.check(plain, family)) && !NEVER.check(plain, family);
}

/** Throws an `AddressRefused` unless the address is HTTP or HTTPS and a numeric host is allowed. Host names are checked after their lookup. */
export function checkUrl(address: string, allowRemote: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new AddressRefused('a receiver of events needs an address that begins with http:// or https://');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === '0.0.0.0' || host === '::') {
    throw new AddressRefused(`${host} ${NOT_REACHABLE}`);
  }
  if (isIP(host) !== 0 && !isAllowed(host, allowRemote)) throw refusal(allowRemote);
  return url;
}

interface Found {
  readonly address: string;
  readonly family: number;
}

/** Resolves a name as `dns.lookup` of Node does, whose types the package does not require. */
export type Lookup = (
  name: string,
  options: { readonly all?: boolean | undefined },
  callback: (error: Error | null, address: string | Found[], family?: number) => void,
) => void;

type LookupAll = (
  name: string,
  options: { readonly all: true },
  callback: (error: Error | null, found: Found[]) => void,
) => void;

/** Resolves names to allowed addresses. The connection uses exactly these addresses, so that the name cannot change in between. */
export function allowedLookup(allowRemote: boolean, lookup: LookupAll = lookupName): Lookup {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => isAllowed(address, allowRemote));
      const [first] = allowed;
      if (first === undefined) return callback(refusal(allowRemote), '', 0);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

function refusal(allowRemote: boolean): AddressRefused {
  return new AddressRefused(
    allowRemote
      ? 'link-local, multicast and metadata addresses get no events'
      : 'only loopback and private addresses get events, unless the sandbox is started with --allow-remote-webhooks',
  );
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}
