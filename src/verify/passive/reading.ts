import { readContract, readOperations } from '../../contract/contract.js';
import { createRouter } from '../../contract/router.js';
import type { Exchange } from '../exchange.js';
import { contractPath } from '../judge/contract.js';
import { isDelivery } from '../rules/events.js';

/** The exchanges of a recording. */
export interface Reading {
  readonly exchanges: readonly Exchange[];
  /** Number of entries that were invalid or had no response. */
  readonly skipped: number;
}

/** Thrown if a recording cannot be read. The one-line message names the file and the reason, without its content. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Removes the byte order mark that Windows editors and proxies write. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

/**
 * Returns the deliveries of events and the exchanges with one server. Without `baseUrl`, selects the only server whose paths
 * the contract has. Throws `UnreadableError` if there are several such servers.
 */
export function ofHost(exchanges: readonly Exchange[], baseUrl?: string): Exchange[] {
  const route = createRouter(readOperations(readContract()));
  const hosts = new Set<string>();
  if (baseUrl !== undefined) hosts.add(hostOf(baseUrl));
  else {
    for (const { request } of exchanges) {
      const found = route(request.method, contractPath(request.url) ?? '/');
      if (!('problem' in found)) hosts.add(hostOf(request.url));
    }
  }
  if (hosts.size > 1)
    throw new UnreadableError(
      `recording: has ${hosts.size} servers with such paths (${[...hosts].slice(0, 3).join(', ')}); choose one with --base-url`,
    );
  return exchanges.filter((exchange) => isDelivery(exchange) || hosts.has(hostOf(exchange.request.url)));
}

/** Returns the host of a URL, or '' if the URL has none. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
