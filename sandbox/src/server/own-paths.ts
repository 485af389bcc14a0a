import type { Access, WireRequest, WireResponse } from 'payment-gateway-core/access';
import type { Values } from 'payment-gateway-core/util';

/** A request to one of the server's own paths. The guard has allowed it. */
export type OwnRequest = Pick<WireRequest, 'method' | 'headers' | 'readBody'> & {
  path: string;
  query: Values;
  /** The host and port that the request names, which the guard has allowed. Undefined in this process. */
  host: string | undefined;
};

/** The server's own paths under one prefix. The paths of the gateway begin with /v1. The longest matching prefix wins. */
export interface OwnPaths {
  /** With a slash at both ends. */
  prefix: string;
  /** Default `control`. */
  access?: Access;
  /** What each endpoint does, by its method and path, such as `GET /_sandbox/health`. The landing page shows it. */
  endpoints?: Readonly<Record<string, string>>;
  respond(request: OwnRequest): WireResponse | Promise<WireResponse>;
}
