import { printable, printableSource } from 'payment-gateway-core/codes';
import {
  BodyTooLarge,
  clauses,
  flag,
  listAt,
  must,
  type OptionTable,
  parseJson,
  readBody,
  stringAt,
  text,
  timeUp,
  webAddress,
  withTimeout,
} from 'payment-gateway-core/util';
import type { components } from '../../generated/sandbox-types.js';
import { USUAL_URL } from '../options/index.js';

export type ControlSchemas = components['schemas'];

/** How to start the program. The name of the package also works outside a project. */
export const PROGRAM = 'npx payment-gateway-sandbox';

export const REMOTE_OPTIONS = {
  url: {
    ...webAddress(),
    default: USUAL_URL,
    variable: 'PAYMENT_GATEWAY_URL',
    help: 'the address of the sandbox',
  },
  token: {
    ...text('one word, without spaces', /^\S+$/),
    value: '<token>',
    variable: 'PAYMENT_GATEWAY_TOKEN',
    help: 'the token that selects the account, any word you choose; needed with --accounts per-token',
  },
  json: { ...flag, help: 'prints JSON' },
} as const satisfies OptionTable;

export const ID = {
  type: 'number',
  value: '<id>',
  isRequired: true,
  read(given: string): number {
    const id = Number(given);
    must(/^\d{1,15}$/.test(given) && id > 0, 'a whole number of at least 1');
    return id;
  },
} as const;

/** Milliseconds to wait for a response. An advance of years may take a minute. */
const TIMEOUT = 120_000;

/** The largest response in bytes: the state of a full account fits in. */
const LARGEST = 64 * 2 ** 20;

export const origin = (url: string): string => url.replace(/\/+$/, '');

/** No sandbox answers at the address. It may be about to start. */
export class NoSandbox extends Error {
  override readonly name = 'NoSandbox';
}

/** Calls a sandbox, and returns the JSON of its response. Throws one line if no sandbox answers there, or if it refuses. */
export async function callSandbox<Result>(
  { url, token }: { readonly url: string; readonly token: string | undefined },
  method: string,
  path: string,
  body?: object,
): Promise<Result> {
  const advice = `start one with ${PROGRAM}, or pass its address in --url or PAYMENT_GATEWAY_URL`;
  const request: RequestInit = {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: body ? JSON.stringify(body) : null,
  };
  // The timer also keeps the process alive: on Node 20, fetch never ends if a server closes the connection at once.
  const { ok, status, result, isSandbox } = await withTimeout(TIMEOUT, async (signal) => {
    const ask = (path: string, init: RequestInit) =>
      // The address that a redirect names must not get the body.
      fetch(`${origin(url)}${path}`, { ...init, redirect: 'manual', signal });
    const response = await ask(path, request);
    const { ok, status } = response;
    const result = parseJson(await readBody(response, LARGEST));
    const isSandbox = status === 404 ? (await ask('/_sandbox/health', {})).ok : status < 300 || status >= 400;
    return { ok, status, result, isSandbox };
  }).catch((error: unknown) => {
    if (error instanceof BodyTooLarge) throw new Error(`${url}: is not a sandbox (${error.message}); ${advice}`);
    const code = error === timeUp ? 'timeout' : stringAt(error instanceof Error ? error.cause : undefined, 'code');
    throw new NoSandbox(`${url}: no sandbox answers there (${code ?? 'no response'}); ${advice}`);
  });
  if (!isSandbox || (result === undefined && status !== 204))
    throw new Error(`${url}: is not a sandbox (HTTP ${status}); ${advice}`);
  if (ok) return result as Result;
  throw new Error(printable(clauses(listAt(result, 'errors').map(String))) || `${url}: returned ${status}`);
}

/**
 * Opens a stream of the sandbox, and yields its messages until it ends. Throws a `NoSandbox` if no sandbox answers, and one line if it refuses.
 */
export async function* streamFrom(
  { url, token }: { readonly url: string; readonly token: string | undefined },
  path: string,
  signal: AbortSignal,
): AsyncGenerator<{ readonly event: string; readonly data: string }> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const opened = await fetch(`${origin(url)}${path}`, { headers, redirect: 'manual', signal }).catch(() => undefined);
  const isStream = opened?.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (opened === undefined || opened.body === null || !isStream) {
    await opened?.body?.cancel();
    const { status = 503 } = opened ?? {};
    // The call throws the reason.
    await callSandbox({ url, token }, 'GET', status >= 500 ? '/_sandbox/health' : path);
    throw new NoSandbox(`${url}: returned ${status}`);
  }
  let text = '';
  try {
    for await (const piece of opened.body.pipeThrough(new TextDecoderStream())) {
      const messages = `${text}${piece}`.split('\n\n');
      text = messages.pop() ?? '';
      if (text.length > LARGEST) return;
      for (const message of messages) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/m.exec(message) ?? [];
        if (event !== undefined && data !== undefined) yield { event, data };
      }
    }
  } catch {
    // The connection broke.
  }
}

export type StyleLine = (line: string, index: number) => string;

/** Prints lines of text, without the control characters that a server may have put into them. Colors come after that. */
export function printLines(text: string, style: StyleLine = (line) => line): void {
  const lines = text.split('\n').map((line, index) => style(printable(line), index));
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function printJson(value: unknown): void {
  printLines(printableSource(JSON.stringify(value)));
}

export function show<Value>(
  value: Value,
  { json }: { json: boolean },
  lines: (value: Value) => string,
  style?: StyleLine,
): void {
  if (json) printJson(value);
  else printLines(lines(value), style);
}
