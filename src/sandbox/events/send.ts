import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Attempt } from '../state/index.js';
import { AddressRefused, allowedLookup, checkUrl } from './address.js';

export interface SenderOptions {
  /** Allows addresses that are neither loopback nor private. */
  readonly allowRemote: boolean;
  /** The time-out for the status of the response, in milliseconds. */
  readonly timeout: number;
  /** Resolves names, for tests. */
  readonly lookup?: LookupFunction;
}

/** One attempt, and whether another attempt could succeed. */
export interface Sent {
  readonly attempt: Attempt;
  readonly delivered: boolean;
  readonly hopeless: boolean;
}

export interface Sender {
  /** Sends an event with additional headers. */
  send(url: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Sent>;
  close(): void;
}

type Received = Required<Pick<Attempt, 'status'>> & Pick<Attempt, 'response'>;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The most bytes to read of a response. Reading it to the end frees the connection. */
const MOST_BYTES = 65_536;
/** The most characters to store of a response that is not 2xx. */
const KEPT = 1000;

/** Creates a sender with persistent connections. It does not follow redirects, because a receiver must not choose the target. */
export function createSender({ allowRemote, timeout, lookup = allowedLookup(allowRemote) }: SenderOptions): Sender {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

  const exchange = (address: string, body: string, added: Readonly<Record<string, string>>): Promise<Received> => {
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
      let received: Received | undefined;
      const end = (error: Error): void => (received === undefined ? reject(error) : resolve(received));
      request.on('close', () => {
        clearTimeout(timer);
        end(new Error('closed without a response'));
      });
      request.on('error', end);
      request.on('response', (response) => {
        const { statusCode: status = 0 } = response;
        received = { status };
        if (isSuccess(status)) resolve(received);
        readBeginning(response, (text, isAll) => {
          received = { status, response: text };
          if (isAll) resolve(received);
        });
        response.on('end', () => resolve(received ?? { status }));
      });
      request.end(body);
    });
  };

  return {
    async send(url, body, added = {}) {
      const [at, started] = [Date.now(), performance.now()];
      const duration = () => Math.round(performance.now() - started);
      try {
        const received = await exchange(url, body, added);
        const delivered = isSuccess(received.status);
        return { attempt: { at, duration: duration(), ...received }, delivered, hopeless: false };
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

/**
 * Reads a response to free its connection, and closes the connection if the response is too long. Passes on the first characters, and whether
 * these reach the limit.
 */
function readBeginning(response: IncomingMessage, onText: (text: string, isAll: boolean) => void): void {
  const kept: Buffer[] = [];
  let size = 0;
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    if (size < KEPT) {
      kept.push(chunk);
      onText(Buffer.concat(kept).toString().slice(0, KEPT), size + chunk.length >= KEPT);
    }
    size += chunk.length;
    if (size > MOST_BYTES) response.destroy();
  });
}

/** Returns the reason for a missing response, without the address, which may contain a secret. */
function wordsOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return WORDS[code] ?? code;
  return error instanceof Error && error.message.startsWith('no response within')
    ? error.message
    : 'the request failed';
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there (ECONNREFUSED)',
  ECONNRESET: 'the connection was closed before a response (ECONNRESET)',
  ENOTFOUND: 'the name is not known (ENOTFOUND)',
  EAI_AGAIN: 'the name could not be resolved (EAI_AGAIN)',
};
