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

type Received = Required<Pick<Attempt, 'status'>> & Pick<Attempt, 'response'>;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** How much of a receiver's response is read, so that its connection can be used again. */
const MOST_BYTES = 65_536;
/** How much of a response is kept that was not 2xx. Characters. */
const KEPT = 1000;

/** Sends events over connections that are kept. Redirects are not followed: a receiver must not choose where the sandbox goes. */
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
 * Reads a response to free its connection, and cuts off one that does not end. Passes on its first characters, and whether there are enough
 * of them.
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
