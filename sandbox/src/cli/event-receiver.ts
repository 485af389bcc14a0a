import { redact } from 'payment-gateway-contract';
import { printable } from 'payment-gateway-core/codes';
import { createSender } from '../events/index.js';

/** Characters. The sender keeps 1,000, so that a secret at the end of the shown text is recognized. */
const SHOWN_BODY = 800;

/** Milliseconds to wait for a response. The sandbox waits the same time for a receiver. */
const TIMEOUT = 10_000;

export type EventReceiver = ReturnType<typeof createReceiver>;
export type EventReceipt = Awaited<ReturnType<EventReceiver['send']>>;

/** Returns a receiver of events at `address`. Its receipts do not show the credentials of the address. */
export function createReceiver(address: string, timeout = TIMEOUT) {
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
    /** The address without user, password, query and fragment, for messages. */
    name: `${url.origin}${url.pathname}`,
    close,
    async send(body: string, headers: Readonly<Record<string, string>> = {}) {
      const authorization = basic ? { authorization: `Basic ${basic}` } : {};
      const { attempt, delivered } = await send(url.href, body, { ...headers, ...authorization });
      const { status, response = '', error } = attempt;
      const shown = `${redact(response, { secrets })}`;
      const isRedirect = status !== undefined && status >= 300 && status < 400;
      return {
        isConfirmed: delivered,
        /** The status of the response, or the reason for a missing response. */
        status: `${status ?? error}${isRedirect ? ' (a redirect, not followed)' : ''}`,
        /** Without secrets, as a sandbox records it. */
        attempt: { ...attempt, ...(response !== '' && { response: shown }) },
        /** The beginning of a response that is not a 2xx. Each line has a prefix, so that no line controls a terminal or a CI log. */
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
