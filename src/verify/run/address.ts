import { isLoopback } from '../origin.js';

/** Thrown if a run cannot start or cannot judge the server. The message is one line. */
export class RunError extends Error {
  override readonly name = 'RunError';
}

/** Throws `RunError` unless it is safe to send a token to this URL. */
export function checkAddress(baseUrl: string, token: string): void {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new RunError('base address: must begin with https://');
  const { username, password, search, hash, protocol, pathname } = new URL(baseUrl);
  if (protocol === 'http:' && !isLoopback(baseUrl))
    throw new RunError('base address: http goes to this machine only; use https');
  if (username || password || search || hash || baseUrl.endsWith('/'))
    throw new RunError('base address: must be a server and a path, without a user, a query or a slash at its end');
  if (/(^|\/)v1$/.test(pathname))
    throw new RunError('base address: ends with /v1, which every path of the contract has already; leave it out');
  if (!/^\S+$/.test(token)) throw new RunError('token: must be one word, without spaces');
}
