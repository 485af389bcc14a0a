import { once } from 'node:events';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import type { DeliveryAttempt } from '../state/index.js';
import { AddressRefused, allowedLookup, checkUrl, type Lookup } from './allowed-address.js';
import { confirms } from './leases.js';

interface SenderOptions {
  /** Allows addresses that are neither loopback nor private. */
  readonly allowRemote: boolean;
  /** The time-out for the status of the response, in milliseconds. */
  readonly timeout: number;
  readonly lookup?: Lookup;
}

/** One attempt, and whether another attempt could succeed. */
export interface SentAttempt {
  readonly attempt: DeliveryAttempt;
  readonly delivered: boolean;
  readonly hopeless: boolean;
}

export type Sender = ReturnType<typeof createSender>;

/** The most characters to store of a response that is not 2xx. */
const KEPT = 1000;

/** Creates a sender with persistent connections. It does not follow redirects, because a receiver must not choose the target. */
export function createSender({ allowRemote, timeout, lookup = allowedLookup(allowRemote) }: SenderOptions) {
  const [plain, secure] = [new HttpAgent({ keepAlive: true }), new HttpsAgent({ keepAlive: true })];

  async function exchange(address: string, body: string, added: Readonly<Record<string, string>>) {
    const url = checkUrl(address, allowRemote);
    const ended = new AbortController();
    const { signal } = ended;
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'payment-gateway-sandbox',
      ...added,
    };
    const options = { method: 'POST', headers, lookup, signal };
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, agent: secure })
        : requestHttp(url, { ...options, agent: plain });
    // Also ends a response whose body never ends.
    const timer = setTimeout(() => ended.abort(), timeout);
    request.on('close', () => {
      clearTimeout(timer);
      ended.abort();
    });
    request.on('error', () => {}); // `once` reports an error before the response; later ones do not matter
    request.end(body);
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
    const { statusCode: status = 0 } = response;
    if (!confirms(status)) return { status, ...(await beginningOf(response)) };
    response.resume(); // frees the connection
    return { status };
  }

  return {
    async send(url: string, body: string, added: Readonly<Record<string, string>> = {}): Promise<SentAttempt> {
      const [at, started] = [Date.now(), performance.now()];
      const duration = () => Math.round(performance.now() - started);
      try {
        const received = await exchange(url, body, added);
        const delivered = confirms(received.status);
        return { attempt: { at, duration: duration(), ...received }, delivered, hopeless: false };
      } catch (error) {
        const hopeless = error instanceof AddressRefused;
        return { attempt: { at, duration: duration(), error: wordsOf(error, timeout) }, delivered: false, hopeless };
      }
    },
    close(): void {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** Returns the first characters of a response, even if its rest is missing. */
async function beginningOf(response: IncomingMessage): Promise<{ readonly response?: string }> {
  let text = '';
  try {
    for await (const piece of response.setEncoding('utf8')) {
      text += piece;
      if (text.length >= KEPT) break; // closes the connection
    }
  } catch {
    // The receiver has cut it off, or it took too long.
  }
  return text === '' ? {} : { response: text.slice(0, KEPT) };
}

/** Returns the reason for a missing response, without the address, which may contain a secret. */
function wordsOf(error: unknown, timeout: number): string {
  if (error instanceof AddressRefused) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === 'ABORT_ERR') return `no response within ${timeout} ms`;
  const known = PROBLEMS.find(([pattern]) => code !== undefined && pattern.test(code))?.[1];
  return known === undefined ? (code ?? 'the request failed') : `${known} (${code})`;
}

/** Problems by the code of the error. */
const PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'no server listens there'],
  [/^ECONNRESET$/, 'the connection was closed before a response'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'the name cannot be resolved'],
  [/^(?:EPROTO|ERR_SSL_WRONG_VERSION_NUMBER)$/, 'no TLS is spoken there: use an address with http://'],
  [/CERT_HAS_EXPIRED|ALTNAME/, 'the certificate has expired, or is for another name'],
  [
    /CERT|UNABLE_TO_VERIFY/,
    'the certificate is not trusted: start the sandbox with NODE_EXTRA_CA_CERTS=<file of the certificate authority>, or use http://',
  ],
];
