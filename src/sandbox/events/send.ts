import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Attempt } from '../state/index.js';
import { AddressRefused, allowedLookup, checkUrl } from './address.js';

export interface SenderOptions {
  /** Also to addresses that are neither loopback nor private. */
  readonly allowRemote: boolean;
  /** Milliseconds within which the status has to arrive. */
  readonly timeout: number;
  /** For tests: resolves names. */
  readonly lookup?: LookupFunction;
}

/** One attempt, and whether another one could ever succeed. */
export interface Sent {
  readonly attempt: Attempt;
  readonly delivered: boolean;
  readonly hopeless: boolean;
}

export interface Sender {
  /** The headers are added to the usual ones. */
  send(url: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Sent>;
  close(): void;
}

/** How much of a receiver's response is read, so that its connection can be used again. */
const MOST_BYTES = 65_536;

/** Sends events over connections that are kept. Redirects are not followed: a receiver must not choose where the sandbox goes. */
export function createSender({ allowRemote, timeout, lookup = allowedLookup(allowRemote) }: SenderOptions): Sender {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

  const status = (address: string, body: string, added: Readonly<Record<string, string>>): Promise<number> => {
    const url = checkUrl(address, allowRemote);
    const secure = url.protocol === 'https:';
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'payment-gateway-contract sandbox',
      ...added,
    };
    return new Promise((resolve, reject) => {
      const request = (secure ? requestHttps : requestHttp)(url, {
        method: 'POST',
        headers,
        lookup,
        agent: agents[secure ? 'https:' : 'http:'],
      });
      const timer = setTimeout(() => request.destroy(new Error(`no response within ${timeout} ms`)), timeout);
      request.on('close', () => {
        clearTimeout(timer);
        reject(new Error('closed without a response'));
      });
      request.on('error', reject);
      request.on('response', (response) => {
        resolve(response.statusCode ?? 0);
        discard(response);
      });
      request.end(body);
    });
  };

  return {
    async send(url, body, added = {}) {
      const [at, started] = [Date.now(), performance.now()];
      const duration = () => Math.round(performance.now() - started);
      try {
        const received = await status(url, body, added);
        const delivered = received >= 200 && received < 300;
        return { attempt: { at, duration: duration(), status: received }, delivered, hopeless: false };
      } catch (error) {
        const hopeless = error instanceof AddressRefused;
        return { attempt: { at, duration: duration(), error: wordsOf(error) }, delivered: false, hopeless };
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** The rest of a response is nobody's business: it is read to free the connection, and cut off when it does not end. */
function discard(response: IncomingMessage): void {
  let size = 0;
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_BYTES) response.destroy();
  });
}

/** Why there was no response, without the address: it may carry a secret. */
function wordsOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return WORDS[code] ?? code;
  return error instanceof Error && error.message.startsWith('no response within')
    ? error.message
    : 'the request failed';
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there (ECONNREFUSED)',
  ECONNRESET: 'the connection was closed before a response (ECONNRESET)',
  ENOTFOUND: 'the name is not known (ENOTFOUND)',
  EAI_AGAIN: 'the name could not be resolved (EAI_AGAIN)',
};
