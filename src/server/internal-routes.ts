import type { Values } from '../contract/json.js';
import type { Access } from './access/guard.js';
import { type Journal, readEntries } from './journal/journal.js';
import type { WireRequest } from './wire/request.js';
import { refuse, type WireResponse } from './wire/response.js';

/** A request to one of the server's own paths. The guard has allowed it. */
export type OwnRequest = Pick<WireRequest, 'method' | 'headers' | 'readBody'> & { path: string; query: Values };

/** The server's own paths under one prefix. The paths of the gateway begin with /v1. The longest matching prefix wins. */
export interface OwnPaths {
  /** With a slash at both ends. */
  prefix: string;
  /** Default `control`. */
  access?: Access;
  /** The method and path of each endpoint, such as `GET /_mock/health`. */
  endpoints?: readonly string[];
  respond(request: OwnRequest): WireResponse | Promise<WireResponse>;
}

export interface Endpoint {
  method: 'GET' | 'POST';
  respond(request: OwnRequest): WireResponse | Promise<WireResponse>;
}

/** Returns own paths for a table of endpoints: `/_<server>/<name>`. */
export function createOwnPaths(server: string, endpoints: Readonly<Record<string, Endpoint>>): OwnPaths {
  const prefix = `/_${server}/`;
  return {
    prefix,
    endpoints: Object.entries(endpoints).map(([name, { method }]) => `${method} ${prefix}${name}`),
    respond(request) {
      const name = request.path.slice(prefix.length);
      const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
      if (!endpoint) {
        const known = Object.keys(endpoints).map((known) => prefix + known);
        return refuse(404, `path: the ${server} has ${known.join(', ')}`);
      }
      const { method: allow } = endpoint;
      if (request.method !== allow) return refuse(405, `method: this path takes ${allow} only`, { allow });
      return endpoint.respond(request);
    },
  };
}

/** Returns the endpoints that every server has: its health, its recorded requests, and a reset. */
export function commonEndpoints(server: {
  journal: Journal;
  reset: () => void | Promise<void>;
  operations: number;
  version: string;
}): Readonly<Record<string, Endpoint>> {
  const { journal, reset, operations, version } = server;
  return {
    health: {
      method: 'GET',
      respond: () => ({ status: 200, headers: {}, body: { status: 'ready', operations, version } }),
    },
    requests: {
      method: 'GET',
      respond: async () => ({ status: 200, headers: {}, body: { requests: await readEntries(journal.entries) } }),
    },
    reset: {
      method: 'POST',
      async respond() {
        await reset();
        return { status: 204, headers: {} };
      },
    },
  };
}
