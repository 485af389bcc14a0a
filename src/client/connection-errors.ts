import { isConnectError } from '../util/index.js';

/** Codes of errors before there is a connection, for those without `syscall`. The first is of undici, the last of Bun. */
const withoutConnection = /^(UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ConnectionRefused)$/;

/** undici refuses an argument before it opens a connection, such as a dispatcher of another major version. */
const invalidArgument = 'UND_ERR_INVALID_ARG';

/** Explains why the `fetch` of another library fails, and how to correct it. */
export const foreignFetch =
  'fetch: that of the packages undici and node-fetch cannot read the global Request; pass dispatcher instead, or (request) => … that gives it the url, method, headers and text of the request';

/** Returns whether a `fetch` of another library took the global Request for an address. Nothing can be sent to it. */
export function isRequestAsAddress(error: object): boolean {
  const { code, input } = error as Record<string, unknown>;
  return code === 'ERR_INVALID_URL' && input === '[object Request]';
}

/** Node's fixed codes for a certificate that it does not accept (documentation of `tls`). They end the handshake before a request. */
const certificate =
  /^(ERR_TLS_CERT_ALTNAME_INVALID|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|(UNABLE_TO|CERT|CRL)_\w+|ERROR_IN_\w+_FIELD|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/;

/** Returns whether an error of `fetch`, or one of its causes, is one from before there was a connection. May throw, as a getter may. */
export function isBeforeConnection(error: object, causes: readonly unknown[]): boolean {
  if (isConnectError(error) || isRequestAsAddress(error)) return true;
  const { code, syscall } = error as Record<string, unknown>;
  const nested = causes.filter((next) => typeof next === 'object' && next !== null);
  // `fetch failed` has no code, and an error for several addresses has the code of one address. Their causes decide.
  if (nested.length > 0 && (code === undefined || nested.some((next) => (next as { code?: unknown }).code === code)))
    return true;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (typeof code !== 'string') return false;
  return withoutConnection.test(code) || certificate.test(code) || code === invalidArgument;
}
