import { printable } from '../codes/printable.js';
import { redact } from '../redaction/index.js';

/** The most characters to read of a response body, because a receiver may send without end. */
const READ_BODY = 16_384;
const SHOWN_BODY = 1_000;

/** The outcome of one event. */
export interface Receipt {
  /** Whether the response was a 2xx. */
  readonly isConfirmed: boolean;
  /** The status of the response, or the reason for a missing response. */
  readonly status: string;
  /** The beginning of the body. Each line has a prefix, so that no line controls a terminal or a CI log. */
  readonly text: string;
}

export interface Receiver {
  /** The address without user, password, query and fragment, for messages. */
  readonly name: string;
  send(body: string): Promise<Receipt>;
}

/** Returns a receiver of events at `address`. Its receipts do not show the credentials of the address. */
export function createReceiver(address: string, timeoutMs: number): Receiver {
  const url = new URL(address);
  const name = `${url.origin}${url.pathname}`;
  const credentials = [url.username, url.password].map(decoded);
  const authorization = `Basic ${Buffer.from(credentials.join(':')).toString('base64')}`;
  const hasCredentials = credentials.some((credential) => credential !== '');
  const secrets = [
    ...credentials,
    ...[url.username, url.password, url.search.slice(1), url.hash.slice(1)],
    ...url.searchParams.values(),
    ...(hasCredentials ? [authorization.slice('Basic '.length)] : []),
  ].filter((secret) => secret !== '');
  // fetch refuses an address with credentials, and its error quotes them.
  url.username = '';
  url.password = '';
  const hidden = (text: string) => `${redact(text, { secrets })}`;

  return {
    name,
    async send(body) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(hasCredentials && { authorization }) },
          body,
          // The gateway is not known to follow redirects, and fetch would turn the POST into a GET that looks like a success.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const isRedirect = response.status >= 300 && response.status < 400;
        const statusText = printable(hidden(response.statusText));
        return {
          isConfirmed: response.ok,
          status: `${response.status} ${statusText}`.trim() + (isRedirect ? ' (a redirect, not followed)' : ''),
          text: marked(hidden(await beginningOf(response))),
        };
      } catch (error) {
        return { isConfirmed: false, status: `no response (${printable(hidden(reasonOf(error)))})`, text: '' };
      }
    },
  };
}

function marked(text: string): string {
  if (text === '') return '';
  const beginning = text.length > SHOWN_BODY ? `${text.slice(0, SHOWN_BODY)}…` : text.replace(/\r?\n$/, '');
  const lines = beginning.split(/\r?\n/).map((line) => `| ${printable(line)}\n`);
  return lines.join('');
}

/** Returns more than the shown part of the body, so that a secret at its end is recognized. */
async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= READ_BODY) break;
  }
  return text;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the reason of an error. If several addresses of `localhost` refuse, the error has a code but no message. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(reason instanceof Error)) return 'unknown reason';
  return reason.message || ('code' in reason ? `${reason.code}` : reason.name);
}
