import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Milliseconds to wait for a secret: a password manager may ask first. */
const PATIENCE = 60_000;

/**
 * Returns the token, and the secrets of further variables or '', from the environment or from lines of standard input. Arguments would
 * show in the process list.
 */
export async function readSecrets(...further: readonly string[]): Promise<[token: string, ...further: string[]]> {
  const given = ['PAYMENT_GATEWAY_TOKEN', ...further].map((name) => process.env[name] ?? '');
  const missing = given.filter((secret) => secret === '').length;
  const lines = missing > 0 && !process.stdin.isTTY ? await readLines(process.stdin, missing, PATIENCE) : [];
  const [token = '', ...others] = given.map((secret) => secret || (lines.shift() ?? ''));
  if (token === '')
    throw new Error('token: is required; set PAYMENT_GATEWAY_TOKEN, or write it as the first line of standard input');
  return [token.trim(), ...others];
}

/**
 * Returns the first lines of a stream as soon as they arrive, even if the writer keeps it open. Throws one line after
 * `patienceMs` milliseconds. No message contains any input.
 */
export async function readLines(stream: Readable, count: number, patienceMs: number): Promise<string[]> {
  const signal = AbortSignal.timeout(patienceMs);
  const lines: string[] = [];
  for await (const line of createInterface({ input: stream, signal })) {
    if (lines.push(line) === count) break;
  }
  // An open pipe must not keep the process alive.
  stream.destroy();
  if (signal.aborted)
    throw new Error(`token: none came on standard input within ${patienceMs / 1000} s; set PAYMENT_GATEWAY_TOKEN`);
  return lines;
}

const CARD_FIELDS = ['card_number', 'card_holder_name', 'card_expiration_date', 'card_cvv'] as const;
type Card = Record<(typeof CARD_FIELDS)[number], string>;

export interface Secrets {
  readonly token: string;
  readonly card: Card | undefined;
}

/** Reads the token, and the card if the run needs it. */
export async function readTokenAndCard(needsCard: boolean): Promise<Secrets> {
  const [token, card] = await readSecrets(...(needsCard ? ['PAYMENT_GATEWAY_CARD'] : []));
  return { token, card: card === undefined ? undefined : parseCard(card) };
}

function parseCard(text: string): Card {
  try {
    const card: Record<string, unknown> = JSON.parse(text);
    if (CARD_FIELDS.every((field) => typeof card[field] === 'string' && card[field] !== '')) return card as Card;
  } catch {
    // The input may be a card, so the message omits it.
  }
  throw new Error(
    `--allow money: needs a card; set PAYMENT_GATEWAY_CARD, or write it as the second line of standard input, as JSON with ${CARD_FIELDS.join(', ')}`,
  );
}
