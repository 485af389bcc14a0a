import type { RunCard } from '../flows/index.js';
import { isLocalUrl } from '../origin.js';
import type { Plan } from './plan.js';
import type { Permission, Reach } from './reach.js';

export interface RunOptions {
  /** Without a trailing slash. Must be https, or http to this machine. */
  readonly baseUrl: string;
  /** The access token. Requests send it to `baseUrl` only. */
  readonly token: string;
  /** Permissions in addition to reading. Default: none. `money` includes `charge`, because a Pix shows the unit of amounts first. */
  readonly allow?: readonly Permission[] | undefined;
  /** The most that the whole run may charge to the card, in centavos. Needed with `money`. */
  readonly maxAmount?: number | undefined;
  /** The card for the permission `money`. */
  readonly card?: RunCard | undefined;
  /** Runs only flows that check this entry of the register. */
  readonly entry?: string | undefined;
  /** The public URL for events, and the local port that it forwards to. */
  readonly receiver?: { readonly url: string; readonly port: number } | undefined;
  /** The file that lists what the run creates. The file must not exist. */
  readonly createdFile?: string | undefined;
  /** A new file for the redacted exchanges of the run. Use it to judge them again or to resume. */
  readonly record?: string | undefined;
  /** The `record` of an interrupted run. The report includes its exchanges, and the run skips flows that finished. */
  readonly resume?: string | undefined;
  /** Called before a run that writes. If it resolves to false, the run sends nothing. */
  readonly confirm: (plan: Plan) => Promise<boolean>;
  /** Called when a flow starts. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Interrupts the run. The run still refunds and removes its objects, and returns its report. The report shows the reason if it
   * is an error of another kind than `AbortError`.
   */
  readonly signal?: AbortSignal | undefined;
  /** Ends the run at the first refuted entry. */
  readonly failFast?: boolean | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Time-out for a response in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Requests per minute. Default: 50; unlimited on this machine. */
  readonly rate?: number | undefined;
  /** The most milliseconds to wait for events. Default: 15,000. */
  readonly eventsMs?: number | undefined;
  /** The most milliseconds to wait for each pending refund. Default: 30,000. */
  readonly refundMs?: number | undefined;
}

export interface Progress {
  readonly name: string;
  readonly summary: string;
  /** The number of the flow, from 1. `flows` is the total. */
  readonly flow: number;
  readonly flows: number;
}

/** Thrown if a run cannot start or cannot judge the server. The message is one line. */
export class RunError extends Error {
  override readonly name = 'RunError';
}

/** Throws `RunError` unless it is safe to send a token to this URL. */
export function checkAddress(baseUrl: string, token: string): void {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new RunError('base address: must begin with https://');
  const { username, password, search, hash, protocol, pathname } = new URL(baseUrl);
  if (protocol === 'http:' && !isLocalUrl(baseUrl))
    throw new RunError('base address: http goes to this machine only; use https');
  if (username || password || search || hash || baseUrl.endsWith('/'))
    throw new RunError('base address: must be a server and a path, without a user, a query or a slash at its end');
  if (/(^|\/)v1$/.test(pathname))
    throw new RunError('base address: ends with /v1, which every path of the contract has already; leave it out');
  if (!/^\S+$/.test(token)) throw new RunError('token: must be one word, without spaces');
}

/** Throws `RunError` if these options do not allow a run to start. */
export function checkOptions(options: RunOptions, allow: ReadonlySet<Reach>): void {
  const { baseUrl, token, maxAmount, card, receiver } = options;
  checkAddress(baseUrl, token);
  if (allow.has('money') && !(Number.isSafeInteger(maxAmount) && (maxAmount ?? 0) > 0))
    throw new RunError('--allow money: needs --max-amount, in centavos');
  if (allow.has('money') && !card)
    throw new RunError(
      '--allow money: needs a card; set PAYMENT_GATEWAY_CARD, or write it as the second line of standard input',
    );
  if (receiver && !(/^https?:\/\//.test(receiver.url) && URL.canParse(receiver.url)))
    throw new RunError('receiver: must be an address that begins with http:// or https://');
  const limits = { timeoutMs: 1, rate: Number.MIN_VALUE, eventsMs: 0, refundMs: 0 };
  for (const [name, least] of Object.entries(limits)) {
    const value = options[name as keyof typeof limits];
    if (value !== undefined && !(value >= least && value <= 2 ** 31 - 1))
      throw new RunError(`${name}: must be a number from ${least > 0 && least < 1 ? 'above 0' : least}`);
  }
}
