/** The address of a state on a Redis or Valkey server. */
export interface RedisAddress {
  /** The address for the driver, with user and password. */
  readonly url: string;
  readonly host: string;
  /** Part of every key, so that several sandboxes can share a server. */
  readonly prefix: string;
  /** The address for messages, without user and password. */
  readonly shown: string;
}

/** Does not repeat the value, because it may contain a password. */
const FORM =
  'must be an address like redis://user:password@host:6379/0?prefix=name, with a prefix of 1 to 64 letters, digits, dots, hyphens or underscores; escape special characters of a password as in any URL, such as %23 for #';

export function isRedisAddress(state: string): boolean {
  return /^rediss?:/i.test(state);
}

/** Returns the parts of an address. Throws a `RangeError` of one line without user and password. */
export function readRedisAddress(state: string): RedisAddress {
  const { protocol, hostname, port, pathname, searchParams, hash } = parse(state);
  const database = /^\/?(\d{0,5})$/.exec(pathname)?.[1];
  const { prefix = 'payment-gateway', ...others } = Object.fromEntries(searchParams);
  const isComplete = hostname !== '' && database !== undefined && hash === '' && Object.keys(others).length === 0;
  if (!isComplete || !/^[\w.-]{1,64}$/.test(prefix)) throw new RangeError(FORM);
  const shown = `${protocol}//${hostname}:${port || 6379}${Number(database) === 0 ? '' : `/${database}`}`;
  return { url: state, host: hostname.replace(/^\[|\]$/g, ''), prefix, shown };
}

function parse(state: string): URL {
  try {
    const url = new URL(state);
    decodeURIComponent(url.username + url.password);
    if (/^rediss?:\/\/[^/]/i.test(state)) return url;
  } catch {}
  throw new RangeError(FORM);
}
