/** A Redis or Valkey server and the part of it that holds the state. */
export interface RedisAddress {
  /** The address for the driver, with user and password. */
  readonly url: string;
  readonly host: string;
  /** Part of every key, so that several sandboxes can share a server. */
  readonly prefix: string;
  /** The address for messages, without user and password. */
  readonly shown: string;
}

const DEFAULT_PREFIX = 'payment-gateway';
const LONGEST_DNS_NAME = 253;

/** Does not repeat the value, because it may contain a password. */
const FORM =
  'state must be an address like redis://user:password@host:6379/0?prefix=name; escape special characters of a password as in any URL, such as %23 for #';

export function isRedisAddress(state: string): boolean {
  return /^rediss?:/i.test(state);
}

/** Returns the parts of an address. Throws a `RangeError` of one line without user and password. */
export function readRedisAddress(state: string): RedisAddress {
  if (!/^rediss?:\/\/[^/]/i.test(state) || !URL.canParse(state)) throw new RangeError(FORM);
  const url = new URL(state);
  const { protocol, hostname, pathname, searchParams, hash } = url;
  const hasHost = hostname !== '' && hostname.length <= LONGEST_DNS_NAME;
  if (!hasHost || hash !== '' || !/^\/?\d{0,5}$/.test(pathname)) throw new RangeError(FORM);
  for (const part of [url.username, url.password]) if (!isDecodable(part)) throw new RangeError(FORM);
  for (const name of searchParams.keys()) {
    if (name !== 'prefix') throw new RangeError('state: the only parameter of a redis:// address is prefix');
  }
  const prefix = searchParams.get('prefix') ?? DEFAULT_PREFIX;
  if (!/^[\w.-]{1,64}$/.test(prefix)) {
    throw new RangeError('state: prefix must be 1 to 64 letters, digits, dots, hyphens or underscores');
  }
  const database = Number(pathname.slice(1)) === 0 ? '' : pathname;
  const shown = `${protocol}//${hostname}:${url.port || '6379'}${database}`;
  return { url: state, host: hostname, prefix, shown };
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}
