import { expect } from 'vitest';
import { createGatewayClient, unwrap } from '../../src/index.js';
import { baseUrl } from './observed-fetch.ts';

/** Bytes of an error body that are read. */
export const limit = 64 * 1024;
/** Characters that the client drops at the end of a cut text. */
const dropped = 1000;

/** The secrets of one request. The client searches a long one in parts. */
export const secrets = {
  card_number: '4111711171117111',
  card_cvv: '7391',
  token: 'tok-9f8e7d6c5b4a39281706',
  quoted: 'senha "ção" \\ 4a39281706',
  long: Array.from({ length: 150 }, (_, index) => `part${index}.`).join(''),
};

/** Returns the offsets in bytes at which the limit cuts a secret, and `others` evenly before and after them: there the client drops the text. */
export function offsetsAround(secret: string, others = 20): { cut: number[]; around: number[] } {
  const length = Buffer.byteLength(written(secret));
  const range = length + dropped + 40;
  return {
    cut: Array.from({ length: length + 1 }, (_, index) => limit - length + index),
    around: Array.from({ length: others }, (_, index) => limit + 20 - Math.round(((index + 1) * range) / others)),
  };
}

/** Returns all that is shown of a failed response with a secret at this offset in bytes, and more text after it. */
export async function shownAt(offset: number, secret: string): Promise<string> {
  const text = `${'x'.repeat(offset - 1)} ${written(secret)} ${'x'.repeat(2 * dropped)}`;
  const client = createGatewayClient({
    baseUrl,
    accessToken: secrets.token,
    headers: { 'x-api-key': secrets.long },
    fetch: async () => new Response(text, { status: 400, headers: { 'content-type': 'application/json' } }),
  });
  const { card_number, card_cvv, quoted } = secrets;
  const card = { card_number, card_cvv, card_holder_name: 'M', card_expiration_date: '1230', password: quoted };
  const result = await client.POST('/v1/cards', { body: card });
  const error = await unwrap(Promise.resolve(result)).catch((reason) => reason);
  return JSON.stringify([result.error, error.errors, error.message]);
}

/** Expects that a text has neither eight characters of a secret nor a shorter secret. */
export function expectNoPart(shown: string, secret: string): void {
  const length = Math.min(8, secret.length);
  for (const spelling of new Set([secret, written(secret), written(written(secret))])) {
    for (let start = 0; start + length <= spelling.length; start++) {
      const part = spelling.slice(start, start + length);
      if (shown.includes(part)) expect.fail(`shows ${JSON.stringify(part)} of a secret`);
    }
  }
}

/** A secret as JSON writes it. */
const written = (secret: string) => JSON.stringify(secret).slice(1, -1);
