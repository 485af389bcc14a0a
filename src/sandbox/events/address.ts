import { lookup as lookupName } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** The sandbox must not send events to the receiver. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** This machine and private networks. */
const LOCAL = blockList({
  ipv4: ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ipv6: ['::1/128', 'fc00::/7'],
});

/** Link-local addresses and other addresses where clouds serve credentials, plus unspecified, multicast and reserved addresses. */
const NEVER = blockList({
  ipv4: ['0.0.0.0/8', '169.254.0.0/16', '100.100.100.200/32', '192.0.0.192/32', '224.0.0.0/4', '240.0.0.0/4'],
  ipv6: ['::/128', 'fe80::/10', 'fec0::/10', 'fd00:ec2::254/128', 'fd20:ce::254/128', '64:ff9b:1::/48', 'ff00::/8'],
});

/** IPv6 ranges with an embedded IPv4 address, and the 16-bit group where it begins: mapped, translated, compatible, NAT64, 6to4. */
const CARRIERS: readonly (readonly [prefix: readonly number[], at: number])[] = [
  [[0, 0, 0, 0, 0, 0xffff], 6],
  [[0, 0, 0, 0, 0xffff, 0], 6],
  [[0, 0, 0, 0, 0, 0], 6],
  [[0x64, 0xff9b, 0, 0, 0, 0], 6],
  [[0x2002], 1],
];

/** Returns whether the sandbox may send events to an IP address. Loopback and private ones are allowed, others only with permission, link-local ones never. */
export function isAllowed(address: string, allowRemote: boolean): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return !NEVER.check(address, 'ipv4') && (allowRemote || LOCAL.check(address, 'ipv4'));
  const plain = canonical(address);
  if (NEVER.check(plain, 'ipv6')) return false;
  const carried = plain === '::1' ? undefined : carriedBy(plain);
  if (carried !== undefined) return isAllowed(carried, allowRemote);
  return allowRemote || LOCAL.check(plain, 'ipv6');
}

/** Throws an `AddressRefused` unless the address is HTTP or HTTPS and a numeric host is allowed. Host names are checked after their lookup. */
export function checkUrl(address: string, allowRemote: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new AddressRefused('a receiver of events needs an address that begins with http:// or https://');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isAllowed(host, allowRemote)) throw refusal(allowRemote);
  return url;
}

/** Resolves names to allowed addresses. The connection uses exactly these addresses, so that the name cannot change in between. */
export function allowedLookup(allowRemote: boolean, lookup: typeof lookupName = lookupName): LookupFunction {
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

function carriedBy(address: string): string | undefined {
  const groups = groupsOf(address);
  for (const [prefix, at] of CARRIERS) {
    const [high = 0, low = 0] = groups.slice(at);
    if (prefix.every((group, index) => groups[index] === group)) {
      return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
    }
  }
  return undefined;
}

/** Returns the canonical spelling of an IPv6 address, without a zone. */
const canonical = (address: string): string => new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const numbers = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [numbers(head), numbers(tail ?? '')];
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function blockList(networks: Readonly<Record<'ipv4' | 'ipv6', readonly string[]>>): BlockList {
  const list = new BlockList();
  for (const network of [...networks.ipv4, ...networks.ipv6]) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}
