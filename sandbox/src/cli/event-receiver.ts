import { redact } from 'payment-gateway-contract';
import { printable } from 'payment-gateway-core/codes';
import { createSender, type SentAttempt } from '../events/index.js';

/** Characters. The sender keeps 1,000, so that a secret at the end of the shown text is recognized. */
const SHOWN_BODY = 800;

/** Milliseconds to wait for a response. The sandbox waits the same time for a receiver. */
const TIMEOUT = 10_000;

export interface EventReceipt {
  /** Whether the response was a 2xx. */
  readonly isConfirmed: boolean;
  /** The status of the response, or the reason for a missing response. */
  readonly status: string;
  /** The attempt without secrets, as a sandbox records it. */
  readonly attempt: SentAttempt['attempt'];
  /** The beginning of a response that is not a 2xx. Each line has a prefix, so that no line controls a terminal or a CI log. */
  readonly text: string;
}

export interface EventReceiver {
  /** The address without user, password, query and fragment, for messages. */
  readonly name: string;
  send(body: string, headers?: Readonly<Record<string, string>>): Promise<EventReceipt>;
  close(): void;
}

/** Returns a receiver of events at `address`. Its receipts do not show the credentials of the address. */
export function createReceiver(address: string, timeout = TIMEOUT): EventReceiver {
  const url = new URL(address);
  const credentials = [url.username, url.password].map(decoded);
  const basic = credentials.join('') && Buffer.from(credentials.join(':')).toString('base64');
  const inQuery = [url.search.slice(1), ...url.searchParams.values(), url.hash.slice(1)];
  const secrets = [...credentials, basic, ...inQuery].filter((secret) => secret !== '');
  // The sender gets the decoded credentials in a header, and its errors never show the address.
  url.username = '';
  url.password = '';
  const { send, close } = createSender({ allowRemote: true, timeout });

  return {
    name: `${url.origin}${url.pathname}`,
    close,
    async send(body, headers = {}) {
      const authorization = basic ? { authorization: `Basic ${basic}` } : {};
      const { attempt, delivered } = await send(url.href, body, { ...headers, ...authorization });
      const { status, response = '', error } = attempt;
      const shown = `${redact(response, { secrets })}`;
      const isRedirect = status !== undefined && status >= 300 && status < 400;
      return {
        isConfirmed: delivered,
        status: `${status ?? error}${isRedirect ? ' (a redirect, not followed)' : ''}`,
        attempt: { ...attempt, ...(response !== '' && { response: shown }) },
        text: marked(shown),
      };
    },
  };
}

function marked(text: string): string {
  if (text === '') return '';
  const beginning = text.length > SHOWN_BODY ? `${text.slice(0, SHOWN_BODY)}…` : text.replace(/\r?\n$/, '');
  const lines = beginning.split(/\r?\n/).map((line) => `| ${printable(line)}\n`);
  return lines.join('');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
