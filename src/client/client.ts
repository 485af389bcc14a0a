import createClient, {
  type Client,
  type ClientOptions,
  defaultPathSerializer,
  type FetchResponse,
  type HeadersOptions,
  type MaybeOptionalInit,
  type ParseAs,
} from 'openapi-fetch';
import type { OperationEvidence } from '../../generated/operation-ids.js';
import type { paths } from '../../generated/types.js';
import { type GatewayFetchOptions, gatewayFetch, type Settings } from './fetch.js';

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
/** The second argument of a call: its parameters, its body and its options. */
export type InitOf<Paths, Path, Name extends MethodName> = Omit<
  NonNullable<MaybeOptionalInit<At<Paths, Path>, Name>>,
  Own
> &
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

/** The kinds of evidence for a part of the contract, strongest first. */
export type EvidenceLevel = 'documented' | 'observed' | 'assumed';
type AtLeast = { documented: 'documented'; observed: 'documented' | 'observed'; assumed: EvidenceLevel };

/** The paths and methods of the contract that have at least this evidence. */
export type PathsWithEvidence<Level extends EvidenceLevel> = {
  [Path in keyof paths]: {
    [Name in keyof paths[Path] & keyof OperationEvidence[Path] as OperationEvidence[Path][Name] extends AtLeast[Level]
      ? Name
      : never]: paths[Path][Name];
  };
};

/**
 * Returns a client of openapi-fetch for the gateway at `baseUrl`. `createGatewayClient<PathsWithEvidence<'documented'>>` offers only operations
 * that the source document states. A response with an HTTP error sets `error`. A call without a usable response throws a `GatewayError`.
 */
export function createGatewayClient<Paths extends object = paths>(options: GatewayClientOptions): GatewayClient<Paths> {
  const { accessToken: _, baseUrl, headers, ...passedOn } = options;
  // The error does not quote the address, which may contain a password.
  if (!/^https?:\/\/[^@?#\s/]+(\/[^@?#\s/]+)*\/?$/.test(baseUrl))
    throw new TypeError('baseUrl: must be an address like https://gateway.example');
  const fetch = gatewayFetch(options);
  const client: Record<string, unknown> = {
    ...createClient({ bodySerializer, pathSerializer, ...passedOn, baseUrl, headers: listed(headers), fetch }),
  };
  for (const name of ['GET', 'POST', 'PUT', 'DELETE']) {
    const call = client[name] as (path: string, init: object) => unknown;
    client[name] = (path: string, init?: { headers?: HeadersOptions }) =>
      call(path, { ...init, headers: listed(init?.headers) });
  }
  return client as unknown as GatewayClient<Paths>;
}

/** Returns headers as openapi-fetch reads them: it takes a list of pairs for an object. */
const listed = (headers: HeadersOptions | null | undefined): HeadersOptions =>
  Symbol.iterator in Object(headers) ? new Headers(headers as Headers) : (headers ?? {});

/** Writes JSON. Refuses what JSON would change without an error: a refund without an amount is assumed to refund everything. */
const bodySerializer = (body: unknown): string =>
  JSON.stringify(body, (name, value: unknown) => {
    const isLost = typeof value === 'number' ? !Number.isFinite(value) : value === undefined && name === 'amount';
    if (isLost) throw new TypeError(`body: ${name} is ${value}; leave out the field if you mean that`);
    return value;
  });

/** URL parsers drop `.` and `..`, so such an id would lead to another operation. */
const pathSerializer: typeof defaultPathSerializer = (path, values) => {
  for (const [name, value] of Object.entries(values))
    if (/^(\.{0,2}|NaN)$/.test(`${value ?? ''}`)) throw new TypeError(`params.path.${name}: is missing`);
  return defaultPathSerializer(path, values);
};
