import { readLines } from './lines.js';

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
