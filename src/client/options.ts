import type { Client, ClientOptions, FetchResponse, MaybeOptionalInit, ParseAs } from 'openapi-fetch';
import type { paths } from '../../generated/types.js';
import type { AccessToken } from './token.js';

/** The settings of a client without others. */
export const defaults = { retries: 2, retryDelayMs: 250, timeoutMs: 30_000, overallTimeoutMs: 90_000 };

/** Settings of the client, or of a single call. Times are in milliseconds. `undefined` means the default. */
export interface Settings {
  /** How often a failed call is sent again where that is harmless: never a POST that may have been accepted. Default: 2. */
  readonly retries?: number | undefined;
  /** The limit of the first random delay. It doubles for each further delay. Default: 250. `Retry-After` wins, up to 30,000. */
  readonly retryDelayMs?: number | undefined;
  /** The time limit of one attempt, including reading the response. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** The time limit of all attempts and the delays between them. Default: 90,000. */
  readonly overallTimeoutMs?: number | undefined;
}

export interface GatewayFetchOptions extends Settings {
  /** A token, or a function that returns one. After a 401 the client asks it for another token, once for all parallel calls. */
  readonly accessToken: AccessToken;
  /**
   * Replaces the global `fetch`. It gets one complete `Request` of the platform for each attempt, with the token. It must obey the signal of
   * the request, and must not send it twice. If it throws, a POST has an unknown outcome.
   */
  readonly fetch?: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
}

export function settingsOf(given: Settings, common: typeof defaults): typeof defaults {
  const settings = { ...common };
  for (const name of Object.keys(defaults) as (keyof Settings)[]) {
    const value = given[name] ?? common[name];
    if (typeof value !== 'number' || !(value >= 0)) throw new TypeError(`${name}: must be a number, 0 or more`);
    settings[name] = value;
  }
  return settings;
}

/** Options of `fetch` on one platform: a dispatcher of undici on Node, the cache of Next.js, Cloudflare Workers. */
interface PlatformOptions {
  readonly dispatcher?: object | undefined;
  readonly next?: { readonly revalidate?: number | false; readonly tags?: string[] } | undefined;
  readonly cf?: object | undefined;
}

type Own = 'fetch' | 'baseUrl' | keyof PlatformOptions;

export interface GatewayClientOptions extends Omit<ClientOptions, Own>, GatewayFetchOptions, PlatformOptions {
  /** The address of the gateway without `/v1`: `https://gateway.example`. */
  readonly baseUrl: string;
}

type MethodName = 'get' | 'post' | 'put' | 'delete';
/** The paths that have a method. */
export type PathWith<Paths, Name extends MethodName> = {
  [Path in keyof Paths]: Paths[Path] extends { [Key in Name]: unknown } ? Path : never;
}[keyof Paths];
type At<Paths, Path> = Paths[Path & keyof Paths] & Record<string, Record<string, unknown>>;
type Given<Paths, Path, Name extends MethodName> = NonNullable<MaybeOptionalInit<At<Paths, Path>, Name>>;
/** The second argument of a call: its parameters, its body and its options. */
export type InitOf<Paths, Path, Name extends MethodName> = Omit<Given<Paths, Path, Name>, Own> &
  Settings &
  PlatformOptions;
/** The last argument of a call: optional if nothing in it is required. */
export type Rest<Init> = Partial<Init> extends Init ? [init?: Init] : [init: Init];

/** A method of openapi-fetch that also refuses unknown fields and options: a refund of `{ ammount: 100 }` would refund everything. */
export type GatewayMethod<Paths extends object, Name extends MethodName> = <
  Path extends PathWith<Paths, Name>,
  As extends ParseAs = 'json',
>(
  path: Path,
  ...init: Rest<InitOf<Paths, Path, Name> & { readonly parseAs?: As | undefined }>
) => Promise<FetchResponse<At<Paths, Path>[Name], { parseAs: As }, 'application/json'>>;

/** A client of openapi-fetch. `asOpenapiFetch` gives it openapi-fetch's own type. */
export interface GatewayClient<Paths extends object = paths> extends Pick<Client<Paths>, 'use' | 'eject'> {
  readonly GET: GatewayMethod<Paths, 'get'>;
  readonly POST: GatewayMethod<Paths, 'post'>;
  readonly PUT: GatewayMethod<Paths, 'put'>;
  readonly DELETE: GatewayMethod<Paths, 'delete'>;
}
