import { MOST_BOLETO } from './boleto-slip.js';
import { MOST_PIX } from './pix-code.js';

/** Returns why no Pix code or boleto line of a payment can carry an amount in centavos, or undefined if it can. */
export function aboveMost(method: string | undefined, amount: number): string | undefined {
  if (method === 'pix' && amount > MOST_PIX) return `a Pix code carries at most ${MOST_PIX} centavos`;
  if (method === 'boleto' && amount > MOST_BOLETO) return `a boleto carries at most ${MOST_BOLETO} centavos`;
  return undefined;
}
