/** Where the state is kept on a Redis or Valkey server. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  readonly database: number;
  /** Every key begins with it, so that several sandboxes share a server. */
  readonly prefix: string;
  /** The address as it may be printed: without user and password. */
  readonly shown: string;
}

const DEFAULT_PREFIX = 'payment-gateway';
const DEFAULT_PORT = 6379;

/** Of a name in the DNS. */
const LONGEST_HOST = 253;

/** What the value of `state` must be, in words for a person who got it wrong. Nothing of what was given is repeated: it may hold a password. */
const FORM =
  'state must be an address like redis://user:password@host:6379/0?prefix=name; write special characters of a password as in any URL, such as %23 for #';

export function isRedisAddress(state: string): boolean {
  return /^rediss?:/i.test(state);
}

/** Throws one line that says what is wrong, without user and password. */
export function readRedisAddress(state: string): RedisAddress {
  if (!/^rediss?:\/\/[^/]/i.test(state) || !URL.canParse(state)) throw new RangeError(FORM);
  const { protocol, hostname, port, username, password, pathname, searchParams, hash } = new URL(state);
  if (hostname === '' || hostname.length > LONGEST_HOST || hash !== '') throw new RangeError(FORM);
  const database = /^\/?(\d{0,5})$/.exec(pathname)?.[1];
  if (database === undefined) throw new RangeError(FORM);
  for (const name of searchParams.keys()) {
    if (name !== 'prefix') throw new RangeError('state: the only parameter of a redis:// address is prefix');
  }
  const prefix = searchParams.get('prefix') ?? DEFAULT_PREFIX;
  if (!/^[\w.-]{1,64}$/.test(prefix)) {
    throw new RangeError('state: prefix must be 1 to 64 letters, digits, dots, hyphens or underscores');
  }
  const tls = protocol === 'rediss:';
  const where = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || DEFAULT_PORT),
    database: Number(database),
  };
  return {
    ...where,
    tls,
    ...(username !== '' && { username: decoded(username) }),
    ...(password !== '' && { password: decoded(password) }),
    prefix,
    shown: `${protocol}//${hostname}:${where.port}${where.database === 0 ? '' : `/${where.database}`}`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RangeError(FORM);
  }
}
